// SPDX-License-Identifier: MIT
#include "core/engine/engine.hpp"

#include <algorithm>
#include <random>

namespace sbx {
namespace {

constexpr std::size_t kKeptProfiles = 16;

// Apart, because the source is larger than a page of the stack.
[[gnu::noinline]] std::string RandomName() {
  std::random_device source;
  static constexpr char kHex[] = "0123456789abcdef";
  std::string name = "sbx-tmp-";
  for (int i = 0; i < 4; ++i) {
    for (auto [value, digit] = std::pair(source(), 0); digit < 8; ++digit, value >>= 4) {
      name += kHex[value & 15];
    }
  }
  return name;
}

void Replace(std::vector<std::string>& env, const std::string& entry) {
  const std::size_t name = entry.find('=') + 1;
  std::erase_if(
      env, [&](const std::string& other) { return other.compare(0, name, entry, 0, name) == 0; });
  env.push_back(entry);
}

}  // namespace

Engine::Engine(EngineOptions options, std::unique_ptr<Spawner> spawner)
    : options_(std::move(options)),
      registry_(options_.plugin_folders, options_.forbidden_folders, options_.own_plugin_folder),
      spawner_(std::move(spawner)) {
  for (const sbx_plugin_entry* entry : options_.static_plugins)
    registry_.AddStatic(*entry);
}

Engine::~Engine() = default;

std::vector<std::string> Engine::Candidates(const std::string& choice) const {
  if (choice == "auto")
    return options_.order;
  return {choice};
}

Result<std::shared_ptr<const Profile>> Engine::ProfileFor(
    const std::shared_ptr<const ResolvedPolicy>& policy, const std::string& runner) {
  const auto settings = options_.settings.find(runner);
  std::unique_lock lock(mutex_);
  auto handle = registry_.Runner(
      runner, settings == options_.settings.end() ? std::vector<Setting>{} : settings->second);
  if (!handle)
    return handle.failure();
  const auto find = [&]() -> std::shared_ptr<const Profile> {
    for (const auto& [id, kept] : kept_) {
      if (id == runner && kept->policy().generation() == policy->generation())
        return kept;
    }
    return nullptr;
  };
  if (auto kept = find())
    return kept;
  lock.unlock();  // other policies need not wait for this one
  auto compiled = (*handle)->Compile(policy);
  if (!compiled)
    return compiled.failure();
  lock.lock();
  if (auto kept = find())
    return kept;
  if (kept_.size() == kKeptProfiles)
    kept_.erase(kept_.begin());
  kept_.emplace_back(runner, *compiled);
  return *compiled;
}

Result<Prepared> Engine::Prepare(std::shared_ptr<const ResolvedPolicy> policy, const Launch& launch,
                                 const std::string& runner) {
  if (policy->policy().mode == Mode::kDangerFullAccess) {
    return Prepared{std::move(policy), "none", nullptr};
  }
  auto profile = ProfileFor(policy, runner);
  if (!profile)
    return profile.failure();

  std::vector<sbx_str> argv;
  argv.reserve(launch.argv.size());
  for (const std::string& word : launch.argv)
    argv.push_back(Borrow(word));
  std::string temp_name;
  if (policy->policy().tmp == Tmp::kPrivate)
    temp_name = RandomName();
  sbx_launch view{};
  view.size = sizeof view;
  view.flags = launch.terminal ? SBX_LAUNCH_TERMINAL : 0;
  view.argv = argv.data();
  view.argc = argv.size();
  view.cwd = Borrow(launch.cwd);
  view.temp_name = Borrow(temp_name);
  auto plan = (*profile)->runner().Bind(*profile, view);
  if (!plan)
    return plan.failure();
  return Prepared{std::move(policy), runner, std::move(*plan)};
}

Result<std::unique_ptr<Run>> Engine::Start(Prepared prepared, Launch launch, RunEvents events,
                                           WeakenForTests weaken) {
  RunRequest request{std::move(prepared.policy), std::move(prepared.plan), std::move(launch),
                     weaken};
  return Run::Start(*spawner_, options_.helper, std::move(request), std::move(events));
}

Result<Engine::Finished> Engine::Execute(const std::shared_ptr<const ResolvedPolicy>& policy,
                                         Launch launch, const std::string& choice,
                                         const RunEvents& events,
                                         const std::function<void(Run&)>& drive,
                                         WeakenForTests weaken) {
  std::vector<Error> reasons;
  std::vector<std::string> ids;
  const std::vector<std::string> candidates = Candidates(choice);
  if (policy->policy().mode != Mode::kDangerFullAccess) {
    if (auto settings = CheckSettings(choice); !settings)
      return settings.failure();
  }
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    ids.push_back(candidates[i]);
    auto prepared = Prepare(policy, launch, candidates[i]);
    if (!prepared) {
      reasons.push_back(prepared.error());
      continue;
    }
    const std::string runner = prepared->runner;
    const bool last = i + 1 == candidates.size();
    if (events.starting)
      events.starting(true);
    Launch own;
    if (last)
      std::swap(own, launch);  // nobody asks for it again
    else
      own = launch;
    auto run = Start(std::move(*prepared), std::move(own), events, weaken);
    if (!run) {
      reasons.push_back(run.error());
      if (events.starting)
        events.starting(false);
      continue;
    }
    if (!reasons.empty() && events.notice) {
      const auto said = PassedOver(*policy, runner, (*run)->enforcement(), reasons, ids);
      if (!said.empty())
        events.notice(said);
    }
    if (drive) {
      drive(**run);
    } else {
      (*run)->Wait();
    }
    const Outcome& outcome = (*run)->outcome();
    if (outcome.end == Outcome::End::kNotStarted && outcome.try_next && !last) {
      reasons.push_back(outcome.error);
      if (events.starting)
        events.starting(false);
      continue;
    }
    if (outcome.end == Outcome::End::kNotStarted) {
      reasons.push_back(outcome.error);
      break;
    }
    return Finished{runner, outcome, (*run)->enforcement(), std::move(reasons)};
  }
  return NoneLeft(choice, reasons, ids);
}

Failure NoneLeft(const std::string& choice, const std::vector<Error>& reasons,
                 const std::vector<std::string>& ids) {
  const std::string first = reasons.empty() ? std::string() : reasons.front().Sentence();
  const bool one =
      std::ranges::all_of(reasons, [&](const Error& reason) { return reason.Sentence() == first; });
  if (one && !reasons.empty())
    return Failure{reasons.front()};
  std::string why;
  for (std::size_t i = 0; i < reasons.size(); ++i) {
    if (!why.empty())
      why += "; ";
    why += ids[i] + ": " + reasons[i].Sentence();
  }
  return Fail(SBX_E_REFUSED, "enforce the policy with any runner of '" + choice + "'", {}, why);
}

std::vector<std::string> TargetEnvironment(std::vector<std::string> env,
                                           const ResolvedPolicy& policy,
                                           const std::vector<std::string>& changes) {
  if (policy.policy().mode != Mode::kDangerFullAccess) {
    std::erase_if(env, [](const std::string& entry) { return entry.starts_with("LC_ALL="); });
    Replace(env, "LC_MESSAGES=C");
    if (!policy.temp_dir().empty())
      Replace(env, "TMPDIR=" + policy.temp_dir());
  }
  for (const std::string& change : changes)
    Replace(env, change);
  return env;
}

}  // namespace sbx
