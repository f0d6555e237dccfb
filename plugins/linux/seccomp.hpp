// SPDX-License-Identifier: MIT
//
// The seccomp filter that Linux runners put under their other mechanisms: what
// neither Landlock nor a mount namespace stops. Built as a tree over system
// call numbers, so that a call meets about ten instructions. Default: allow.
//
// Judges registers only. What it cannot see (paths, socket addresses) is held
// elsewhere or named as not held.
#ifndef SBX_PLUGINS_LINUX_SECCOMP_HPP_
#define SBX_PLUGINS_LINUX_SECCOMP_HPP_

#include <linux/filter.h>

#include <vector>

namespace sbx::runner {

struct FilterRequest {
  bool no_network = false;        // only Unix and routing sockets can be made
  bool no_unix_datagram = false;  // AF_UNIX datagram sockets and pairs cannot be made
  bool no_unix = false;           // no AF_UNIX socket() at all; socketpair of streams stays
  bool no_sysv = false;           // no System V IPC and POSIX queues
  bool root = false;              // the target is uid 0: no setgid bits either
  // Groups that a test switches off to see that the test of a held line fails.
  bool omit_namespaces = false;
  bool omit_terminal = false;
  bool omit_kernel = false;
};

// For the architecture that this file is compiled for (x86-64 or aarch64).
[[nodiscard]] std::vector<sock_filter> BuildFilter(const FilterRequest& request);

}  // namespace sbx::runner

#endif  // SBX_PLUGINS_LINUX_SECCOMP_HPP_
