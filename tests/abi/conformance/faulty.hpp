// SPDX-License-Identifier: MIT
//
// A runner that keeps the contract and holds nothing. Each file beside this one
// changes what makes it break the contract in exactly one way.
#ifndef SBX_TESTS_ABI_CONFORMANCE_FAULTY_HPP_
#define SBX_TESTS_ABI_CONFORMANCE_FAULTY_HPP_

#include <memory>
#include <string>
#include <utility>

#include "sbx/plugin/export.hpp"
#include "sbx/plugin/plan_builder.hpp"

namespace sbx::faulty {

struct Wanted final : plugin::Profile {
  sbx_restrictions wanted = 0;
};

class Runner : public plugin::Runner {
 public:
  [[nodiscard]] sbx_restrictions Understood() const override { return SBX_FS_WRITE; }
  Result<void> Configure(std::span<const sbx_setting> settings) override {
    if (settings.empty())
      return {};
    return Fail(SBX_E_INVALID, "use the setting", std::string(View(settings.front().key)));
  }
  Result<plugin::ProbeResult> Probe(std::uint32_t /*timeout_ms*/) override {
    return plugin::ProbeResult{};
  }
  Result<std::unique_ptr<plugin::Profile>> Compile(const sbx_policy& policy) override {
    auto profile = std::make_unique<Wanted>();
    profile->wanted = policy.wanted;
    return std::unique_ptr<plugin::Profile>(std::move(profile));
  }
  Result<std::unique_ptr<plugin::Plan>> Bind(const plugin::Profile& profile,
                                             const sbx_launch& /*launch*/) override {
    auto plan = std::make_unique<plugin::PlanBuilder>(SBX_PLAN_STEPS);
    Fill(static_cast<const Wanted&>(profile).wanted, *plan);
    return std::unique_ptr<plugin::Plan>(std::move(plan));
  }
  Error Classify(const sbx_failure& /*failure*/) override {
    return {SBX_E_OS, 0, "start the command", {}, "try again"};
  }

 protected:
  virtual void Fill(sbx_restrictions /*wanted*/, plugin::PlanBuilder& plan) {
    plan.Enforce(SBX_FS_WRITE, SBX_LEVEL_NONE, {}, "nothing is held");
  }
};

}  // namespace sbx::faulty

#endif  // SBX_TESTS_ABI_CONFORMANCE_FAULTY_HPP_
