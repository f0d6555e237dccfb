// SPDX-License-Identifier: MIT
//
// The filter program, run through an interpreter: so that what it says about
// foreign architectures and x32 is known where the kernel has neither.
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/syscall.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <initializer_list>
#include <set>

#include "core/platform/linux/listener/calls.hpp"
#include "tests/unit/listener/fixture.hpp"

namespace sbx::test {
namespace {

#if defined(__x86_64__)
constexpr std::uint32_t kNative = AUDIT_ARCH_X86_64;
#else
constexpr std::uint32_t kNative = AUDIT_ARCH_AARCH64;
#endif

std::uint32_t Interpret(const std::vector<sock_filter>& program, std::uint32_t arch, int number,
                        std::initializer_list<std::uint64_t> args = {}) {
  seccomp_data data{};
  std::copy(args.begin(), args.end(), data.args);
  data.arch = arch;
  data.nr = number;
  std::uint32_t accumulator = 0;
  for (std::size_t at = 0; at < program.size(); ++at) {
    const sock_filter& step = program[at];
    switch (step.code) {
      case BPF_LD | BPF_W | BPF_ABS:
        std::memcpy(&accumulator, reinterpret_cast<const char*>(&data) + step.k, 4);
        break;
      case BPF_JMP | BPF_JEQ | BPF_K:
        at += accumulator == step.k ? step.jt : step.jf;
        break;
      case BPF_JMP | BPF_JGE | BPF_K:
        at += accumulator >= step.k ? step.jt : step.jf;
        break;
      case BPF_RET | BPF_K:
        return step.k;
      default:
        return 0;
    }
  }
  return 0;
}

TEST(ListenerProgramTest, NothingAskedForIsNoProgram) {
  EXPECT_TRUE(ListenerProgram(0).empty());
}

TEST(ListenerProgramTest, NotifiesItsCallsAndAllowsAllOthers) {
  std::set<int> metadata;
  for (const auto& call : listener::MetadataCalls())
    metadata.insert(call.number);
  for (const std::uint32_t features : {SBX_LISTEN_UNIX, SBX_LISTEN_METADATA, kBoth}) {
    const auto program = ListenerProgram(features);
    EXPECT_LE(program.size(), 90u);
    for (int number = -1; number < 1024; ++number) {
      const bool ours = ((features & SBX_LISTEN_UNIX) != 0 && number == __NR_connect) ||
                        ((features & SBX_LISTEN_METADATA) != 0 && metadata.contains(number));
      EXPECT_EQ(Interpret(program, kNative, number),
                ours ? SECCOMP_RET_USER_NOTIF : SECCOMP_RET_ALLOW)
          << number;
    }
  }
}

constexpr std::uint32_t kEverything = kBoth | SBX_LISTEN_SCHEDULE;

TEST(ListenerProgramTest, SchedulingOneselfIsAllowedAndAllElseNotified) {
  constexpr std::uint64_t kHigh = std::uint64_t{1} << 32;
  const auto program = ListenerProgram(kEverything);
  const auto action = [&](int number, std::initializer_list<std::uint64_t> args) {
    return Interpret(program, kNative, number, args);
  };
  for (const auto& call : listener::ScheduleCalls()) {
    if (call.one_who < 0) {
      EXPECT_EQ(action(call.number, {0, 7}), SECCOMP_RET_ALLOW) << call.name;
      EXPECT_EQ(action(call.number, {kHigh, 7}), SECCOMP_RET_ALLOW) << call.name;
      EXPECT_EQ(action(call.number, {7, 0}), SECCOMP_RET_USER_NOTIF) << call.name;
      EXPECT_EQ(action(call.number, {0xffffffffu, 0}), SECCOMP_RET_USER_NOTIF) << call.name;
      continue;
    }
    const auto one = static_cast<std::uint64_t>(call.one_who);
    EXPECT_EQ(action(call.number, {one, 0, 7}), SECCOMP_RET_ALLOW) << call.name;
    EXPECT_EQ(action(call.number, {one | kHigh, kHigh}), SECCOMP_RET_ALLOW) << call.name;
    EXPECT_EQ(action(call.number, {one, 7, 0}), SECCOMP_RET_USER_NOTIF) << call.name;
    EXPECT_EQ(action(call.number, {one + 1, 0, 7}), SECCOMP_RET_USER_NOTIF) << call.name;
    EXPECT_EQ(action(call.number, {one + 2, 0, 7}), SECCOMP_RET_USER_NOTIF) << call.name;
  }
  EXPECT_EQ(ListenerProgram(SBX_LISTEN_UNIX).size(), 10u) << "others pay nothing for it";
}

TEST(ListenerProgramTest, ForeignTablesAreRefused) {
  const auto program = ListenerProgram(kBoth);
  EXPECT_EQ(Interpret(program, AUDIT_ARCH_I386, 362), SECCOMP_RET_ERRNO | EPERM);
  EXPECT_EQ(Interpret(program, AUDIT_ARCH_ARM, 283), SECCOMP_RET_ERRNO | EPERM);
#if defined(__x86_64__)
  EXPECT_EQ(Interpret(program, kNative, 0x40000000 | __NR_connect), SECCOMP_RET_ERRNO | EPERM);
#endif
}

}  // namespace
}  // namespace sbx::test
