// SPDX-License-Identifier: MIT
//
// BwrapRunner: confines by mounts and namespaces that bubblewrap makes. The plan
// is a WRAP: bwrap executes the host's helper, which applies the inner steps.
#ifndef SBX_PLUGINS_BWRAP_RUNNER_HPP_
#define SBX_PLUGINS_BWRAP_RUNNER_HPP_

#include <memory>
#include <string>
#include <vector>

#include "plugins/bwrap/layout.hpp"
#include "plugins/bwrap/program.hpp"
#include "sbx/plugin/runner.hpp"

namespace sbx::bwrap {

class BwrapRunner final : public plugin::Runner {
 public:
  // What tests of a static build switch off. Nothing outside tests calls it.
  static void WeakenForTests(const Weaken& weaken);

  [[nodiscard]] sbx_restrictions Understood() const override { return SBX_RESTRICTIONS_ALL; }
  Result<void> Configure(std::span<const sbx_setting> settings) override;
  Result<plugin::ProbeResult> Probe(std::uint32_t timeout_ms) override;
  Result<std::unique_ptr<plugin::Profile>> Compile(const sbx_policy& policy) override;
  Result<std::unique_ptr<plugin::Plan>> Bind(const plugin::Profile& profile,
                                             const sbx_launch& launch) override;
  Error Classify(const sbx_failure& failure) override;

 private:
  Settings settings_;
};

}  // namespace sbx::bwrap

#endif  // SBX_PLUGINS_BWRAP_RUNNER_HPP_
