// SPDX-License-Identifier: MIT
#include "plugins/landlock/probe.hpp"

#include <fcntl.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <utility>

#include "plugins/landlock/enforcement.hpp"
#include "plugins/linux/ruleset.hpp"
#include "plugins/linux/seccomp.hpp"
#include "plugins/linux/uapi/landlock.h"

namespace sbx::runner {
namespace {

// What the child found out, in its exit code.
constexpr int kLandlockHolds = 1;
constexpr int kSeccompHolds = 2;
constexpr int kPrivileges = 4;  // set: no_new_privs could be had

bool Opens(int flags) {
  const long fd = syscall(SYS_openat, AT_FDCWD, "/dev/null", flags | O_CLOEXEC, 0);
  if (fd >= 0)
    syscall(SYS_close, fd);
  return fd >= 0;
}

// Runs in the child: system calls only. The null device is there everywhere and
// is opened for writing by everybody, so that a refusal comes from Landlock.
int Try(int ruleset_fd, const sock_fprog& filter) {
  int found = 0;
  if (syscall(SYS_prctl, PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
    return 0;
  found |= kPrivileges;
  if (ruleset_fd >= 0 && Opens(O_WRONLY) &&
      syscall(SBX_NR_LANDLOCK_RESTRICT_SELF, ruleset_fd, 0) == 0 && !Opens(O_WRONLY) &&
      errno == EACCES) {
    found |= kLandlockHolds;
  }
  if (syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &filter) == 0 &&
      syscall(SYS_keyctl, 0, 0, 0, 0, 0) < 0 && errno == EPERM &&
      syscall(SYS_clone3, nullptr, 0) < 0 && errno == ENOSYS) {
    found |= kSeccompHolds;
  }
  return found;
}

// A child without an exit signal: the host's own handling of children does not
// meet it.
Result<int> RunChild(int ruleset_fd, const sock_fprog& filter, std::uint32_t timeout_ms) {
  int pidfd = -1;
  const long pid = syscall(SYS_clone, CLONE_PIDFD, nullptr, &pidfd, nullptr, nullptr);
  if (pid < 0)
    return FailOs(errno, "start the probe");
  if (pid == 0)
    syscall(SYS_exit_group, Try(ruleset_fd, filter));
  const UniqueFd owned(pidfd);
  pollfd wait = {pidfd, POLLIN, 0};
  int ready = 0;
  do {
    ready = poll(&wait, 1, static_cast<int>(timeout_ms));
  } while (ready < 0 && errno == EINTR);
  if (ready <= 0)
    kill(static_cast<pid_t>(pid), SIGKILL);
  int status = 0;
  while (waitpid(static_cast<pid_t>(pid), &status, __WCLONE) < 0) {
    if (errno != EINTR)
      return FailOs(errno, "wait for the probe");
  }
  if (ready <= 0) {
    return Fail(SBX_E_OS, "probe Landlock", {}, "the probe did not end in time: try again");
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 0;
}

const char* WhyNoLandlock() {
  syscall(SBX_NR_LANDLOCK_CREATE_RULESET, nullptr, 0, SBX_LANDLOCK_CREATE_RULESET_VERSION);
  if (errno == EOPNOTSUPP) {
    return "Landlock is built into this kernel but was not switched on at boot: add landlock to "
           "lsm= "
           "on the kernel's command line";
  }
  if (errno == EPERM)
    return "a container forbids Landlock's system calls: allow 444 to 446 in its seccomp profile";
  return "this kernel has no Landlock: Linux 5.13 or newer with CONFIG_SECURITY_LANDLOCK has it";
}

}  // namespace

Result<plugin::ProbeResult> ProbeLandlock(int abi, std::uint32_t timeout_ms) {
  plugin::ProbeResult result;
  UniqueFd ruleset;
  if (abi >= 1) {
    const RulesetShape shape = Downgrade({}, abi);
    const sbx_landlock_ruleset_attr attr = {shape.handled_fs, shape.handled_net, shape.scoped};
    ruleset.reset(static_cast<int>(syscall(SBX_NR_LANDLOCK_CREATE_RULESET, &attr, sizeof attr, 0)));
    for (const std::string& gap : shape.gaps)
      result.notes.push_back("Landlock: " + gap);
  } else {
    result.notes.emplace_back(WhyNoLandlock());
  }
  std::vector<sock_filter> filter = BuildFilter({});
  const sock_fprog program = {static_cast<unsigned short>(filter.size()), filter.data()};
  Result<int> found = RunChild(ruleset.get(), program, timeout_ms);
  if (!found)
    return found.failure();

  const bool landlock = (*found & kLandlockHolds) != 0;
  if ((*found & kPrivileges) == 0) {
    result.notes.emplace_back("no_new_privs cannot be set here, so nothing can be confined");
  }
  if (abi >= 1 && !landlock) {
    result.notes.emplace_back("a child under Landlock could write where nothing was allowed");
  }
  result.can = HeldWithAbi(landlock ? abi : 0);
  if ((*found & kSeccompHolds) == 0) {
    result.notes.emplace_back("system calls cannot be filtered here (seccomp)");
    result.can &= ~(HeldWithAbi(0));
  }
  return result;
}

}  // namespace sbx::runner
