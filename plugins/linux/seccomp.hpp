// SPDX-License-Identifier: MIT
//
// The seccomp filter that Linux runners put under their other mechanisms: what
// neither Landlock nor a mount namespace stops. Built as a tree over system
// call numbers, so that a call meets about ten instructions. Default: allow.
//
// Judges registers only. What it cannot see (paths, socket addresses) is held
// elsewhere or named as not held. Calls whose arguments lie in memory and that
// have an older form with registers (clone3, openat2) answer ENOSYS, so that
// programs take the older form.
#ifndef SBX_PLUGINS_LINUX_SECCOMP_HPP_
#define SBX_PLUGINS_LINUX_SECCOMP_HPP_

#include <linux/filter.h>

#include <cstdint>
#include <vector>

namespace sbx::runner {

struct FilterRequest {
  bool no_network = false;        // only Unix and routing sockets can be made
  bool no_unix_datagram = false;  // AF_UNIX datagram sockets and pairs cannot be made
  bool no_unix = false;           // no AF_UNIX socket() at all; socketpair of streams stays
  bool no_sysv = false;           // no System V IPC and POSIX queues
  bool root = false;              // the target is uid 0: no setgid bits either
  // Groups that a test switches off to see that the test of a held line fails.
  bool omit_namespaces = false;  // mounts, namespaces, chroot
  bool omit_terminal = false;    // TIOCSTI, TIOCLINUX
  bool omit_kernel = false;      // io_uring, bpf, modules …, foreign system call tables
  bool omit_keyring = false;     // keyctl and its like
  bool omit_modes = false;       // setuid and setgid bits
  bool omit_sockets = false;     // socket families and types, the network ones included
  bool omit_metadata = false;    // inode flags and attributes by ioctl
};

enum class Architecture : std::uint8_t { kX8664, kAarch64 };

// For the architecture that this file is compiled for.
[[nodiscard]] std::vector<sock_filter> BuildFilter(const FilterRequest& request);

// For any of them: pure data, so that tests see both tables on either machine.
[[nodiscard]] std::vector<sock_filter> BuildFilterFor(const FilterRequest& request,
                                                      Architecture architecture);

}  // namespace sbx::runner

#endif  // SBX_PLUGINS_LINUX_SECCOMP_HPP_
