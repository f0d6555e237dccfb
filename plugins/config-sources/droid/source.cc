// SPDX-License-Identifier: MIT
#include "plugins/config-sources/droid/source.hpp"

#include <deque>
#include <string>
#include <vector>

#include "plugins/config-sources/common/settings_file.hpp"
#include "plugins/config-sources/droid/translate.hpp"

namespace sbx::sources {
namespace {

constexpr char kName[] = "/.factory/settings.json";

struct Level {
  std::string file;
  std::uint32_t kind = SBX_LAYER_PROJECT;
  Owner owner = Owner::kProject;
};

// Beside the organisation's own folder: /etc/factory is beside /etc/sbx.
std::string ManagedFile(const std::string& managed) {
#if defined(__APPLE__)
  static_cast<void>(managed);
  return "/Library/Application Support/Factory/settings.json";
#else
  const std::size_t slash = managed.rfind('/');
  return slash == std::string::npos ? std::string()
                                    : managed.substr(0, slash) + "/factory/settings.json";
#endif
}

std::vector<Level> LevelsOf(const sbx_config_context& context) {
  const std::string home(View(context.home));
  const std::string workspace(View(context.workspace));
  std::vector<Level> levels;
  if (!home.empty())
    levels.push_back({home + kName, SBX_LAYER_USER, Owner::kUser});
  // Outermost first.
  const std::string root = RepositoryOf(workspace);
  for (std::size_t end = root.size(); end <= workspace.size();) {
    const std::string folder = workspace.substr(0, end);
    if (folder != home)
      levels.push_back({(folder == "/" ? "" : folder) + kName});
    const std::size_t from = folder == "/" ? end : end + 1;
    end = end == workspace.size() ? end + 1 : std::min(workspace.find('/', from), workspace.size());
  }
  if (const std::string managed = ManagedFile(std::string(View(context.managed)));
      !managed.empty()) {
    levels.push_back({managed, SBX_LAYER_ORGANISATION, Owner::kRoot});
  }
  return levels;
}

}  // namespace

Result<void> DroidSource::Read(const sbx_config_context& context, plugin::ConfigSink& sink) {
  const std::string workspace(View(context.workspace));
  const Ground ground{std::string(View(context.home)), workspace, workspace};
  std::deque<Translation> read;  // rules point into it
  std::vector<FileRules> rules;
  for (const Level& level : LevelsOf(context)) {
    Translation& translation = read.emplace_back(level.kind, level.file);
    FileRules here(translation, ground);
    if (ReadInto(sink, translation, level.owner,
                 [&](const std::string& text) { TranslateDroid(text, translation, here); }))
      rules.push_back(std::move(here));
  }
  Settle(rules, kWildcardsHere);
  for (FileRules& one : rules) {
    one.Say();
    one.translation->Tell(sink);
  }
  return {};
}

}  // namespace sbx::sources
