// SPDX-License-Identifier: MIT
//
// Says of everything that is required that it is held, whatever it means.
#include "tests/abi/conformance/faulty.hpp"

namespace {
class ClaimsNewer final : public sbx::faulty::Runner {
  void Fill(sbx_restrictions wanted, sbx::plugin::PlanBuilder& plan) override {
    Runner::Fill(wanted, plan);
    const sbx_restrictions newer = wanted & ~SBX_RESTRICTIONS_ALL;
    if (newer != 0)
      plan.Enforce(newer, SBX_LEVEL_FULL, "good will");
  }
};
}  // namespace

SBX_RUNNER_PLUGIN(ClaimsNewer, "claims_newer", "1.0.0");
