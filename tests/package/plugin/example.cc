// SPDX-License-Identifier: MIT
//
// A runner that refuses every run, and says so in its own words.
#include "sbx/plugin/export.hpp"
#include "sbx/plugin/runner.hpp"

namespace {

class Example final : public sbx::plugin::Runner {
 public:
  [[nodiscard]] sbx_restrictions Understood() const override { return SBX_RESTRICTIONS_ALL; }
  sbx::Result<void> Configure(std::span<const sbx_setting>) override { return {}; }
  sbx::Result<sbx::plugin::ProbeResult> Probe(std::uint32_t) override {
    return sbx::plugin::ProbeResult{};
  }
  sbx::Result<std::unique_ptr<sbx::plugin::Profile>> Compile(const sbx_policy&) override {
    return sbx::Fail(SBX_E_UNSUPPORTED, "run", {}, "the example plans nothing");
  }
  sbx::Result<std::unique_ptr<sbx::plugin::Plan>> Bind(const sbx::plugin::Profile&,
                                                       const sbx_launch&) override {
    return sbx::Fail(SBX_E_UNSUPPORTED, "run", {}, "the example plans nothing");
  }
  sbx::Error Classify(const sbx_failure&) override { return {SBX_E_UNSUPPORTED, 0, "run", {}, {}}; }
};

}  // namespace

SBX_RUNNER_PLUGIN(Example, "example", "1.0.0");
