// SPDX-License-Identifier: MIT
//
// Hands out plans of a draft whose sbx_plan ended earlier.
#include "tests/abi/conformance/faulty.hpp"

namespace {
class OldPlan final : public sbx::plugin::Plan {
 public:
  OldPlan() { view_.size = offsetof(sbx_plan, explain), view_.kind = SBX_PLAN_STEPS; }
  [[nodiscard]] const sbx_plan& view() const override { return view_; }

 private:
  sbx_plan view_{};
};

class OldRunner final : public sbx::faulty::Runner {
  sbx::Result<std::unique_ptr<sbx::plugin::Plan>> Bind(const sbx::plugin::Profile& /*profile*/,
                                                       const sbx_launch& /*launch*/) override {
    return std::unique_ptr<sbx::plugin::Plan>(std::make_unique<OldPlan>());
  }
};
}  // namespace

SBX_RUNNER_PLUGIN(OldRunner, "old_plan", "1.0.0");
