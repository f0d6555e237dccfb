// SPDX-License-Identifier: MIT
#include "core/config_source/ask.hpp"

#include <algorithm>
#include <utility>

#include "core/config_source/source.hpp"

namespace sbx {
namespace {

constexpr std::string_view kCommonFolders = "/etc/xdg";

}  // namespace

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
