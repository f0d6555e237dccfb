// SPDX-License-Identifier: MIT
//
// Listener: the single seccomp listener of a run. Receives the system calls
// that its features registered, judges the object that the call names, and
// either refuses with an errno of its own or does the call itself on the object
// that it opened. It never lets the kernel go on with arguments that lie in the
// target's memory or descriptor table: the target could change them meanwhile.
//
// Linux 5.6 (pidfd_getfd, openat2). The thread that dispatches must have the
// identity of the target and no capabilities: what it does for the target is
// done with its own rights, also in the threads that it starts. It must be
// allowed to trace the target (the same user; an ancestor where Yama says so);
// a target that made itself undumpable has its notified calls refused.
//
// Whoever installs the program should set SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV
// where the kernel has it (5.19): without it a caught signal makes the target
// repeat a call that may have been done.
//
// What stays: the peer of a connected Unix socket sees the supervisor's process
// number; a socket that somebody outside makes in a writable zone during the run
// counts as inside.
#ifndef SBX_CORE_PLATFORM_LINUX_LISTENER_LISTENER_HPP_
#define SBX_CORE_PLATFORM_LINUX_LISTENER_LISTENER_HPP_

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/policy/resolved_policy.hpp"
#include "sbx/plugin/result.hpp"
#include "sbx/plugin/unique_fd.hpp"

struct sock_filter;

namespace sbx {

// A call that was refused by the listener itself: evidence `proven`.
struct Refusal {
  std::string operation;  // "connect", "chmod"
  std::string path;       // as resolved, or as asked where nothing was found
  int pid = 0;
  int os_error = 0;
  std::string rule;
};

// The filter program for SBX_LISTEN_* features: returns USER_NOTIF for their
// calls and ALLOW for all others. Empty when no feature is asked for.
[[nodiscard]] std::vector<sock_filter> ListenerProgram(std::uint32_t features);

class Listener {
 public:
  // `reaper_pid` is the root of the run's process tree; `started` the time
  // before which a socket counts as made outside (CLOCK_REALTIME, ns).
  // `own_directories` are writable besides the policy's zones, because this run
  // made them for itself: its private temporary directory.
  static Result<std::unique_ptr<Listener>> Make(UniqueFd notify_fd,
                                                std::shared_ptr<const ResolvedPolicy> policy,
                                                std::uint32_t features, int reaper_pid,
                                                std::int64_t started,
                                                std::function<void(const Refusal&)> refused,
                                                std::vector<UniqueFd> own_directories = {});
  virtual ~Listener() = default;

  [[nodiscard]] virtual int poll_fd() const = 0;  // readable when Dispatch has work
  virtual void Dispatch() = 0;                    // never blocks
  [[nodiscard]] virtual bool done() const = 0;    // the last process of the tree is gone
};

}  // namespace sbx

#endif  // SBX_CORE_PLATFORM_LINUX_LISTENER_LISTENER_HPP_
