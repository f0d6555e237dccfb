// SPDX-License-Identifier: MIT
//
// Random layers, for properties that hold for any.
#ifndef SBX_TESTS_UNIT_CONFIG_RANDOM_LAYERS_HPP_
#define SBX_TESTS_UNIT_CONFIG_RANDOM_LAYERS_HPP_

#include <random>
#include <string>
#include <vector>

#include "core/config/layer.hpp"

namespace sbx::config {

class RandomLayers {
 public:
  explicit RandomLayers(unsigned seed) : random_(seed) {}

  std::size_t Below(std::size_t most) { return random_() % most; }

  Setting Of(const Key& key) {
    Setting setting;
    setting.key = key.id;
    setting.at = {static_cast<std::uint32_t>(Below(90) + 1), 1};
    switch (key.type) {
      case Type::kBool:
        setting.number = Below(2);
        return setting;
      case Type::kChoice: {
        std::uint64_t count = 1;
        for (const char c : ChoicesOf(key))
          count += c == ' ' ? 1 : 0;
        setting.number = Below(count);
        return setting;
      }
      case Type::kCount:
      case Type::kSize:
      case Type::kDuration:
        setting.number = Below(4) + 1;
        return setting;
      case Type::kText:
        setting.entries.push_back({Word(), setting.at});
        return setting;
      case Type::kTexts:
      case Type::kPaths:
      case Type::kDomains:
      case Type::kAnyDomains:
      case Type::kPorts:
      case Type::kChoices:
      case Type::kNames:
      case Type::kVariables:
        for (std::size_t i = Below(3) + 1; i > 0; --i) {
          setting.entries.push_back(
              {key.type == Type::kVariables ? Word() + "=" + Word() : "/" + Word(), setting.at});
        }
        return setting;
    }
    return setting;
  }

  Layer Make(LayerKind kind) {
    Layer layer;
    layer.kind = kind;
    layer.name = "/" + std::string(NameOf(kind)) + std::to_string(Below(1000));
    layer.trusted =
        (kind != LayerKind::kProject && kind != LayerKind::kEnvironment) || Below(2) == 0;
    for (const Key& key : Keys()) {
      if (Below(2) == 0)
        layer.settings.push_back(Of(key));
    }
    return layer;
  }

  // Weakest first, of each kind none to two.
  std::vector<Layer> Stack() {
    std::vector<Layer> layers;
    for (int kind = 0; kind <= static_cast<int>(LayerKind::kOrganisation); ++kind) {
      for (std::size_t i = Below(3); i > 0; --i)
        layers.push_back(Make(static_cast<LayerKind>(kind)));
    }
    return layers;
  }

 private:
  std::string Word() { return std::string(1, static_cast<char>('a' + Below(4))); }

  std::mt19937 random_;
};

}  // namespace sbx::config

#endif  // SBX_TESTS_UNIT_CONFIG_RANDOM_LAYERS_HPP_
