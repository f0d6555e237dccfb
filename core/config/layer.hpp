// SPDX-License-Identifier: MIT
//
// Layer: what one place says, with where it says it. Built in, preset, user,
// project, session, environment, --config, command line and organisation are
// layers, and so is everything that a config source reads.
#ifndef SBX_CORE_CONFIG_LAYER_HPP_
#define SBX_CORE_CONFIG_LAYER_HPP_

#include <cstdint>
#include <string>
#include <vector>

#include "core/config/keys.hpp"
#include "core/plugin/strict_json.hpp"

namespace sbx::config {

// Weakest first; of one kind the later is the stronger one.
enum class LayerKind : std::uint8_t {
  kPreset,
  kUser,
  kProject,
  kSession,
  kEnvironment,
  kFile,  // --config
  kCommandLine,
  kSafeDefault,   // in the place of a user's file that has an error
  kOrganisation,  // the managed file
};
[[nodiscard]] std::string_view NameOf(LayerKind kind);

struct Entry {
  std::string text;  // of kVariables "NAME=VALUE"
  JsonPlace at;
};

struct Setting {
  Id key = Id::kCount;
  std::uint64_t number = 0;    // kBool: 0 or 1; kChoice: its number; else the number, bytes or ms
  std::vector<Entry> entries;  // of lists; the text of kText
  JsonPlace at;                // of the value
  std::string option;          // on the command line: "--mode"; in the environment its variable
};

struct Layer {
  LayerKind kind = LayerKind::kUser;
  std::string name;     // the file, or the name of the preset
  std::string source;   // the id of the config source that read it; empty: sbx itself
  bool trusted = true;  // a project until somebody says so, and the environment, are not
  std::vector<Setting> settings;

  [[nodiscard]] const Setting* Find(Id key) const {
    for (const Setting& setting : settings) {
      if (setting.key == key)
        return &setting;
    }
    return nullptr;
  }
};

// Where a value of a layer stands, for people: "FILE:LINE", "--mode", "preset droid".
[[nodiscard]] std::string SourceOf(const Layer& layer, const Setting& setting, JsonPlace at);

}  // namespace sbx::config

#endif  // SBX_CORE_CONFIG_LAYER_HPP_
