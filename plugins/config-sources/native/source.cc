// SPDX-License-Identifier: MIT
#include "plugins/config-sources/native/source.hpp"

#include <string>

#include "plugins/config-sources/common/paths.hpp"
#include "plugins/config-sources/common/settings_file.hpp"

namespace sbx::sources {

Result<void> NativeSource::Read(const sbx_config_context& context, plugin::ConfigSink& sink) {
  const auto read = [&](std::uint32_t kind, Owner owner, const std::string& path) {
    sink.Consulted(path);
    const FileText file = ReadFile(path, owner);
    if (!file.error.empty() || (!file.fault.empty() && kind != SBX_LAYER_PROJECT)) {
      sink.Error(file.error.empty() ? file.fault : file.error, {path});
    } else if (!file.fault.empty()) {
      sink.Cannot("", file.fault + "; the file is ignored", {path});
    } else if (file.there) {
      sink.Layer(kind, path, file.text);
    }
  };
  // The most important comes last.
  const auto folders = plugin::Folders(context);
  for (auto folder = folders.rbegin(); folder != folders.rend(); ++folder)
    read(SBX_LAYER_USER, Owner::kUser, std::string(View(*folder)) + "/config.json");
  const std::string workspace(View(context.workspace));
  const std::string real = SpellLiteral(workspace, {{}, workspace, workspace}).absolute;
  read(SBX_LAYER_PROJECT, Owner::kProject, real + "/.sbx/config.json");
  if (const std::string managed(View(context.managed)); !managed.empty())
    read(SBX_LAYER_ORGANISATION, Owner::kRoot, managed + "/policy.json");
  return {};
}

}  // namespace sbx::sources
