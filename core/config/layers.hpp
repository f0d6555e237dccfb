// SPDX-License-Identifier: MIT
//
// Layers: finds and reads everything that has a say about a run, in the order of
// strength. Nothing is parsed that is not there.
//
// An error in the organisation's file, in one that was named, or in the state stops
// everything. One in the user's file does too, unless `onInvalid` asks for the safe
// default. A project file with an error is ignored aloud: it could not have been
// trusted. None of these makes anything wider than the other layers say.
#ifndef SBX_CORE_CONFIG_LAYERS_HPP_
#define SBX_CORE_CONFIG_LAYERS_HPP_

#include <string>
#include <vector>

#include "core/config/layer.hpp"
#include "core/config/merge.hpp"
#include "sbx/plugin/result.hpp"

namespace sbx::config {

// Where to look. An empty place has nothing.
struct Places {
  std::string managed_folder;      // kManagedFolder; another one in tests of the library
  std::string config_home;         // the user's: $XDG_CONFIG_HOME/sbx
  std::string state_home;          // the trust store and what was said for sessions
  std::string workspace;           // absolute: where projects are looked for from
  std::string session;             // its name
  std::vector<std::string> files;  // --config, in order
  std::uint32_t uid = 0;           // whose configuration it is
};

inline constexpr char kManagedFolder[] = "/etc/sbx";
inline constexpr char kManagedName[] = "policy.json";
inline constexpr char kUserName[] = "config.json";
inline constexpr char kProjectFolder[] = ".sbx";

inline constexpr char kChangedState[] = "changed since it was trusted";

// A file that was found, whether or not it counts.
struct FileSeen {
  LayerKind kind = LayerKind::kUser;
  std::string path;
  std::string state;  // "read", "trusted", "not trusted", kChangedState, "ignored"
};

struct Loaded {
  std::vector<Layer> layers;  // weakest first, the preset's among them
  std::vector<FileSeen> files;
  std::vector<std::string> notices;
  std::string preset;         // its name
  std::string preset_source;  // who named it: "default", "--preset", "FILE:LINE"
};

// `given` are layers that come from elsewhere: environment, command line, config
// sources. Of one kind they stand behind those that are found here.
[[nodiscard]] Result<Loaded> Load(const Places& places, std::vector<Layer> given);

}  // namespace sbx::config

#endif  // SBX_CORE_CONFIG_LAYERS_HPP_
