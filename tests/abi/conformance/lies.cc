// SPDX-License-Identifier: MIT
//
// Keeps the contract, and says that it holds what it does nothing about: only an
// attack can tell.
#include "tests/abi/conformance/faulty.hpp"

namespace {
class Lies final : public sbx::faulty::Runner {
  [[nodiscard]] sbx_restrictions Understood() const override {
    return SBX_FS_WRITE | SBX_PRIVILEGE;
  }
  void Fill(sbx_restrictions wanted, sbx::plugin::PlanBuilder& plan) override {
    plan.Enforce(SBX_FS_WRITE, SBX_LEVEL_FULL, "good will");
    if ((wanted & SBX_PRIVILEGE) != 0)
      plan.Enforce(SBX_PRIVILEGE, SBX_LEVEL_FULL, "good will");
  }
};
}  // namespace

SBX_RUNNER_PLUGIN(Lies, "lies", "1.0.0");
