// SPDX-License-Identifier: MIT
#include <vector>

#include "plugins/landlock/landlock_runner.hpp"
#include "sbx/plugin/export.hpp"
#include "tests/confine/weaken.hpp"

namespace {

sbx::runner::LandlockSwitches& Switches() {
  static sbx::runner::LandlockSwitches switches;
  return switches;
}

// Looks at the switches whenever a policy is compiled.
class Switched final : public sbx::plugin::Runner {
 public:
  [[nodiscard]] sbx_restrictions Understood() const override { return SBX_RESTRICTIONS_ALL; }
  sbx::Result<void> Configure(std::span<const sbx_setting> settings) override {
    return sbx::runner::LandlockRunner().Configure(settings);
  }
  sbx::Result<sbx::plugin::ProbeResult> Probe(std::uint32_t timeout_ms) override {
    return sbx::runner::LandlockRunner().Probe(timeout_ms);
  }
  sbx::Result<std::unique_ptr<sbx::plugin::Profile>> Compile(const sbx_policy& policy) override {
    return sbx::runner::LandlockRunner(Switches()).Compile(policy);
  }
  sbx::Result<std::unique_ptr<sbx::plugin::Plan>> Bind(const sbx::plugin::Profile& profile,
                                                       const sbx_launch& launch) override {
    return sbx::runner::LandlockRunner(Switches()).Bind(profile, launch);
  }
  sbx::Error Classify(const sbx_failure& failure) override {
    return sbx::runner::LandlockRunner().Classify(failure);
  }
};

}  // namespace

SBX_RUNNER_PLUGIN_NAMED(sbx_entry_switched_landlock, Switched, "landlock", "0.1.0");

namespace sbx::confine {
namespace {

using runner::LandlockSwitches;

std::function<void(bool)> Set(void (*change)(LandlockSwitches& switches)) {
  return [change](bool off) {
    Switches() = LandlockSwitches();
    if (off)
      change(Switches());
  };
}

std::vector<Off> Mechanisms() {
  const auto files = Set([](LandlockSwitches& s) { s.omit_files = true; });
  const auto all = Set([](LandlockSwitches& s) { s.omit_landlock = true; });
  const auto signal = Set([](LandlockSwitches& s) { s.omit_signal_scope = true; });
  const auto abstract = Set([](LandlockSwitches& s) { s.omit_abstract_scope = true; });
  const auto datagram = Set([](LandlockSwitches& s) { s.omit_unix_datagram = true; });
  const auto terminal = Set([](LandlockSwitches& s) { s.filter.omit_terminal = true; });
  const auto kernel = Set([](LandlockSwitches& s) { s.filter.omit_kernel = true; });
  const auto namespaces = Set([](LandlockSwitches& s) { s.filter.omit_namespaces = true; });
  const auto keyring = Set([](LandlockSwitches& s) { s.filter.omit_keyring = true; });
  const auto modes = Set([](LandlockSwitches& s) { s.filter.omit_modes = true; });
  const auto sockets = Set([](LandlockSwitches& s) { s.filter.omit_sockets = true; });
  const auto both = Set([](LandlockSwitches& s) {
    s.omit_filter = true;
    s.omit_landlock = true;
  });
  WeakenForTests descriptors, capabilities, listener, unwatched, limits;
  descriptors.keep_descriptors = true;
  capabilities.keep_capabilities = true;
  listener.no_listener = true;
  // Root without capabilities may not schedule root with them.
  unwatched.no_listener = unwatched.keep_capabilities = true;
  limits.no_limits = true;
  return {
      {"rules on files", "write-outside", files},
      {"rules on files", "create-outside", files},
      {"rules on files", "rename-out", files},
      {"rules on files", "symlink-swap", files},
      {"rules on files", "read-denied", files},
      {"rules on files", "write-fifo", files},
      {"rules on files", "reopen-input", files},
      {"the domain and dropping capabilities", "ptrace", all, capabilities},
      {"the domain and dropping capabilities", "proc-mem", all, capabilities},
      {"the domain and dropping capabilities", "process-vm-readv", all, capabilities},
      {"the signal scope", "signal-kill", signal},
      {"the signal scope", "signal-owner", signal},
      {"the listener and dropping capabilities", "schedule-nice", {}, unwatched},
      {"the listener and dropping capabilities", "schedule-io", {}, unwatched},
      {"the listener and dropping capabilities", "schedule-affinity", {}, unwatched},
      {"the listener and dropping capabilities", "schedule-policy", {}, unwatched},
      {"the listener and dropping capabilities", "schedule-param", {}, unwatched},
      {"the listener and dropping capabilities", "schedule-attributes", {}, unwatched},
      {"the domain and dropping capabilities", "kcmp", all, capabilities},
      {"the domain and dropping capabilities", "move-pages", all, capabilities},
      {"the domain and dropping capabilities", "migrate-pages", all, capabilities},
      {"the domain and dropping capabilities", "process-madvise", all, capabilities},
      {"the scope of abstract sockets and the listener", "unix-abstract", abstract, listener},
      {"the filter of datagram sockets", "unix-dgram", datagram},
      {"the filter of datagram sockets", "unix-dgram-pair", datagram},
      {"the filter of terminals", "tiocsti", terminal},
      {"the filter of terminals", "tiocsti-high", terminal},
      {"the filter of the kernel", "io-uring", kernel},
      {"the filter of the kernel", "i386", kernel},
      {"the filter and the domain", "user-namespace", both},
      {"the filter of namespaces", "clone3-namespace", namespaces},
      {"the filter of keyrings", "keyctl-read", keyring},
      {"the filter of keyrings", "add-key", keyring},
      {"the filter of modes", "setuid-bit", modes},
      {"the filter of sockets", "udp", sockets},
      {"the filter of sockets and the listener", "mptcp", sockets, listener},
      {"the filter of sockets", "netlink", sockets},
      {"the listener", "unix-connect", {}, listener},
      {"the listener", "tmux", {}, listener},
      {"the listener", "chmod-outside", {}, listener},
      {"closing descriptors", "inherited-file", {}, descriptors},
      {"closing descriptors", "inherited-any", {}, descriptors},
      {"dropping capabilities", "capabilities", {}, capabilities, true},
      {"limits", "limit-file-size", {}, limits},
      {"limits", "limit-open-files", {}, limits},
      {"limits", "limit-memory", {}, limits},
  };
}

class WeakLandlock : public ::testing::TestWithParam<Off> {};

TEST_P(WeakLandlock, IsCaught) {
  Bench* bench = TheBench({&sbx_entry_switched_landlock});
  ASSERT_NE(bench, nullptr);
  SBX_NEED_RUNNER(*bench, "landlock");
  ExpectCaught(*bench, "landlock", GetParam(), {&sbx_entry_switched_landlock});
}

INSTANTIATE_TEST_SUITE_P(Without, WeakLandlock, ::testing::ValuesIn(Mechanisms()),
                         [](const auto& one) {
                           return TestName(one.param.mechanism + "_" + one.param.attack);
                         });

}  // namespace
}  // namespace sbx::confine
