// SPDX-License-Identifier: MIT
#include "core/platform/linux/launch/interpret.h"

#include <asm/signal.h>
#include <linux/capability.h>
#include <linux/close_range.h>
#include <linux/errno.h>
#include <linux/fcntl.h>
#include <linux/filter.h>
#include <linux/keyctl.h>
#include <linux/landlock.h>
#include <linux/prctl.h>
#include <linux/resource.h>
#include <linux/seccomp.h>

#include "sbx/abi/draft/plan.h"

#include "core/platform/linux/launch/raw.h"

namespace sbx::launch {
namespace {

using raw::Call;
using raw::ToLong;

struct KernelLimit {
  uint64_t soft, hard;
};

int Duplicate(int fd, int number) {
  if (fd != number)
    return static_cast<int>(Call(__NR_dup3, fd, number, 0));
  return static_cast<int>(Call(__NR_fcntl, fd, F_SETFD, 0));
}

// Never raises a limit that the caller has.
int SetLimit(long resource, uint64_t soft, uint64_t hard) {
  KernelLimit limit{};
  long result = Call(__NR_prlimit64, 0L, resource, 0L, ToLong(&limit));
  if (result != 0)
    return static_cast<int>(result);
  if (hard < limit.hard)
    limit.hard = hard;
  limit.soft = soft < limit.hard ? soft : limit.hard;
  return static_cast<int>(Call(__NR_prlimit64, 0L, resource, ToLong(&limit), 0L));
}

int DropBounding() {
  for (long capability = 0; capability < 64; ++capability) {
    const long result = Call(__NR_prctl, static_cast<long>(PR_CAPBSET_DROP), capability, 0, 0, 0);
    if (result == -EINVAL)
      return 0;
    if (result != 0)
      return static_cast<int>(result);
  }
  return 0;
}

// Without CAP_SETPCAP the bounding set cannot be emptied. It does no harm then:
// no_new_privs keeps an exec from gaining what the process does not hold.
int DropCapabilities() {
  __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
  __user_cap_data_struct data[2] = {};
  long result = Call(__NR_capget, ToLong(&header), ToLong(data));
  if (result != 0)
    return static_cast<int>(result);
  const bool may_drop = (data[0].effective & (1u << CAP_SETPCAP)) != 0;
  result = DropBounding();
  if (result != 0 && (may_drop || result != -EPERM))
    return static_cast<int>(result);
  result = Call(__NR_prctl, static_cast<long>(PR_CAP_AMBIENT), PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
  if (result != 0 && result != -EINVAL)
    return static_cast<int>(result);
  data[0] = {};
  data[1] = {};
  return static_cast<int>(Call(__NR_capset, ToLong(&header), ToLong(data)));
}

// arg: uid, gid, and whether the bounding set goes first, while it still can.
int BecomeIdentity(const ProgramStep& step, const void* groups) {
  if (step.arg[2] != 0) {
    const int dropped = DropBounding();
    if (dropped != 0 && dropped != -EPERM)
      return dropped;
  }
  const long uid = static_cast<long>(step.arg[0]);
  const long gid = static_cast<long>(step.arg[1]);
  long result =
      Call(__NR_setgroups, static_cast<long>(step.data_size / sizeof(uint32_t)), ToLong(groups));
  if (result == 0)
    result = Call(__NR_setresgid, gid, gid, gid);
  if (result == 0)
    result = Call(__NR_setresuid, uid, uid, uid);
  return static_cast<int>(result);
}

int InstallFilter(const ProgramStep& step, void* instructions, uint64_t flags) {
  sock_fprog filter = {static_cast<unsigned short>(step.data_size / sizeof(sock_filter)),
                       static_cast<sock_filter*>(instructions)};
  return static_cast<int>(Call(__NR_seccomp, static_cast<long>(SECCOMP_SET_MODE_FILTER),
                               static_cast<long>(flags), ToLong(&filter)));
}

int InstallListener(const Program& program, const ProgramStep& step, void* instructions,
                    int socket_fd) {
  const uint64_t flags = step.arg[0] | SECCOMP_FILTER_FLAG_NEW_LISTENER;
  int fd = InstallFilter(step, instructions, flags);
  if (fd == -EINVAL && (flags & SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV) != 0) {
    fd = InstallFilter(step, instructions, flags & ~SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV);
  }
  if (fd < 0)
    return fd;
  Event event{};
  event.kind = EventKind::kListener;
  event.pid = program.parent;
  const int sent = SendEvent(socket_fd, event, fd);
  raw::Close(fd);
  return sent;
}

// The parent may have died before the kernel was told: then nobody would ask.
int FollowParent(const Program& program, long signal) {
  const long result = Call(__NR_prctl, static_cast<long>(PR_SET_PDEATHSIG), signal, 0, 0, 0);
  if (result != 0)
    return static_cast<int>(result);
  return Call(__NR_getppid) == program.parent ? 0 : -ESRCH;
}

// Descriptors are closed by exec, not here: the listener's socket, the program
// of a wrapper and the like are in use until then.
int CloseFrom(long first) {
  const long result = Call(__NR_close_range, first, 0xffffffffL, CLOSE_RANGE_CLOEXEC);
  if (result != -EINVAL && result != -ENOSYS)
    return static_cast<int>(result);
  for (long fd = first; fd < 65536; ++fd)
    Call(__NR_fcntl, fd, F_SETFD, FD_CLOEXEC);
  return 0;
}

int AddOomScore(long added) {
  const int fd = static_cast<int>(Call(__NR_openat, static_cast<long>(AT_FDCWD),
                                       ToLong("/proc/self/oom_score_adj"), O_RDWR | O_CLOEXEC));
  if (fd < 0)
    return fd;
  char text[24] = {};
  long value = Call(__NR_read, fd, ToLong(text), 16);
  if (value > 0) {
    long score = 0;
    const bool negative = text[0] == '-';
    for (const char* at = text + (negative ? 1 : 0); *at >= '0' && *at <= '9'; ++at) {
      score = score * 10 + (*at - '0');
    }
    score = (negative ? -score : score) + added;
    if (score > 1000)
      score = 1000;
    char* end = text;
    if (score < 0)
      *end++ = '-';
    end = raw::PutNumber(end, static_cast<unsigned long>(score < 0 ? -score : score));
    value = Call(__NR_write, fd, ToLong(text), end - text);
  }
  raw::Close(fd);
  return value < 0 ? static_cast<int>(value) : 0;
}

int AllowInside(int ruleset_fd, const char* path, uint64_t rights) {
  const int fd = static_cast<int>(
      Call(__NR_openat, static_cast<long>(AT_FDCWD), ToLong(path), O_PATH | O_CLOEXEC));
  if (fd < 0)
    return fd == -ENOENT ? 0 : fd;
  landlock_path_beneath_attr rule = {rights, fd};
  const long result =
      Call(__NR_landlock_add_rule, ruleset_fd, LANDLOCK_RULE_PATH_BENEATH, ToLong(&rule), 0);
  raw::Close(fd);
  return static_cast<int>(result);
}

int RunStep(Program* program, const ProgramStep& step) {
  int fd = -1;
  if (step.fd >= 0) {
    if (static_cast<uint32_t>(step.fd) >= program->fd_count)
      return -EBADF;
    fd = At<int32_t>(program, program->fds)[step.fd];
  }
  void* data = At<void>(program, step.data);
  const long arg = static_cast<long>(step.arg[0]);
  switch (step.kind) {
    case SBX_STEP_NO_NEW_PRIVS:
      return static_cast<int>(Call(__NR_prctl, static_cast<long>(PR_SET_NO_NEW_PRIVS), 1, 0, 0, 0));
    case SBX_STEP_LANDLOCK:
      return static_cast<int>(Call(__NR_landlock_restrict_self, fd, arg));
    case SBX_STEP_LANDLOCK_ALLOW:
      return AllowInside(fd, static_cast<const char*>(data), step.arg[0]);
    case SBX_STEP_SECCOMP:
      return InstallFilter(step, data, step.arg[0]);
    case SBX_STEP_LISTENER:
      return InstallListener(*program, step, data, fd);
    case SBX_STEP_RLIMIT:
      return SetLimit(arg, step.arg[1], step.arg[2]);
    case SBX_STEP_DROP_CAPS:
      return DropCapabilities();
    case SBX_STEP_CHDIR:
      if (fd >= 0)
        return static_cast<int>(Call(__NR_fchdir, static_cast<long>(fd)));
      return static_cast<int>(Call(__NR_chdir, ToLong(data)));
    case SBX_STEP_SESSION:
      return Call(__NR_setsid) < 0 ? -EPERM : 0;
    case SBX_STEP_KEYRING: {
      const long result = Call(__NR_keyctl, static_cast<long>(KEYCTL_JOIN_SESSION_KEYRING), 0L);
      return result < 0 ? static_cast<int>(result) : 0;
    }
    case SBX_STEP_IDENTITY:
      return BecomeIdentity(step, data);
    case SBX_STEP_DEATH_SIGNAL:
      return FollowParent(*program, arg);
    case SBX_STEP_DUP: {
      const int result = Duplicate(fd, static_cast<int>(arg));
      return result < 0 ? result : 0;
    }
    case SBX_STEP_CLOSE_FROM:
      return CloseFrom(arg);
    case SBX_STEP_DUMPABLE:
      return static_cast<int>(Call(__NR_prctl, static_cast<long>(PR_SET_DUMPABLE), arg, 0, 0, 0));
    case SBX_STEP_UMASK:
      Call(__NR_umask, arg);
      return 0;
    case SBX_STEP_OOM_SCORE:
      return AddOomScore(arg);
    default:
      return -ENOSYS;
  }
}

constexpr uint64_t Bit(int signal) {
  return uint64_t{1} << (signal - 1);
}

constexpr uint64_t kFromTerminal =
    Bit(SIGINT) | Bit(SIGQUIT) | Bit(SIGTSTP) | Bit(SIGHUP) | Bit(SIGTTIN) | Bit(SIGTTOU);

// Caught signals become default at exec by themselves, ignored ones would not.
void ResetSignals(uint64_t ignored, bool ignore_terminal) {
  const uint64_t ignore = ignore_terminal ? kFromTerminal : 0;
  for (int number = 1; number <= 64; ++number) {
    if (((ignored | ignore) & Bit(number)) == 0)
      continue;
    // The kernel's layout starts with the handler on both architectures.
    uint64_t action[4] = {};
    action[0] = (ignore & Bit(number)) != 0 ? 1 : 0;  // SIG_IGN, SIG_DFL
    Call(__NR_rt_sigaction, number, ToLong(action), 0L, 8);
  }
}

void Unblock() {
  const uint64_t none = 0;
  Call(__NR_rt_sigprocmask, static_cast<long>(SIG_SETMASK), ToLong(&none), 0L, 8);
}

// As execvp() does: what is not there is passed over, what may not be executed
// is remembered, a file that is no program is given to the shell.
int Execute(Program* program) {
  char** candidates = At<char*>(program, program->candidates);
  char** shell_argv = At<char*>(program, program->shell_argv);
  const long argv = ToLong(At<void>(program, program->argv));
  const long env = ToLong(At<void>(program, program->env));
  int remembered = -ENOENT;
  for (uint32_t i = 0; i < program->candidate_count; ++i) {
    long result = Call(__NR_execve, ToLong(candidates[i]), argv, env);
    if (result == -ENOEXEC) {
      shell_argv[1] = candidates[i];
      result = Call(__NR_execve, ToLong("/bin/sh"), ToLong(shell_argv), env);
    }
    if (result == -EACCES) {
      remembered = -EACCES;
    } else if (result != -ENOENT && result != -ENOTDIR && result != -ESTALE && result != -ENODEV &&
               result != -ETIMEDOUT) {
      return static_cast<int>(result);
    }
  }
  return remembered;
}

}  // namespace

void RunTarget(void* argument) {
  Program* program = static_cast<Program*>(argument);
  const bool wrapper = (program->flags & kIsWrapper) != 0;
  const int moved = wrapper ? 0 : MoveFreely(program->placement, 0);
  if (moved != 0) {
    program->failed = {static_cast<uint32_t>(Stage::kStart), 0, -moved};
    raw::Exit(125);
  }
  ResetSignals(program->ignored, wrapper);
  ProgramStep* steps = At<ProgramStep>(program, program->steps);
  for (uint32_t i = 0; i < program->step_count; ++i) {
    const int result = RunStep(program, steps[i]);
    if (result >= 0) {
      // A listener whose program is joined with the filter behind it.
      if (steps[i].kind == SBX_STEP_LISTENER)
        i += static_cast<uint32_t>(steps[i].arg[1]);
      continue;
    }
    if ((steps[i].flags & SBX_STEP_MAY_FAIL) != 0) {
      if (program->notice_count < kMaxNotices) {
        program->notices[program->notice_count++] = {static_cast<uint32_t>(Stage::kStep), i,
                                                     -result};
      }
      continue;
    }
    program->failed = {static_cast<uint32_t>(Stage::kStep), i, -result};
    raw::Exit(125);
  }
  if (program->has_nofile != 0)
    SetLimit(RLIMIT_NOFILE, program->nofile_soft, ~uint64_t{0});
  Unblock();
  if ((program->flags & kIsFence) != 0)
    ServeFiles(program);
  const int error = -Execute(program);
  program->failed = {static_cast<uint32_t>(Stage::kExec), 0, error};
  raw::Exit(127);
}

}  // namespace sbx::launch
