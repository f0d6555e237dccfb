// SPDX-License-Identifier: MIT
#include "core/config_source/ask.hpp"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "core/config_source/source.hpp"

namespace sbx {
namespace {

constexpr std::string_view kCommonFolders = "/etc/xdg";

// The user's own folder, then those that the machine has for all users: `common` is
// XDG_CONFIG_DIRS, empty for what that means unset.
std::vector<std::string> ConfigFolders(const std::string& config_home, std::string_view common) {
  std::vector<std::string> folders;
  if (!config_home.empty())
    folders.push_back(config_home);
  if (common.empty())
    common = kCommonFolders;
  while (!common.empty()) {
    const std::size_t end = std::min(common.find(':'), common.size());
    if (common.starts_with('/'))
      folders.push_back(std::string(common.substr(0, end)) + "/sbx");
    common.remove_prefix(std::min(end + 1, common.size()));
  }
  return folders;
}

}  // namespace

ConfigContext ContextOf(const Host& host, const Surroundings& around, std::string workspace,
                        std::string managed) {
  ConfigContext context;
  context.home = around.home;
  context.folders = ConfigFolders(
      around.config_home, host.elevated ? "" : host.Variable("XDG_CONFIG_DIRS").value_or(""));
  context.workspace = std::move(workspace);
  context.managed = std::move(managed);
  context.env = host.env;
  context.elevated = host.elevated;
  return context;
}

Result<CollectedConfig> AskSource(const std::string& name, const Registry& registry,
                                  const ConfigContext& context) {
  const std::size_t equals = name.find('=');
  std::vector<Setting> settings;
  if (equals != std::string::npos)
    settings.push_back({"file", name.substr(equals + 1)});
  const auto plugin = registry.Load(name.substr(0, equals), SBX_CONFIG_SOURCE_INTERFACE);
  if (!plugin)
    return plugin.failure();
  const auto source = ConfigSource::Create(*plugin, std::move(settings), context.home);
  if (!source)
    return source.failure();
  return (*source)->Read(context);
}

}  // namespace sbx
