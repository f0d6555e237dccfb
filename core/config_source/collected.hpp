// SPDX-License-Identifier: MIT
//
// What one config source found, as it said it: nothing is merged, nothing is trusted
// and no key is known yet, but every piece says where it was written.
#ifndef SBX_CORE_CONFIG_SOURCE_COLLECTED_HPP_
#define SBX_CORE_CONFIG_SOURCE_COLLECTED_HPP_

#include <cstdint>
#include <string>
#include <vector>

#include "sbx/abi/draft/config_source.h"

namespace sbx {

enum class LayerKind : std::uint8_t {
  kUser = SBX_LAYER_USER,
  kProject = SBX_LAYER_PROJECT,
  kOrganisation = SBX_LAYER_ORGANISATION,
};

struct ConfigPlace {
  std::string file;                    // absolute, or "$NAME" for a variable of the environment
  std::uint32_t line = 0, column = 0;  // from 1; 0: not known
  friend bool operator==(const ConfigPlace&, const ConfigPlace&) = default;
};

// A whole file in sbx's own form.
struct ConfigFile {
  LayerKind kind = LayerKind::kProject;
  std::string file, bytes;
  friend bool operator==(const ConfigFile&, const ConfigFile&) = default;
};

struct ConfigValue {
  LayerKind kind = LayerKind::kProject;
  std::string key;   // dotted: "filesystem.denyWrite"
  std::string json;  // one JSON value; found to be well formed
  ConfigPlace place;
  friend bool operator==(const ConfigValue&, const ConfigValue&) = default;
};

// What is written there and sbx cannot express.
struct ConfigGap {
  std::string key;       // as it is written there
  std::string sentence;  // what therefore does not hold
  ConfigPlace place;
  friend bool operator==(const ConfigGap&, const ConfigGap&) = default;
};

struct CollectedConfig {
  std::string source;  // the id of the plugin
  std::vector<ConfigFile> files;
  std::vector<ConfigValue> values;
  std::vector<ConfigGap> gaps;
  std::vector<std::string> consulted;  // absolute, absent ones too, each once
  friend bool operator==(const CollectedConfig&, const CollectedConfig&) = default;
};

}  // namespace sbx

#endif  // SBX_CORE_CONFIG_SOURCE_COLLECTED_HPP_
