// SPDX-License-Identifier: MIT
//
// A runner that hands out whatever plan the test has left for it.
#include "tests/unit/launch/runner_entry.hpp"

#include "sbx/plugin/export.hpp"

namespace sbx::test {
namespace {

class HandMade final : public plugin::Runner {
 public:
  [[nodiscard]] sbx_restrictions Understood() const override { return SBX_RESTRICTIONS_ALL; }
  Result<void> Configure(std::span<const sbx_setting>) override { return {}; }
  Result<plugin::ProbeResult> Probe(std::uint32_t) override { return plugin::ProbeResult{}; }
  Result<std::unique_ptr<plugin::Profile>> Compile(const sbx_policy&) override {
    return std::make_unique<plugin::Profile>();
  }
  Result<std::unique_ptr<plugin::Plan>> Bind(const plugin::Profile&, const sbx_launch&) override {
    return std::unique_ptr<plugin::Plan>(std::move(NextPlan()));
  }
  Error Classify(const sbx_failure& failure) override {
    return {SBX_E_UNSUPPORTED, 0, "start the wrapper", std::string(View(failure.wrapper_text)),
            "status " + std::to_string(failure.wait_status)};
  }
};

}  // namespace

std::unique_ptr<plugin::PlanBuilder>& NextPlan() {
  static std::unique_ptr<plugin::PlanBuilder> plan;
  return plan;
}

}  // namespace sbx::test

SBX_RUNNER_PLUGIN(sbx::test::HandMade, "hand-made", "1.0.0");
