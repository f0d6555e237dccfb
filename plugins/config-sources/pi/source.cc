// SPDX-License-Identifier: MIT
#include "plugins/config-sources/pi/source.hpp"

#include <string>

#include "plugins/config-sources/common/destination.hpp"
#include "plugins/config-sources/common/settings_file.hpp"
#include "plugins/config-sources/pi/translate.hpp"

namespace sbx::sources {
namespace {

constexpr char kFolderVariable[] = "PI_CODING_AGENT_DIR";
constexpr const char* kNames[] = {"sandbox.json", "pi-sandbox.json"};

// A variable may come from anybody whom the user ever ran. What it leads to is the
// user's only where no project and nobody else can have put it.
Destination FolderOf(const sbx_config_context& context, const Ground& ground) {
  const auto named = plugin::Variable(context, kFolderVariable);
  if (!named || named->empty())
    return {ground.home.empty() ? std::string() : ground.home + "/.pi/agent", Owner::kUser};
  return Follow(std::string(*named), ground);
}

}  // namespace

Result<void> PiSource::Read(const sbx_config_context& context, plugin::ConfigSink& sink) {
  const std::string workspace(View(context.workspace));
  const Ground ground{std::string(View(context.home)), workspace, workspace};
  const Destination agent = FolderOf(context, ground);
  const std::string project = workspace + "/.pi";
  PiApproval approval;
  const auto read = [&](const std::string& folder, Owner owner) {
    for (const char* name : kNames) {
      Translation translation(owner == Owner::kUser ? SBX_LAYER_USER : SBX_LAYER_PROJECT,
                              folder + "/" + name);
      ReadAndTell(sink, translation, owner, [&](const std::string& text) {
        PiApproval now = approval;
        TranslatePi(text, translation, now);
        if (!translation.failed())
          approval = now;
      });
    }
  };
  if (!agent.path.empty())
    read(agent.path, agent.owner);
  if (agent.path != project)
    read(project, Owner::kProject);
  return {};
}

}  // namespace sbx::sources
