// SPDX-License-Identifier: MIT
//
// Engine: policy in, run out. Holds the registry, the kept profiles and the way
// processes are made, and chooses the runner: the first one, in order of
// preference, that enforces everything that is required. A named runner is used
// or refused, never replaced. Everything but the registry is [any].
#ifndef SBX_CORE_ENGINE_ENGINE_HPP_
#define SBX_CORE_ENGINE_ENGINE_HPP_

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "core/platform/run.hpp"
#include "core/plugin/registry.hpp"
#include "core/policy/resolved_policy.hpp"

namespace sbx {

struct EngineOptions {
  std::vector<std::string> plugin_folders;
  std::string own_plugin_folder;               // the one of plugin_folders that is the program's
  std::vector<std::string> forbidden_folders;  // directories that targets may change
  std::string helper;                          // absolute path of the static helper
  std::vector<std::string> order = {"bwrap", "landlock"};  // of preference, for "auto"
  std::map<std::string, std::vector<Setting>> settings;    // by runner id
  std::vector<const sbx_plugin_entry*> static_plugins;     // tests and static builds
};

// A run that is ready to start: the runner was found to enforce what is
// required, the plan is bound.
struct Prepared {
  std::shared_ptr<const ResolvedPolicy> policy;
  std::string runner;          // id, or "none" in danger-full-access
  std::unique_ptr<Plan> plan;  // null in danger-full-access
};

class Engine {
 public:
  // `spawner` makes the processes: a parameter, so that a program carries only the way that
  // it uses (MakeOneShotSpawner, MakeLauncherSpawner).
  Engine(EngineOptions options, std::unique_ptr<Spawner> spawner);
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;
  ~Engine();

  // The runners to try for `choice` ("auto" or an id), in order.
  [[nodiscard]] std::vector<std::string> Candidates(const std::string& choice) const;

  // A setting is never passed over: fails when a candidate of `choice` does not take its own,
  // or when there are settings for a runner that does not exist. Costs nothing without any. [any]
  Result<void> CheckSettings(const std::string& choice);

  // One sentence when an earlier candidate (`ids`, which gave `reasons`) may have held
  // something that `runner` leaves open although the policy wants it; else empty. [any]
  std::string PassedOver(const ResolvedPolicy& policy, const std::string& runner,
                         const std::vector<Enforcement>& held, const std::vector<Error>& reasons,
                         const std::vector<std::string>& ids);

  // Compiles (or takes the kept profile) and binds for one runner.
  Result<Prepared> Prepare(std::shared_ptr<const ResolvedPolicy> policy, const Launch& launch,
                           const std::string& runner);

  // Starts what was prepared. The events are called from Run::Dispatch only.
  Result<std::unique_ptr<Run>> Start(Prepared prepared, Launch launch, RunEvents events,
                                     WeakenForTests weaken = {});

  // Prepares and runs to the end with the first runner of `choice` that works:
  // one that refuses the policy, or fails before the target was executed in a
  // way that another may not, is followed by the next. `drive` is called with
  // each run that was started and returns when it is finished; the default
  // waits. The result names the runner that counts.
  struct Finished {
    std::string runner;
    Outcome outcome;
    std::vector<Enforcement> enforcement;
    std::vector<Error> passed_over;  // why earlier candidates were not used
  };
  Result<Finished> Execute(const std::shared_ptr<const ResolvedPolicy>& policy, Launch launch,
                           const std::string& choice, const RunEvents& events,
                           const std::function<void(Run&)>& drive = {}, WeakenForTests weaken = {});

  // [serial], and not while anything is prepared.
  [[nodiscard]] Registry& registry() { return registry_; }

 private:
  Result<std::shared_ptr<const Profile>> ProfileFor(
      const std::shared_ptr<const ResolvedPolicy>& policy, const std::string& runner);

  EngineOptions options_;
  std::mutex mutex_;  // of registry_ and kept_
  Registry registry_;
  std::unique_ptr<Spawner> spawner_;
  // Kept per (runner, generation); the newest few, oldest dropped first.
  std::vector<std::pair<std::string, std::shared_ptr<const Profile>>> kept_;
};

// One sentence out of why the candidates of `choice` would not do; `reasons` and
// `ids` belong together and are not empty.
[[nodiscard]] Failure NoneLeft(const std::string& choice, const std::vector<Error>& reasons,
                               const std::vector<std::string>& ids);

// The environment of a confined target: `base`, minus LC_ALL and plus
// LC_MESSAGES=C so that messages can be read, with TMPDIR as the policy needs
// it, and with `changes` (NAME=VALUE) last. In danger-full-access `base` and
// `changes` only.
[[nodiscard]] std::vector<std::string> TargetEnvironment(std::vector<std::string> base,
                                                         const ResolvedPolicy& policy,
                                                         const std::vector<std::string>& changes);

}  // namespace sbx

#endif  // SBX_CORE_ENGINE_ENGINE_HPP_
