// SPDX-License-Identifier: MIT
#include <vector>

#include "plugins/bwrap/runner.hpp"
#include "sbx/plugin/export.hpp"
#include "tests/confine/weaken.hpp"

SBX_RUNNER_PLUGIN_NAMED(sbx_entry_switched_bwrap, sbx::bwrap::BwrapRunner, "bwrap", "0.1.0");

namespace sbx::confine {
namespace {

using bwrap::Weaken;

std::function<void(bool)> Set(bool Weaken::*part, bool Weaken::*second = nullptr) {
  return [part, second](bool off) {
    Weaken weaken;
    if (off)
      weaken.*part = true;
    if (off && second != nullptr)
      weaken.*second = true;
    bwrap::BwrapRunner::WeakenForTests(weaken);
  };
}

std::vector<Off> Mechanisms() {
  WeakenForTests descriptors, listener, limits;
  descriptors.keep_descriptors = true;
  listener.no_listener = true;
  limits.no_limits = true;
  return {
      {"pins", "rename-ancestor", Set(&Weaken::pins)},
      {"mounts over objects", "write-protected", Set(&Weaken::protect)},
      {"mounts over objects", "read-denied", Set(&Weaken::protect)},
      {"mounts over objects", "read-denied-inside", Set(&Weaken::protect)},
      {"mounts over objects", "own-config-write", Set(&Weaken::protect)},
      {"mounts over objects", "protect-add", Set(&Weaken::protect)},
      {"pins", "protect-ancestor", Set(&Weaken::pins)},
      {"the held name", "own-config-create", Set(&Weaken::hold)},
      {"the write layer", "write-fifo", Set(&Weaken::write_layer)},
      {"the write layer", "reopen-input", Set(&Weaken::write_layer)},
      {"the ipc namespace", "sysv-shm", Set(&Weaken::ipc_namespace)},
      {"the ipc namespace and the write layer", "posix-mq",
       Set(&Weaken::ipc_namespace, &Weaken::write_layer)},
      {"the pid namespace", "proc-list", Set(&Weaken::pid_namespace)},
      {"the pid namespace and the scope", "signal-kill",
       Set(&Weaken::pid_namespace, &Weaken::scope)},
      {"the pid namespace", "schedule-nice", Set(&Weaken::pid_namespace), {}, false, true},
      {"the pid namespace", "schedule-affinity", Set(&Weaken::pid_namespace), {}, false, true},
      {"the network namespace and the filter", "tcp",
       Set(&Weaken::network_namespace, &Weaken::filter)},
      {"the network namespace and the filter", "udp",
       Set(&Weaken::network_namespace, &Weaken::filter)},
      {"the private temporary directory", "write-tmp", Set(&Weaken::private_tmp)},
      {"the scope and the listener", "unix-abstract", Set(&Weaken::scope), listener},
      {"the filter", "tiocsti", Set(&Weaken::filter)},
      {"the filter", "tiocsti-high", Set(&Weaken::filter)},
      {"the filter", "io-uring", Set(&Weaken::filter)},
      {"the filter", "i386", Set(&Weaken::filter)},
      {"the filter", "keyctl-read", Set(&Weaken::filter)},
      {"the filter", "unix-dgram", Set(&Weaken::filter)},
      {"the filter", "setuid-bit", Set(&Weaken::filter)},
      {"the listener", "unix-connect", {}, listener},
      {"the listener", "tmux", {}, listener},
      {"closing descriptors", "inherited-file", {}, descriptors},
      {"closing descriptors and the write layer", "inherited-dir", Set(&Weaken::write_layer),
       descriptors},
      {"closing descriptors", "inherited-any", {}, descriptors},
      {"limits", "limit-file-size", {}, limits},
      {"limits", "limit-open-files", {}, limits},
      {"limits", "limit-memory", {}, limits},
  };
}

class WeakBwrap : public ::testing::TestWithParam<Off> {};

TEST_P(WeakBwrap, IsCaught) {
  Bench* bench = TheBench({&sbx_entry_switched_bwrap});
  ASSERT_NE(bench, nullptr);
  SBX_NEED_RUNNER(*bench, "bwrap");
  ExpectCaught(*bench, "bwrap", GetParam(), {&sbx_entry_switched_bwrap});
}

INSTANTIATE_TEST_SUITE_P(Without, WeakBwrap, ::testing::ValuesIn(Mechanisms()),
                         [](const auto& one) {
                           return TestName(one.param.mechanism + "_" + one.param.attack);
                         });

}  // namespace
}  // namespace sbx::confine
