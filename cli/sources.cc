// SPDX-License-Identifier: MIT
#include "cli/request.hpp"
#include "core/config_source/source.hpp"

namespace sbx::cli {
namespace {

constexpr std::string_view kCommonFolders = "/etc/xdg";

// The user's own folder, then those that the machine has for all users.
std::vector<std::string> Folders(const Host& host, const Surroundings& around) {
  std::vector<std::string> folders;
  if (!around.config_home.empty())
    folders.push_back(around.config_home);
  std::string common = host.elevated ? "" : host.Variable("XDG_CONFIG_DIRS").value_or("");
  if (common.empty())
    common = kCommonFolders;
  for (std::string_view rest = common; !rest.empty();) {
    const std::size_t end = std::min(rest.find(':'), rest.size());
    if (rest.starts_with('/'))
      folders.push_back(std::string(rest.substr(0, end)) + "/sbx");
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return folders;
}

}  // namespace

Result<CollectedConfig> AskSource(const std::string& id, const Host& host,
                                  const Surroundings& around, const std::string& workspace) {
  const Installation installation = Locate(host);
  const Registry registry(installation.plugin_folders, {workspace}, installation.own_plugin_folder);
  const auto plugin = registry.Load(id, SBX_CONFIG_SOURCE_INTERFACE);
  if (!plugin)
    return plugin.failure();
  const auto source = ConfigSource::Create(*plugin, {}, around.home);
  if (!source)
    return source.failure();
  ConfigContext context;
  context.home = around.home;
  context.folders = Folders(host, around);
  context.workspace = workspace;
  context.managed = config::kManagedFolder;
  context.env = host.env;
  context.elevated = host.elevated;
  return (*source)->Read(context);
}

}  // namespace sbx::cli
