// SPDX-License-Identifier: MIT
//
// The filter under the running kernel: what it refuses, and that the same call
// passes when its group is left out.
#include <errno.h>
#include <fcntl.h>
#include <linux/keyctl.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <thread>

#include <gtest/gtest.h>

#include "plugins/linux/seccomp.hpp"
#include "tests/unit/seccomp/confined_child.hpp"

namespace sbx::runner {
namespace {

using sbx::testing::Confinement;
using sbx::testing::ErrnoOf;
using sbx::testing::InChild;
using sbx::testing::Who;

class LiveFilter : public ::testing::TestWithParam<Who> {
 protected:
  [[nodiscard]] int Try(const FilterRequest& request, const std::function<int()>& action) const {
    FilterRequest full = request;
    full.root = GetParam() == Who::kRoot;
    return InChild({.who = GetParam(), .ruleset_fd = -1, .filter = BuildFilter(full)}, action);
  }
};

INSTANTIATE_TEST_SUITE_P(As, LiveFilter, ::testing::ValuesIn(sbx::testing::Everybody()),
                         [](const auto& who) { return sbx::testing::NameOf(who.param); });

TEST_P(LiveFilter, ThreadsForksAndPipesWork) {
  EXPECT_EQ(Try({},
                [] {
                  int value = 0;
                  std::thread([&value] { value = 7; }).join();
                  int pipe_fds[2];
                  if (pipe2(pipe_fds, O_CLOEXEC) != 0)
                    return 1;
                  const pid_t child = fork();
                  if (child == 0)
                    _exit(3);
                  int status = 0;
                  if (waitpid(child, &status, 0) != child || WEXITSTATUS(status) != 3)
                    return 2;
                  return value == 7 ? 0 : 3;
                }),
            0);
}

TEST_P(LiveFilter, UserNamespace) {
  const auto action = [] { return ErrnoOf(unshare(CLONE_NEWUSER)); };
  EXPECT_EQ(Try({}, action), EPERM);
  EXPECT_EQ(Try({.omit_namespaces = true}, action), 0);
}

TEST_P(LiveFilter, IoUring) {
  const auto action = [] {
    char params[120] = {};
    return ErrnoOf(syscall(SYS_io_uring_setup, 4, params));
  };
  EXPECT_EQ(Try({}, action), ENOSYS);
  EXPECT_EQ(Try({.omit_kernel = true}, action), 0);
}

TEST_P(LiveFilter, Keyring) {
  const auto action = [] {
    return ErrnoOf(syscall(SYS_keyctl, KEYCTL_GET_KEYRING_ID, KEY_SPEC_PROCESS_KEYRING, 1));
  };
  EXPECT_EQ(Try({}, action), EPERM);
  EXPECT_EQ(Try({.omit_keyring = true}, action), 0);
}

TEST_P(LiveFilter, SetuidBit) {
  const auto action = [] {
    const int fd = static_cast<int>(syscall(SYS_memfd_create, "x", 1U));
    return ErrnoOf(fchmod(fd, 04755));
  };
  EXPECT_EQ(Try({}, action), EPERM);
  EXPECT_EQ(Try({.omit_modes = true}, action), 0);
}

TEST_P(LiveFilter, TerminalInput) {
  // ENOTTY: the call reached the kernel, which looks at the kind of file first.
  const auto action = [] {
    const int fd = open("/dev/null", O_RDWR | O_CLOEXEC);
    return ErrnoOf(syscall(SYS_ioctl, fd, 0x100005412UL, "x"));
  };
  EXPECT_EQ(Try({}, action), EPERM);
  EXPECT_EQ(Try({.omit_terminal = true}, action), ENOTTY);
}

TEST_P(LiveFilter, Sockets) {
  const auto vsock = [] { return ErrnoOf(socket(40, SOCK_STREAM | SOCK_CLOEXEC, 0)); };
  const auto tcp = [] { return ErrnoOf(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)); };
  const auto udp = [] { return ErrnoOf(socket(AF_INET6, SOCK_DGRAM | SOCK_CLOEXEC, 0)); };
  const auto route = [] { return ErrnoOf(socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, 0)); };
  const auto uevent = [] { return ErrnoOf(socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, 15)); };
  const auto unix_pair = [] {
    int fds[2];
    return ErrnoOf(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds));
  };
  EXPECT_EQ(Try({}, vsock), EAFNOSUPPORT);
  EXPECT_EQ(Try({}, tcp), 0);
  EXPECT_EQ(Try({}, udp), 0);
  EXPECT_EQ(Try({}, uevent), EPROTONOSUPPORT);
  EXPECT_EQ(Try({.no_network = true}, tcp), EPERM);
  EXPECT_EQ(Try({.no_network = true}, udp), EPERM);
  EXPECT_EQ(Try({.no_network = true}, route), 0);
  EXPECT_EQ(Try({.no_network = true}, unix_pair), 0);
  EXPECT_EQ(Try({.no_network = true, .omit_sockets = true}, tcp), 0);
}

TEST_P(LiveFilter, LimitsOfOtherProcesses) {
  const auto action = [] {
    rlimit limit{};
    if (prlimit(0, RLIMIT_NOFILE, nullptr, &limit) != 0)
      return 200;
    if (prlimit(0, RLIMIT_NOFILE, &limit, nullptr) != 0)
      return 201;
    return ErrnoOf(prlimit(getpid(), RLIMIT_NOFILE, &limit, nullptr));
  };
  EXPECT_EQ(Try({}, action), EPERM);
  EXPECT_EQ(Try({.omit_kernel = true}, action), 0);
}

#if defined(__x86_64__)
// Where the kernel has no such table the call kills its caller, and the filter's
// answer is judged by the interpreter alone (filter_table_test.cc).
TEST_P(LiveFilter, Foreign32BitCall) {
  const auto action = [] {
    std::signal(SIGSEGV, SIG_DFL);  // a sanitizer would make an exit of it
    long result = 20;               // getpid of i386
    asm volatile("int $0x80" : "+a"(result) : : "memory", "r8", "r9", "r10", "r11");
    return result < 0 ? static_cast<int>(-result) : 0;
  };
  const int without = Try({.omit_kernel = true}, action);
  EXPECT_EQ(Try({}, action), without == sbx::testing::kDied ? sbx::testing::kDied : EPERM);
}
#endif

}  // namespace
}  // namespace sbx::runner
