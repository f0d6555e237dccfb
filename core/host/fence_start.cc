// SPDX-License-Identifier: MIT
//
// Which runner confines a fence, and how its process comes and goes.
#include <algorithm>
#include <utility>

#include "core/host/fence_impl.hpp"

namespace sbx::host {
namespace {

constexpr sbx_restrictions kOfFiles =
    SBX_FS_READ | SBX_FS_WRITE | SBX_OWN_CONFIG | SBX_FS_PROTECT | SBX_FS_PATTERN;

bool HoldsFiles(const std::vector<sbx::Enforcement>& enforcement, sbx_restrictions wanted) {
  sbx_restrictions open = wanted & kOfFiles;
  for (const sbx::Enforcement& entry : enforcement) {
    if (entry.level == SBX_LEVEL_FULL)
      open &= ~entry.restriction;
  }
  return open == 0;
}

}  // namespace

Fence::Impl::Impl(std::shared_ptr<Inner::EngineImpl> engine_,
                  std::shared_ptr<const sbx::ResolvedPolicy> policy_, FenceOptions options_)
    : engine(std::move(engine_)), policy(std::move(policy_)), options(std::move(options_)) {
  launch_.argv = {"sbx-fence"};
  launch_.cwd = policy->around().cwd;
  launch_.in = launch_.out = launch_.err = sbx::Stream{sbx::Stream::Kind::kNull};
}

std::vector<Fence::Impl::Candidate> Fence::Impl::Candidates(std::vector<Error>* reasons,
                                                            std::vector<std::string>* ids) {
  std::vector<Candidate> found;
  for (const std::string& id : engine->core.Candidates(options.runner)) {
    auto prepared = engine->core.Prepare(policy, launch_, id);
    if (!prepared) {
      reasons->push_back(prepared.error());
      ids->push_back(id);
      continue;
    }
    Candidate candidate{id, std::move(*prepared), {}, false, true};
    const Plan* plan = candidate.prepared.plan.get();
    candidate.enforcement = Foresee(*policy, plan);
    candidate.whole = plan == nullptr || HoldsFiles(candidate.enforcement, policy->wanted());
    candidate.steps = plan == nullptr || plan->get().kind == SBX_PLAN_STEPS;
    found.push_back(std::move(candidate));
    if (plan == nullptr)
      break;
  }
  std::ranges::stable_sort(found, [](const Candidate& a, const Candidate& b) {
    return a.whole != b.whole ? a.whole : a.steps && !b.steps;
  });
  return found;
}

Result<void> Fence::Impl::Start() {
  if (policy->policy().mode != sbx::Mode::kDangerFullAccess) {
    if (auto settings = engine->core.CheckSettings(options.runner); !settings)
      return settings.failure();
  }
  std::vector<Error> reasons;
  std::vector<std::string> ids;
  for (Candidate& candidate : Candidates(&reasons, &ids)) {
    ids.push_back(candidate.id);
    auto started = Try(std::move(candidate));
    if (started)
      return {};
    reasons.push_back(started.error());
  }
  return NoneLeft(options.runner, reasons, ids);
}

// It answers once everything is confined; a run that ends before says why.
Result<void> Fence::Impl::Try(Candidate candidate) {
  auto made = FileRequests::Make();
  if (!made)
    return made.failure();
  launch_.requests_fd = made->their_end();
  auto started = engine->core.Start(std::move(candidate.prepared), launch_, {});
  launch_.requests_fd = -1;
  if (!started)
    return started.failure();
  made->GiveUpTheirEnd();
  made->SetPatience(options.patience);
  const FileReply hello = made->Hello();
  if (hello.error != 0) {
    (*started)->Kill();
    const sbx::Outcome& outcome = (*started)->Wait();
    if (outcome.end == sbx::Outcome::End::kNotStarted)
      return Failure{outcome.error};
    return FailOs(hello.error, "start the process of a fence");
  }
  (*started)->Dispatch();  // the listener is handed over, and what is weaker is known
  const std::lock_guard lock(state);
  requests = std::move(*made);
  cancelled = false;
  run = std::move(*started);
  runner = candidate.id;
  enforcement = run->enforcement();
  leaves_open = !HoldsFiles(enforcement, policy->wanted()) &&
                policy->policy().mode != sbx::Mode::kDangerFullAccess;
  return {};
}

// There is a process, and nobody has cancelled it.
Result<void> Fence::Impl::Ready() {
  {
    const std::lock_guard lock(state);
    if (requests && !cancelled)
      return {};
  }
  End();
  return Start();
}

void Fence::Impl::End() {
  std::unique_ptr<sbx::Run> ended;  // and waited for, without the lock
  const std::lock_guard lock(state);
  requests.reset();
  ended = std::move(run);
}

void Fence::Impl::Cancel() {
  const std::lock_guard lock(state);
  cancelled = true;
  if (requests)
    requests->Cancel();
  if (run != nullptr)
    run->Kill();
}

}  // namespace sbx::host
