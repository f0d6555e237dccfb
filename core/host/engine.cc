// SPDX-License-Identifier: MIT
#include "sbx/host/engine.hpp"

#include <utility>

#include "core/config_source/ask.hpp"
#include "core/engine/choose.hpp"
#include "core/host/attempts.hpp"
#include "core/host/fence_impl.hpp"
#include "core/host/inner.hpp"
#include "core/host/layered.hpp"
#include "core/host/run_impl.hpp"
#include "core/host/values.hpp"
#include "core/platform/files.hpp"
#include "core/platform/trusted_file.hpp"
#include "core/policy/locate.hpp"
#include "core/policy/spelling.hpp"
#include "core/report/report.hpp"

namespace sbx::host {
namespace {

// Canonical, so that it can be compared with a workspace.
Result<std::string> Place(const std::string& path, const std::string& what) {
  if (path.empty() || path.front() != '/') {
    return Fail(SBX_E_INVALID, "use " + what, path, "name an absolute path");
  }
  auto at = sbx::Locate(path, Links::kIgnore);
  if (!at)
    return at.failure();
  if (at->end != Located::End::kFound) {
    return Fail(SBX_E_INVALID, "use " + what, path, "nothing is there, or it cannot be reached");
  }
  return at->path;
}

// A command of this policy could put a plugin there.
Result<void> CheckFolders(const Inner::EngineImpl& engine, const sbx::ResolvedPolicy& policy) {
  for (const std::string& folder : engine.extra_folders) {
    if (!IsWithin(folder, policy.workspace()))
      continue;
    return Fail(SBX_E_REFUSED, "use plugins of the workspace", folder,
                "commands could change them: move the folder, or leave it out of plugin_folders");
  }
  return {};
}

Result<CollectedConfig> Ask(const std::string& id, const Inner::EngineImpl& engine,
                            const Surroundings& around, const std::string& workspace) {
  std::vector<std::string> forbidden = engine.untrusted_folders;
  forbidden.push_back(workspace);
  const Registry registry(engine.installation.plugin_folders, std::move(forbidden),
                          engine.installation.own_plugin_folder);
  return AskSource(id, registry,
                   ContextOf(engine.facts, around, workspace, config::kManagedFolder));
}

// Where config sources look. The workspace is as it is written: it may be a link.
Result<config::Places> PlacesFor(const Policy& policy, const Surroundings& around) {
  config::Places places;
  places.managed_folder = config::kManagedFolder;
  places.state_home = around.state_home;
  places.uid = around.uid;
  places.workspace = around.cwd;
  if (policy.workspace.empty())
    return places;
  auto path = Spell(policy.workspace, {around.cwd, around.home, {}, {}}, "the workspace");
  if (!path)
    return path.failure();
  places.workspace = *std::move(path);
  return places;
}

}  // namespace

Engine::Engine(std::shared_ptr<Impl> impl) : impl_(std::move(impl)) {
}
Engine::~Engine() = default;

Result<std::unique_ptr<Engine>> Engine::Make(EngineOptions options) {
  if (options.prefix.empty()) {
    return Fail(SBX_E_INVALID, "find sbx", {},
                "say in `prefix` where it is installed, or build with find_package(sbx)");
  }
  auto prefix = Place(options.prefix, "the installation");
  if (!prefix)
    return prefix.failure();
  if (auto known = CheckEnvironment(options.environment, "environment"); !known)
    return known.failure();
  auto facts = options.inherit_environment ? ReadHost() : ReadHost(std::move(options.environment));
  if (!facts)
    return facts.failure();
  std::vector<std::string> extra;
  for (const std::string& folder : options.plugin_folders) {
    auto placed = Place(folder, "the plugin folder");
    if (!placed)
      return placed.failure();
    // Told here: a run would look for the plugin in the next folder.
    if (auto trusted = OpenTrustedFolder(*placed, options.untrusted_folders); !trusted)
      return trusted.failure();
    extra.push_back(std::move(*placed));
  }
  Installation installation = InstallationBelow(*prefix, extra);
  auto helper = Place(installation.helper, "the installation");
  if (!helper)
    return helper.failure();
  sbx::EngineOptions core;
  core.plugin_folders = installation.plugin_folders;
  core.own_plugin_folder = installation.own_plugin_folder;
  core.forbidden_folders = std::move(options.untrusted_folders);
  core.helper = installation.helper;
  core.order = std::move(options.order);
  for (auto& [id, pairs] : options.settings) {
    for (auto& [key, value] : pairs)
      core.settings[id].push_back({key, std::move(value)});
  }
  return std::unique_ptr<Engine>(new Engine(std::make_shared<Impl>(
      std::move(*facts), std::move(installation), std::move(extra), std::move(core))));
}

Result<ResolvedPolicy> Engine::Resolve(const Policy& policy) const {
  Surroundings around = SurroundingsOf(impl_->facts, impl_->installation);
  if (policy.base.empty()) {
    auto now = ReadHost({});
    if (!now)
      return now.failure();
    around.cwd = now->cwd;
  } else {
    auto base = Place(policy.base, "the base of the policy");
    if (!base)
      return base.failure();
    around.cwd = *base;
  }
  auto places = PlacesFor(policy, around);
  if (!places)
    return places.failure();
  places->ask = [&](const std::string& id) { return Ask(id, *impl_, around, places->workspace); };
  auto said = MakeLayered(policy, *places, around.home);
  if (!said)
    return said.failure();
  around.source_files = std::move(said->consulted);
  auto resolved = sbx::Resolve(said->effective.policy, around);
  if (!resolved)
    return resolved.failure();
  auto impl = std::make_shared<ResolvedPolicy::Impl>();
  impl->core = *std::move(resolved);
  impl->said = std::move(said->effective);
  return ResolvedPolicy(std::move(impl));
}

Result<std::unique_ptr<Run>> Engine::Start(const ResolvedPolicy& policy, Launch launch,
                                           Handlers handlers) {
  const auto& core = Inner::Of(policy);
  auto folders = CheckFolders(*impl_, *core);
  if (!folders)
    return folders.failure();
  auto wanted = ToCore(launch, impl_->facts, policy);
  if (!wanted)
    return wanted.failure();
  auto relay = PollRelay::Make();
  if (!relay)
    return relay.failure();
  auto impl = std::make_unique<Run::Impl>(
      std::move(*relay),
      Attempts(impl_, core, std::move(*wanted), RunnerFor(launch.runner, policy)),
      std::move(handlers), std::move(launch.context));
  auto begun = impl->Begin();
  if (!begun)
    return begun.failure();
  return std::unique_ptr<Run>(new Run(std::move(impl)));
}

Result<std::unique_ptr<Fence>> Engine::MakeFence(const ResolvedPolicy& policy,
                                                 FenceOptions options) {
  const auto& core = Inner::Of(policy);
  auto folders = CheckFolders(*impl_, *core);
  if (!folders)
    return folders.failure();
  options.runner = RunnerFor(options.runner, policy);
  auto impl = std::make_unique<Fence::Impl>(impl_, core, std::move(options));
  auto started = impl->Start();
  if (!started)
    return started.failure();
  return std::unique_ptr<Fence>(new Fence(std::move(impl)));
}

Result<Status> Engine::StatusOf(const ResolvedPolicy& policy, const std::string& runner) {
  const auto& core = Inner::Of(policy);
  auto folders = CheckFolders(*impl_, *core);
  if (!folders)
    return folders.failure();
  sbx::Launch launch;
  launch.argv = {"true"};
  launch.cwd = core->around().cwd;
  auto chosen = Choose(impl_->core, core, launch, RunnerFor(runner, policy));
  if (!chosen)
    return chosen.failure();
  Status status;
  status.runner = std::move(chosen->runner);
  const std::string_view overall = OverallLevel(chosen->enforcement, core->wanted());
  status.overall = overall == NameOfLevel(SBX_LEVEL_FULL)   ? Level::kFull
                   : overall == NameOfLevel(SBX_LEVEL_NONE) ? Level::kNone
                                                            : Level::kPartial;
  status.enforcement = FromCore(chosen->enforcement);
  status.notes = std::move(chosen->notes);
  return status;
}

}  // namespace sbx::host
