// SPDX-License-Identifier: MIT
//
// Layers: finds and reads everything that has a say about a run, in the order of
// strength. Nothing is parsed that is not there.
//
// An error in the organisation's file, in one that was named, or in the state stops
// everything. One in the user's file does too, unless `onInvalid` asks for the safe
// default. A project file with an error is ignored aloud: it could not have been
// trusted. None of these makes anything wider than the other layers say.
//
// Config sources are asked when a layer that may name them does. Of one kind, what they
// read stands below sbx's own file: whoever writes that can correct it. An error in a
// file of the user's or the organisation's, and any failure of a source, stops everything.
#ifndef SBX_CORE_CONFIG_LAYERS_HPP_
#define SBX_CORE_CONFIG_LAYERS_HPP_

#include <functional>
#include <string>
#include <vector>

#include "core/config/layer.hpp"
#include "core/config/merge.hpp"
#include "core/config_source/collected.hpp"
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
  bool projects = true;            // sbx's own files of projects count; those of sources always do
  // Asks the config source of that name (see AskSource); called when one is switched on.
  std::function<Result<CollectedConfig>(const std::string& name)> ask;
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
  std::string state;   // "read", "trusted", "not trusted", kChangedState, "ignored"
  std::string source;  // the config source that read it; empty: sbx itself
};

// What a config source found written and cannot express.
struct Gap {
  std::string source;
  std::string key;       // as it is written there
  std::string sentence;  // what therefore does not hold
  ConfigPlace place;
};
// "FILE:LINE"
[[nodiscard]] std::string PlaceOf(const Gap& gap);

struct Loaded {
  std::vector<Layer> layers;  // weakest first, the preset's among them
  std::vector<FileSeen> files;
  std::vector<Gap> gaps;
  std::vector<std::string> consulted;  // by config sources, absent files among them
  std::vector<std::string> notices;
  std::string preset;         // its name
  std::string preset_source;  // who named it: "default", "--preset", "FILE:LINE"
};

// `given` are layers that come from elsewhere: environment, command line, config
// sources. Of one kind they stand behind those that are found here.
[[nodiscard]] Result<Loaded> Load(const Places& places, std::vector<Layer> given);

}  // namespace sbx::config

#endif  // SBX_CORE_CONFIG_LAYERS_HPP_
