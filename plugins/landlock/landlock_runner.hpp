// SPDX-License-Identifier: MIT
//
// The runner of kernels with Landlock and of machines where nothing may be
// mounted: rules on file-system objects by Landlock, sockets and the kernel's
// surface by seccomp, both applied by the target to itself just before exec.
// It costs two system calls per run, and nothing is left on the host.
//
// Landlock cannot take away from what it allows: a policy that closes something
// inside a writable folder is refused here (see plugins/linux/ruleset.hpp).
#ifndef SBX_PLUGINS_LANDLOCK_LANDLOCK_RUNNER_HPP_
#define SBX_PLUGINS_LANDLOCK_LANDLOCK_RUNNER_HPP_

#include <memory>
#include <span>

#include "plugins/linux/seccomp.hpp"
#include "plugins/linux/uapi/landlock.h"
#include "sbx/plugin/runner.hpp"

namespace sbx::runner {

// What a test leaves out while the enforcement still claims it, to watch the
// test of that claim fail. Reached by linking the class, and in no other way:
// the plugin makes its runner with the defaults.
struct LandlockSwitches {
  int abi_limit = SBX_LANDLOCK_ABI_KNOWN;  // behave as on an older kernel
  bool omit_files = false;
  bool omit_signal_scope = false;
  bool omit_abstract_scope = false;
  bool omit_tcp = false;
  bool omit_landlock = false;  // no ruleset at all
  bool omit_filter = false;    // no seccomp at all
  bool omit_unix_datagram = false;
  FilterRequest filter{};  // its omit_ members only
};

class LandlockRunner : public plugin::Runner {
 public:
  LandlockRunner() = default;
  explicit LandlockRunner(const LandlockSwitches& switches) : switches_(switches) {}

  [[nodiscard]] sbx_restrictions Understood() const override { return SBX_RESTRICTIONS_ALL; }
  Result<void> Configure(std::span<const sbx_setting> settings) override;
  Result<plugin::ProbeResult> Probe(std::uint32_t timeout_ms) override;
  Result<std::unique_ptr<plugin::Profile>> Compile(const sbx_policy& policy) override;
  Result<std::unique_ptr<plugin::Plan>> Bind(const plugin::Profile& profile,
                                             const sbx_launch& launch) override;
  Error Classify(const sbx_failure& failure) override;

 private:
  [[nodiscard]] int Abi() const;

  LandlockSwitches switches_;
};

}  // namespace sbx::runner

#endif  // SBX_PLUGINS_LANDLOCK_LANDLOCK_RUNNER_HPP_
