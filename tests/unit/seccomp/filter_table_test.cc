// SPDX-License-Identifier: MIT
#include <errno.h>
#include <sys/socket.h>

#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "plugins/linux/seccomp.hpp"
#include "plugins/linux/syscall_rules.hpp"
#include "plugins/linux/uapi/seccomp.h"
#include "tests/unit/seccomp/bpf_interpreter.hpp"

namespace sbx::runner {
namespace {

using sbx::testing::Call;
using sbx::testing::RunFilter;
using sbx::testing::Verdict;

constexpr int kAllowed = 0;
constexpr std::uint64_t kHigh = std::uint64_t{1} << 32;

struct Machine {
  Architecture architecture;
  std::uint32_t audit;
  const char* name;
};
constexpr Machine kMachines[] = {{Architecture::kX8664, SBX_AUDIT_ARCH_X86_64, "x86_64"},
                                 {Architecture::kAarch64, SBX_AUDIT_ARCH_AARCH64, "aarch64"}};

int NumberOf(const std::string& name, Architecture architecture) {
  static const std::map<std::string, std::pair<int, int>> kOthers = {
      {"read", {0, 63}},
      {"write", {1, 64}},
      {"execve", {59, 221}},
      {"ptrace", {101, 117}},
      {"connect", {42, 203}},
      {"mmap", {9, 222}},
      {"futex", {202, 98}},
      {"exit_group", {231, 94}},
      {"kill", {62, 129}},
      {"seccomp", {317, 277}},
      {"renameat2", {316, 276}},
      {"process_vm_readv", {310, 270}},
      {"landlock_restrict_self", {446, 446}},
      {"statmount", {457, 457}},
      {"not yet invented", {600, 600}}};
  for (const CallRule& rule : CallRules()) {
    if (rule.name == name)
      return architecture == Architecture::kX8664 ? rule.x86_64 : rule.aarch64;
  }
  const auto found = kOthers.find(name);
  if (found == kOthers.end())
    ADD_FAILURE() << "unknown call " << name;
  return architecture == Architecture::kX8664 ? found->second.first : found->second.second;
}

// The errno that `name` gets, 0 when it is allowed, -1 for a broken program.
int ErrnoOf(const FilterRequest& request, const Machine& machine, const std::string& name,
            std::initializer_list<std::uint64_t> args) {
  const int number = NumberOf(name, machine.architecture);
  if (number < 0)
    return -2;
  const auto program = BuildFilterFor(request, machine.architecture);
  const Verdict verdict =
      RunFilter(program, Call(machine.audit, static_cast<std::uint32_t>(number), args));
  if (!verdict.valid)
    return -1;
  if (verdict.action == SECCOMP_RET_ALLOW)
    return 0;
  EXPECT_EQ(verdict.action & SECCOMP_RET_ACTION_FULL, SECCOMP_RET_ERRNO);
  return static_cast<int>(verdict.action & SECCOMP_RET_DATA);
}

struct Case {
  const char* call;
  std::initializer_list<std::uint64_t> args;
  int expected;
};

void Expect(const FilterRequest& request, std::initializer_list<Case> cases) {
  for (const Machine& machine : kMachines) {
    for (const Case& one : cases) {
      const int got = ErrnoOf(request, machine, one.call, one.args);
      if (got == -2)
        continue;  // this architecture has no such call
      std::string args;
      for (const std::uint64_t arg : one.args)
        args += " " + std::to_string(arg);
      EXPECT_EQ(got, one.expected) << machine.name << ' ' << one.call << args;
    }
  }
}

TEST(Filter, LeavesOrdinaryWorkAlone) {
  Expect({}, {{"read", {}, kAllowed},
              {"write", {}, kAllowed},
              {"execve", {}, kAllowed},
              {"mmap", {}, kAllowed},
              {"futex", {}, kAllowed},
              {"exit_group", {}, kAllowed},
              {"kill", {}, kAllowed},
              {"connect", {}, kAllowed},
              {"renameat2", {}, kAllowed},
              {"seccomp", {}, kAllowed},
              {"landlock_restrict_self", {}, kAllowed},
              {"statmount", {}, kAllowed},
              {"not yet invented", {}, kAllowed}});
}

TEST(Filter, DebuggersAndLeakSanitizerWork) {
  Expect({}, {{"ptrace", {}, kAllowed},
              {"process_vm_readv", {}, kAllowed},
              {"personality", {0x0040000}, kAllowed},
              {"personality", {0xffffffff}, kAllowed},
              {"personality", {0}, kAllowed},
              {"personality", {0x0040000 | kHigh}, kAllowed},
              {"personality", {0x0008}, EPERM},
              {"personality", {0x0400000}, EPERM}});
}

TEST(Filter, KernelSurface) {
  Expect({}, {{"io_uring_setup", {}, ENOSYS},
              {"io_uring_enter", {}, ENOSYS},
              {"io_uring_register", {}, ENOSYS},
              {"bpf", {}, EPERM},
              {"perf_event_open", {}, EPERM},
              {"userfaultfd", {}, EPERM},
              {"init_module", {}, EPERM},
              {"finit_module", {}, EPERM},
              {"delete_module", {}, EPERM},
              {"kexec_load", {}, EPERM},
              {"kexec_file_load", {}, EPERM},
              {"open_by_handle_at", {}, EPERM},
              {"swapon", {}, EPERM},
              {"swapoff", {}, EPERM},
              {"reboot", {}, EPERM},
              {"acct", {}, EPERM},
              {"quotactl", {}, EPERM},
              {"quotactl_fd", {}, EPERM},
              {"syslog", {}, EPERM},
              {"iopl", {}, EPERM},
              {"prlimit64", {0, 7, 4096, 0}, kAllowed},
              {"prlimit64", {77, 7, 0, 4096}, kAllowed},
              {"prlimit64", {77, 0, 4096, 0}, EPERM},
              {"prlimit64", {77, 0, kHigh, 0}, EPERM}});
}

TEST(Filter, MountsAndNamespaces) {
  constexpr std::uint64_t kNewUser = 0x10000000;
  constexpr std::uint64_t kFork = 0x01200011;    // what fork() asks for
  constexpr std::uint64_t kThread = 0x003d0f00;  // what pthread_create() asks for
  Expect({}, {{"mount", {}, EPERM},
              {"umount2", {}, EPERM},
              {"pivot_root", {}, EPERM},
              {"chroot", {}, EPERM},
              {"open_tree", {}, EPERM},
              {"open_tree_attr", {}, EPERM},
              {"move_mount", {}, EPERM},
              {"fsopen", {}, EPERM},
              {"fsconfig", {}, EPERM},
              {"fsmount", {}, EPERM},
              {"fspick", {}, EPERM},
              {"mount_setattr", {}, EPERM},
              {"setns", {}, EPERM},
              {"clone3", {}, ENOSYS},
              {"clone", {kFork}, kAllowed},
              {"clone", {kThread}, kAllowed},
              {"clone", {kFork | kNewUser}, EPERM},
              {"clone", {kFork | kNewUser | kHigh}, EPERM},
              {"clone", {0x00020000}, EPERM},
              {"clone", {0x02000000}, EPERM},
              {"clone", {0x04000000}, EPERM},
              {"clone", {0x08000000}, EPERM},
              {"clone", {0x20000000}, EPERM},
              {"clone", {0x40000000}, EPERM},
              {"unshare", {0x400}, kAllowed},
              {"unshare", {kNewUser}, EPERM},
              {"unshare", {0x80}, EPERM},
              {"unshare", {0x00020000}, EPERM}});
}

TEST(Filter, SetuidBits) {
  constexpr std::uint64_t kCreate = 0101;
  constexpr std::uint64_t kTmpfile = 020200001;
  Expect({}, {{"chmod", {0, 0755}, kAllowed},
              {"chmod", {0, 04755}, EPERM},
              {"chmod", {0, 04755 | kHigh}, EPERM},
              {"chmod", {0, 02755}, kAllowed},
              {"fchmod", {3, 01777}, kAllowed},
              {"fchmod", {3, 06755}, EPERM},
              {"fchmodat", {3, 0, 04000}, EPERM},
              {"fchmodat", {3, 04000, 0644}, kAllowed},
              {"fchmodat2", {3, 0, 04000, 0}, EPERM},
              {"mknod", {0, 0104755}, EPERM},
              {"mknodat", {3, 0, 0104755}, EPERM},
              {"mknodat", {3, 0, 0100644}, kAllowed},
              {"mkdir", {0, 04755}, EPERM},
              {"mkdir", {0, 02755}, kAllowed},
              {"mkdirat", {3, 0, 04755}, EPERM},
              {"creat", {0, 04755}, EPERM},
              {"open", {0, kCreate, 04755}, EPERM},
              {"open", {0, kCreate, 0644}, kAllowed},
              {"open", {0, 0, 04755}, kAllowed},
              {"openat", {3, 0, kCreate, 04755}, EPERM},
              {"openat", {3, 0, kTmpfile, 04755}, EPERM},
              {"openat", {3, 0, 0, 0xffffffff}, kAllowed},
              {"openat2", {}, ENOSYS}});
  Expect({.root = true}, {{"chmod", {0, 02755}, EPERM},
                          {"fchmodat", {3, 0, 02755}, EPERM},
                          {"openat", {3, 0, kCreate, 02755}, EPERM},
                          {"mkdir", {0, 02755}, kAllowed},
                          {"mkdirat", {3, 0, 02755}, kAllowed},
                          {"mkdirat", {3, 0, 04755}, EPERM},
                          {"chmod", {0, 0777}, kAllowed}});
}

TEST(Filter, TerminalInputOnTheLowHalf) {
  Expect({}, {{"ioctl", {0, 0x5412}, EPERM},
              {"ioctl", {0, 0x5412 | kHigh}, EPERM},
              {"ioctl", {0, 0x541c}, EPERM},
              {"ioctl", {0, 0x541c | (kHigh << 7)}, EPERM},
              {"ioctl", {0, 0x5413}, kAllowed},
              {"ioctl", {0, 0x5401}, kAllowed},
              {"ioctl", {0, 0x40086602}, EPERM},
              {"ioctl", {0, 0x80086601}, kAllowed},
              {"ioctl", {0, 0x401c5820}, EPERM},
              {"file_setattr", {}, EPERM}});
}

TEST(Filter, Keyrings) {
  Expect({}, {{"keyctl", {}, EPERM}, {"add_key", {}, EPERM}, {"request_key", {}, EPERM}});
}

TEST(Filter, SocketsWithAnOpenNetwork) {
  constexpr std::uint64_t kCloexec = 02000000;
  Expect({}, {{"socket", {AF_UNIX, SOCK_STREAM | kCloexec, 0}, kAllowed},
              {"socket", {AF_UNIX, SOCK_DGRAM, 0}, kAllowed},
              {"socket", {AF_INET, SOCK_STREAM, 0}, kAllowed},
              {"socket", {AF_INET6, SOCK_DGRAM, 0}, kAllowed},
              {"socket", {AF_INET, SOCK_STREAM, 262}, kAllowed},
              {"socket", {AF_INET, SOCK_DGRAM, 1}, kAllowed},
              {"socket", {AF_INET, SOCK_RAW, 1}, EPERM},
              {"socket", {AF_INET | kHigh, SOCK_RAW | kCloexec, 1}, EPERM},
              {"socket", {AF_INET6, SOCK_RAW | 04000, 58}, EPERM},
              {"socket", {AF_INET, SOCK_PACKET, 0}, EPERM},
              {"socket", {AF_NETLINK, SOCK_RAW, 0}, kAllowed},
              {"socket", {AF_NETLINK, SOCK_RAW, 15}, EPROTONOSUPPORT},
              {"socket", {AF_NETLINK, SOCK_DGRAM, 9}, EPROTONOSUPPORT},
              {"socket", {AF_PACKET, SOCK_RAW, 0}, EAFNOSUPPORT},
              {"socket", {40 /* VSOCK */, SOCK_STREAM, 0}, EAFNOSUPPORT},
              {"socket", {38 /* ALG */, SOCK_SEQPACKET, 0}, EAFNOSUPPORT},
              {"socket", {44 /* XDP */, SOCK_RAW, 0}, EAFNOSUPPORT},
              {"socket", {31 /* BLUETOOTH */, SOCK_RAW, 0}, EAFNOSUPPORT},
              {"socket", {29 /* CAN */, SOCK_RAW, 1}, EAFNOSUPPORT},
              {"socket", {30 /* TIPC */, SOCK_STREAM, 0}, EAFNOSUPPORT},
              {"socket", {21 /* RDS */, SOCK_SEQPACKET, 0}, EAFNOSUPPORT},
              {"socketpair", {AF_UNIX, SOCK_STREAM, 0}, kAllowed},
              {"socketpair", {AF_UNIX, SOCK_DGRAM, 0}, kAllowed},
              {"socketpair", {30, SOCK_STREAM, 0}, EAFNOSUPPORT}});
}

TEST(Filter, SocketsWithoutNetwork) {
  Expect({.no_network = true}, {{"socket", {AF_INET, SOCK_STREAM, 0}, EPERM},
                                {"socket", {AF_INET, SOCK_DGRAM, 0}, EPERM},
                                {"socket", {AF_INET, SOCK_STREAM, 262}, EPERM},
                                {"socket", {AF_INET, SOCK_SEQPACKET, 132}, EPERM},
                                {"socket", {AF_INET6 | kHigh, SOCK_STREAM, 0}, EPERM},
                                {"socket", {AF_UNIX, SOCK_DGRAM, 0}, kAllowed},
                                {"socket", {AF_NETLINK, SOCK_RAW, 0}, kAllowed},
                                {"socket", {40, SOCK_STREAM, 0}, EAFNOSUPPORT}});
}

TEST(Filter, UnixDatagramSockets) {
  constexpr std::uint64_t kCloexec = 02000000;
  Expect({.no_unix_datagram = true}, {{"socket", {AF_UNIX, SOCK_DGRAM | kCloexec, 0}, EPERM},
                                      {"socket", {AF_UNIX, SOCK_RAW, 0}, EPERM},
                                      {"socket", {AF_UNIX, SOCK_STREAM | kCloexec, 0}, kAllowed},
                                      {"socket", {AF_UNIX, SOCK_SEQPACKET, 0}, kAllowed},
                                      {"socket", {AF_INET, SOCK_DGRAM, 0}, kAllowed},
                                      {"socketpair", {AF_UNIX, SOCK_DGRAM, 0}, EPERM},
                                      {"socketpair", {AF_UNIX, SOCK_RAW, 0}, EPERM},
                                      {"socketpair", {AF_UNIX, SOCK_STREAM, 0}, kAllowed}});
  Expect({.no_unix = true}, {{"socket", {AF_UNIX, SOCK_STREAM, 0}, EPERM},
                             {"socketpair", {AF_UNIX, SOCK_STREAM, 0}, kAllowed}});
}

TEST(Filter, SystemVIpcOnlyOnRequest) {
  Expect({}, {{"shmget", {}, kAllowed}, {"semop", {}, kAllowed}, {"mq_open", {}, kAllowed}});
  Expect({.no_sysv = true}, {{"shmget", {}, EPERM},
                             {"shmat", {}, EPERM},
                             {"semget", {}, EPERM},
                             {"semtimedop", {}, EPERM},
                             {"msgget", {}, EPERM},
                             {"msgrcv", {}, EPERM},
                             {"mq_open", {}, EPERM},
                             {"mq_unlink", {}, EPERM}});
}

TEST(Filter, ForeignSystemCallTablesAreRefused) {
  const auto x86 = BuildFilterFor({}, Architecture::kX8664);
  const auto arm = BuildFilterFor({}, Architecture::kAarch64);
  const std::uint32_t refused = SECCOMP_RET_ERRNO | EPERM;
  for (std::uint32_t number = 0; number < 600; ++number) {
    EXPECT_EQ(RunFilter(x86, Call(SBX_AUDIT_ARCH_I386, number)).action, refused);
    EXPECT_EQ(RunFilter(x86, Call(SBX_AUDIT_ARCH_AARCH64, number)).action, refused);
    EXPECT_EQ(RunFilter(x86, Call(SBX_AUDIT_ARCH_X86_64, number | SBX_X32_BIT)).action, refused);
    EXPECT_EQ(RunFilter(arm, Call(SBX_AUDIT_ARCH_ARM, number)).action, refused);
    EXPECT_EQ(RunFilter(arm, Call(SBX_AUDIT_ARCH_X86_64, number)).action, refused);
  }
  EXPECT_EQ(RunFilter(x86, Call(SBX_AUDIT_ARCH_X86_64, 0xffffffff)).action, refused);
}

// With a group left out its calls pass: the tests above can fail.
TEST(Filter, OmittedGroupsPass) {
  Expect({.omit_namespaces = true},
         {{"mount", {}, kAllowed}, {"clone3", {}, kAllowed}, {"unshare", {0x10000000}, kAllowed}});
  Expect({.omit_kernel = true}, {{"io_uring_setup", {}, kAllowed}, {"bpf", {}, kAllowed}});
  Expect({.omit_keyring = true}, {{"keyctl", {}, kAllowed}});
  Expect({.omit_modes = true}, {{"chmod", {0, 04755}, kAllowed}, {"openat2", {}, kAllowed}});
  Expect({.omit_sockets = true}, {{"socket", {40, SOCK_STREAM, 0}, kAllowed}});
  Expect({.omit_terminal = true},
         {{"ioctl", {0, 0x5412}, kAllowed}, {"ioctl", {0, 0x40086602}, EPERM}});
  Expect({.omit_metadata = true},
         {{"ioctl", {0, 0x5412}, EPERM}, {"ioctl", {0, 0x40086602}, kAllowed}});
  Expect({.omit_terminal = true, .omit_metadata = true}, {{"ioctl", {0, 0x5412}, kAllowed}});
  EXPECT_EQ(RunFilter(BuildFilterFor({.omit_kernel = true}, Architecture::kX8664),
                      Call(SBX_AUDIT_ARCH_I386, 20))
                .action,
            SECCOMP_RET_ALLOW);
}

// Every call of both tables, with every pattern of arguments that opens another
// branch: the program stays within its bounds and short.
TEST(Filter, LongestPathIsShort) {
  const FilterRequest requests[] = {
      {},
      {.no_network = true, .no_unix_datagram = true, .no_sysv = true, .root = true},
      {.no_network = true, .no_unix = true}};
  for (const FilterRequest& request : requests) {
    for (const Machine& machine : kMachines) {
      const auto program = BuildFilterFor(request, machine.architecture);
      ASSERT_LE(program.size(), 4096U);
      int longest = 0;
      int ordinary = 0;
      for (std::uint32_t number = 0; number < 700; ++number) {
        for (const std::uint64_t value :
             {std::uint64_t{0}, ~std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{2},
              std::uint64_t{3}, std::uint64_t{5}, std::uint64_t{10}, std::uint64_t{16},
              std::uint64_t{0x40}}) {
          for (const std::uint64_t second : {std::uint64_t{0}, std::uint64_t{3}, std::uint64_t{5},
                                             std::uint64_t{0x40}, std::uint64_t{0x5413}}) {
            const Verdict verdict =
                RunFilter(program, Call(machine.audit, number, {value, second, second, value}));
            ASSERT_TRUE(verdict.valid) << machine.name << ' ' << number;
            longest = std::max(longest, verdict.instructions);
          }
        }
      }
      for (const char* name : {"read", "write", "futex", "mmap"}) {
        const auto number = static_cast<std::uint32_t>(NumberOf(name, machine.architecture));
        ordinary = std::max(ordinary, RunFilter(program, Call(machine.audit, number)).instructions);
      }
      RecordProperty(std::string("instructions_") + machine.name, static_cast<int>(program.size()));
      RecordProperty(std::string("longest_") + machine.name, longest);
      std::printf("%s: %zu instructions, longest path %d, ordinary call %d\n", machine.name,
                  program.size(), longest, ordinary);
      EXPECT_LE(longest, 30) << machine.name;
      EXPECT_LE(ordinary, 14) << machine.name;
    }
  }
}

TEST(Filter, NoNumberIsListedTwice) {
  std::map<int, std::string> x86;
  std::map<int, std::string> arm;
  for (const CallRule& rule : CallRules()) {
    if (rule.x86_64 >= 0) {
      EXPECT_TRUE(x86.emplace(rule.x86_64, rule.name).second) << rule.name;
    }
    if (rule.aarch64 >= 0) {
      EXPECT_TRUE(arm.emplace(rule.aarch64, rule.name).second) << rule.name;
    }
  }
}

}  // namespace
}  // namespace sbx::runner
