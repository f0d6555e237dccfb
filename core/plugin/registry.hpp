// SPDX-License-Identifier: MIT
//
// Registry: which plugins there are, which were refused and why. Listing reads
// manifests only; a library is opened when it is first used.
#ifndef SBX_CORE_PLUGIN_REGISTRY_HPP_
#define SBX_CORE_PLUGIN_REGISTRY_HPP_

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/platform/trusted_file.hpp"
#include "core/plugin/interfaces.hpp"
#include "core/plugin/runner.hpp"

namespace sbx {

// What a manifest `<id>.sbxplugin.json` says.
struct PluginInfo {
  std::string id;
  std::string file;                     // absolute path of the library or the program
  std::string manifest;                 // absolute path
  std::vector<std::string> interfaces;  // "sbx.runner/1"
  bool program = false;                 // a program of its own, not a library
  int abi_major = 0;
  int abi_minor = 0;
  std::optional<std::string> sha256;  // lower-case hex
  std::optional<Error> refused;       // why it will not be used
};

// A library that is open, with its checked entry, which never goes away; or a program,
// opened and checked, with no entry.
struct LoadedPlugin {
  std::string id;
  const sbx_plugin_entry* entry = nullptr;
  std::string file;                            // absolute path, or "linked in"
  std::vector<std::string> interfaces;         // as its manifest names them
  std::shared_ptr<const TrustedFile> program;  // what is executed; null for a library
};

class Registry {
 public:
  // `folders` are absolute, in order; the first manifest of an id wins.
  // `forbidden` are directories that a target may change (the workspace): a
  // folder inside one of them is refused as a whole. `own` is one of the
  // folders, that of the running program itself: it is as trustworthy as the
  // program wherever both lie, and the policy holds both.
  Registry(std::vector<std::string> folders, std::vector<std::string> forbidden,
           std::string own = {});

  // A plugin that is linked in, for tests and static builds. Wins over files.
  // Ignored when it is no entry that this host can use.
  void AddStatic(const sbx_plugin_entry& entry,
                 std::string_view interface_id = SBX_RUNNER_INTERFACE);

  // Of what is on disk, the files of plugins are looked at and not opened as code. What cannot be
  // used is there with its reason: a plugin, or a folder, which has no id.
  [[nodiscard]] std::vector<PluginInfo> List() const;

  // What the manifest of the plugin `id` says, of the first folder that has it. Opens no
  // library and starts no program, and finds nothing that is linked in.
  [[nodiscard]] Result<PluginInfo> Find(std::string_view id) const;

  // The plugin `id`: linked in, or of the first folder that has it. Opens the one
  // manifest that is asked for, lists nothing, calls no function of the plugin and
  // starts no program. Its manifest must name `interface_id`; empty: any.
  [[nodiscard]] Result<LoadedPlugin> Load(
      std::string_view id, std::string_view interface_id = SBX_RUNNER_INTERFACE) const;

  // Opens, checks and configures the runner `id`. Once made, an instance is
  // kept and returned again for equal settings. [serial]
  Result<std::shared_ptr<RunnerHandle>> Runner(std::string_view id,
                                               const std::vector<Setting>& settings);

 private:
  struct Static {
    const sbx_plugin_entry* entry = nullptr;
    std::string interface_id;
  };

  struct Found {
    TrustedFolder folder;
    PluginInfo info;
  };

  [[nodiscard]] Result<TrustedFolder> Open(const std::string& path) const;
  // `operation` is how a failure begins: "find the runner".
  [[nodiscard]] Result<Found> FindIn(std::string_view id, const std::string& operation) const;

  std::vector<std::string> folders_;
  std::vector<std::string> forbidden_;
  std::string own_;
  std::map<std::string, Static, std::less<>> static_;
  std::map<std::string, std::shared_ptr<RunnerHandle>, std::less<>> open_;
};

}  // namespace sbx

#endif  // SBX_CORE_PLUGIN_REGISTRY_HPP_
