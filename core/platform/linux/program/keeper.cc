// SPDX-License-Identifier: MIT
#include "core/platform/linux/program/keeper.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>

#include "core/platform/linux/launch/tree.h"

namespace sbx::program {
namespace {

constexpr int kFirstOwn = 10;
constexpr int kProgramFd = 3;

[[noreturn]] void Execute(const Keeping& keeping, int failure_fd) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  setsid();
  for (int number = 1; number < NSIG; ++number) {
    struct sigaction fresh {};
    fresh.sa_handler = SIG_DFL;
    sigaction(number, &fresh, nullptr);
  }
  sigset_t none;
  sigemptyset(&none);
  pthread_sigmask(SIG_SETMASK, &none, nullptr);
  // A script is opened once more by its interpreter, so its descriptor stays.
  if (dup2(keeping.input_fd, 0) < 0 || dup2(keeping.output_fd, 1) < 0 ||
      dup2(keeping.errors_fd, 2) < 0 || dup2(keeping.program_fd, kProgramFd) < 0 ||
      dup3(failure_fd, kProgramFd + 1, O_CLOEXEC) < 0 || chdir("/") != 0 ||
      close_range(kProgramFd + 2, ~0U, 0) != 0)
    _exit(127);
  syscall(SYS_execveat, kProgramFd, "", keeping.argv, keeping.env, AT_EMPTY_PATH);
  const std::int32_t error = errno;
  (void)!write(kProgramFd + 1, &error, sizeof error);
  _exit(127);
}

// Waits until the program has ended, or nobody wants it any more.
void Watch(int control_fd, int pid_fd) {
  pollfd watched[] = {{control_fd, POLLIN | POLLRDHUP, 0}, {pid_fd, POLLIN, 0}};
  while (poll(watched, 2, -1) < 0 && errno == EINTR) {
  }
}

[[noreturn]] void Keep(const Keeping& keeping) {
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  int failure[2];
  int pid_fd = -1;
  Ending ending;
  if (pipe2(failure, O_CLOEXEC) != 0)
    _exit(1);
  const int read_fd = fcntl(failure[0], F_DUPFD_CLOEXEC, kFirstOwn);
  const int write_fd = fcntl(failure[1], F_DUPFD_CLOEXEC, kFirstOwn);
  const long pid = syscall(SYS_clone, CLONE_PIDFD | SIGCHLD, nullptr, &pid_fd, nullptr, nullptr);
  if (pid == 0)
    Execute(keeping, write_fd);
  if (pid < 0) {
    ending.started_error = errno;
  } else {
    launch::Target target;
    target.pid = static_cast<std::int32_t>(pid);
    const int kept_fd = fcntl(pid_fd, F_DUPFD_CLOEXEC, kFirstOwn);
    // The ends of the program's streams are its own: others would keep them open.
    dup2(keeping.control_fd, 0);
    dup2(kept_fd, 1);
    dup2(read_fd, 2);
    close_range(3, ~0U, 0);
    // Ends when it executes, at the latest with it: a program that is not there
    // yet cannot hang.
    if (read(2, &ending.started_error, sizeof ending.started_error) !=
        static_cast<ssize_t>(sizeof ending.started_error))
      ending.started_error = 0;
    Watch(0, 1);
    launch::KillTree(&target);
    ending.wait_status = target.status;
  }
  (void)!write(pid < 0 ? keeping.control_fd : 0, &ending, sizeof ending);
  _exit(0);
}

}  // namespace

pid_t CloneKeeper(const Keeping& keeping) {
  // No handler of the caller runs in the copy.
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  const long pid = syscall(SYS_clone, 0L, nullptr, nullptr, nullptr, nullptr);
  const int error = errno;
  if (pid == 0)
    Keep(keeping);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return pid < 0 ? -error : static_cast<pid_t>(pid);
}

}  // namespace sbx::program
