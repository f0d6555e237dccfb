// SPDX-License-Identifier: MIT
#include "core/engine/choose.hpp"

#include <cstdint>

namespace sbx {
namespace {

constexpr std::uint32_t kProbeTimeoutMs = 5000;

}  // namespace

Result<Choice> Choose(Engine& engine, const std::shared_ptr<const ResolvedPolicy>& policy,
                      const Launch& launch, const std::string& choice) {
  Choice chosen;
  if (policy->policy().mode == Mode::kDangerFullAccess) {
    chosen.runner = "none";
    chosen.enforcement = Foresee(*policy, nullptr);
    return chosen;
  }
  if (auto settings = engine.CheckSettings(choice); !settings)
    return settings.failure();
  std::string why;
  for (const std::string& id : engine.Candidates(choice)) {
    auto prepared = engine.Prepare(policy, launch, id);
    const auto remember = [&](const Error& error) {
      why += (why.empty() ? "" : "; ") + id + ": " + error.Sentence();
      chosen.notes.push_back(id + ": " + error.Sentence());
    };
    if (!prepared) {
      remember(prepared.error());
      continue;
    }
    auto probe = prepared->plan->profile().runner().Probe(kProbeTimeoutMs);
    if (!probe) {
      remember(probe.error());
      continue;
    }
    for (const std::string& note : probe->notes)
      chosen.notes.push_back(id + ": " + note);
    chosen.runner = id;
    chosen.enforcement = Foresee(*policy, prepared->plan.get());
    return chosen;
  }
  return Fail(SBX_E_REFUSED, "enforce the policy on this host", {}, why);
}

}  // namespace sbx
