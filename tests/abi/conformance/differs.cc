// SPDX-License-Identifier: MIT
//
// Plans something else each time that a policy is compiled.
#include <atomic>

#include "tests/abi/conformance/faulty.hpp"

namespace {
std::atomic<int> compiled{0};

class Differs final : public sbx::faulty::Runner {
  sbx::Result<std::unique_ptr<sbx::plugin::Profile>> Compile(const sbx_policy& policy) override {
    ++compiled;
    return Runner::Compile(policy);
  }
  void Fill(sbx_restrictions wanted, sbx::plugin::PlanBuilder& plan) override {
    Runner::Fill(wanted, plan);
    plan.AddExplain("policy number " + std::to_string(compiled));
  }
};
}  // namespace

SBX_RUNNER_PLUGIN(Differs, "differs", "1.0.0");
