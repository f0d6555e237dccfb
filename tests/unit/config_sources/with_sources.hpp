// SPDX-License-Identifier: MIT
//
// Every layer in its place, as in tests/unit/config, with the config sources that are
// shipped and a home directory for what other programs write.
#ifndef SBX_TESTS_UNIT_CONFIG_SOURCES_WITH_SOURCES_HPP_
#define SBX_TESTS_UNIT_CONFIG_SOURCES_WITH_SOURCES_HPP_

#include "core/config/source_layers.hpp"
#include "core/config/trust.hpp"
#include "core/config_source/ask.hpp"
#include "core/platform/trusted_file.hpp"
#include "tests/unit/config/places.hpp"

namespace sbx::config {

class WithSources : public InPlaces {
 protected:
  void SetUp() override {
    InPlaces::SetUp();
    std::filesystem::create_directories(At("user/cache"));
    places_.ask = [this](const std::string& name) -> Result<CollectedConfig> {
      ++asked_;
      const std::string folder = SBX_PLUGIN_FOLDER;
      const Registry registry({folder}, {places_.workspace}, folder);
      ConfigContext context;
      context.home = At("user");
      context.folders = {places_.config_home, At("common")};
      context.workspace = places_.workspace;
      context.managed = places_.managed_folder;
      context.env = env_;
      return AskSource(name, registry, context);
    };
  }

  [[nodiscard]] static Layer Switch(const std::vector<std::string>& ids) {
    Layer layer;
    layer.kind = LayerKind::kCommandLine;
    layer.name = "command line";
    Setting setting;
    setting.key = Id::kConfigSources;
    setting.option = "--config-source";
    for (const std::string& id : ids)
      setting.entries.push_back({id, {}});
    layer.settings.push_back(std::move(setting));
    return layer;
  }

  // Says yes to everything of a project that the sources read.
  void TrustAll(const Loaded& loaded) const {
    auto store = TrustStore::Load(places_.state_home, {places_.workspace});
    ASSERT_TRUE(store) << store.error().Sentence();
    for (const Layer& layer : loaded.layers) {
      if (layer.kind == LayerKind::kProject && !layer.source.empty())
        store->Add(*IdentityOf(FolderOf(layer)), MeaningOf(layer), layer.name, TrustNameOf(layer));
    }
    ASSERT_TRUE(store->Save());
  }

  // What counts of a key: its word, number or entries, with ", " between.
  [[nodiscard]] static std::string ValueOf(const Merged& merged, const Key& key) {
    const MergedValue& value = merged[key.id];
    std::string text;
    if (key.type == Type::kChoice)
      text = ChoiceWord(key, value.number);
    else if (key.type == Type::kBool)
      text = value.number == 1 ? "true" : "false";
    else if (!IsList(key.type) && key.type != Type::kText)
      text = value.has_number ? std::to_string(value.number) : "";
    for (const MergedEntry& entry : value.entries)
      text += (text.empty() ? "" : ", ") + entry.text;
    return text;
  }

  std::vector<std::string> env_;
  int asked_ = 0;
};

}  // namespace sbx::config

#endif  // SBX_TESTS_UNIT_CONFIG_SOURCES_WITH_SOURCES_HPP_
