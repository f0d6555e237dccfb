// SPDX-License-Identifier: MIT
#include "core/host/attempts.hpp"

#include <utility>

namespace sbx::host {

Attempts::Attempts(std::shared_ptr<Inner::EngineImpl> engine,
                   std::shared_ptr<const sbx::ResolvedPolicy> policy, sbx::Launch launch,
                   const std::string& choice)
    : engine_(std::move(engine)),
      policy_(std::move(policy)),
      launch_(std::move(launch)),
      choice_(choice),
      candidates_(engine_->core.Candidates(choice)) {
}

Result<std::unique_ptr<sbx::Run>> Attempts::Next(const RunEvents& events) {
  if (policy_->policy().mode != sbx::Mode::kDangerFullAccess) {
    if (auto settings = engine_->core.CheckSettings(choice_); !settings)
      return settings.failure();
  }
  while (left()) {
    runner_ = candidates_[at_++];
    auto prepared = engine_->core.Prepare(policy_, launch_, runner_);
    if (!prepared) {
      Remember(prepared.error());
      continue;
    }
    runner_ = prepared->runner;
    auto run = engine_->core.Start(std::move(*prepared), launch_, events);
    if (run)
      return run;
    Remember(run.error());
  }
  return NoneLeft(choice_, reasons_, ids_);
}

std::string Attempts::PassedOver(const sbx::Run& run) const {
  if (reasons_.empty())
    return {};
  return engine_->core.PassedOver(*policy_, runner_, run.enforcement(), reasons_, ids_);
}

Error Attempts::Reason() const {
  return NoneLeft(choice_, reasons_, ids_).error;
}

void Attempts::Remember(const Error& error) {
  reasons_.push_back(error);
  ids_.push_back(runner_);
}

}  // namespace sbx::host
