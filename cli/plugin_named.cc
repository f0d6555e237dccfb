// SPDX-License-Identifier: MIT
#include "cli/plugin_named.hpp"

#include <filesystem>
#include <optional>

#include "core/plugin/entry.hpp"
#include "core/plugin/manifest.hpp"
#include "core/plugin/registry.hpp"

namespace sbx::cli {
namespace {

// What to write, where nothing says what a file is.
Failure NoManifest(const std::filesystem::path& path) {
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored))
    return Fail(SBX_E_UNSUPPORTED, "test the plugin", path.string(), "there is no such file");
  const std::string name = path.filename().string();
  const std::string stem = path.stem().string();
  const std::string id = IsPluginId(stem) ? stem : "ID";
  const std::string key = name.ends_with(".so") ? "file" : "program";
  return Fail(SBX_E_UNSUPPORTED, "test the plugin", path.string(),
              "no manifest beside it names it: write {\"id\": \"" + id + "\", \"" + key + "\": \"" +
                  name + "\", \"interfaces\": [\"" + SBX_RUNNER_INTERFACE +
                  "\"], \"abi\": {\"major\": " + std::to_string(SBX_ABI_MAJOR) +
                  ", \"minor\": " + std::to_string(SBX_ABI_MINOR) + "}} into " + id +
                  std::string(kManifestSuffix) + ", with the interfaces that it has");
}

}  // namespace

Result<std::string> PluginNamed(const std::string& word, const Host& host,
                                Installation& installation) {
  if (word.find('/') == std::string::npos && !word.ends_with(".so") && !word.ends_with(".json"))
    return word;
  const auto path = (std::filesystem::path(host.cwd) / word).lexically_normal();
  const std::string folder = path.parent_path().string();
  const std::string name = path.filename().string();
  installation.plugin_folders = {folder};
  installation.own_plugin_folder.clear();
  installation.paths.push_back(folder);
  if (name.ends_with(kManifestSuffix))
    return name.substr(0, name.size() - kManifestSuffix.size());
  std::optional<Error> refused;  // of the manifest that may be its own
  for (const PluginInfo& info : Registry({folder}, {}).List()) {
    if (info.id.empty() && info.refused)
      return Failure{*info.refused};  // the folder itself
    if (info.file == path.string())
      return info.id;
    if (info.file.empty() && info.refused && (!refused || info.id == path.stem().string()))
      refused = info.refused;
  }
  if (refused)
    return Failure{*refused};
  return NoManifest(path);
}

}  // namespace sbx::cli
