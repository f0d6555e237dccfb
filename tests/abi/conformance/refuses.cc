// SPDX-License-Identifier: MIT
//
// Refuses every policy, and cannot probe, each time with its reason.
#include "tests/abi/conformance/faulty.hpp"

namespace {
class Refuses final : public sbx::faulty::Runner {
  sbx::Result<sbx::plugin::ProbeResult> Probe(std::uint32_t /*timeout_ms*/) override {
    return sbx::Fail(SBX_E_UNSUPPORTED, "probe", {}, "not today");
  }
  sbx::Result<std::unique_ptr<sbx::plugin::Profile>> Compile(
      const sbx_policy& /*policy*/) override {
    return sbx::Fail(SBX_E_REFUSED, "compile the policy", {}, "not today");
  }
};
}  // namespace

SBX_RUNNER_PLUGIN(Refuses, "refuses", "1.0.0");
