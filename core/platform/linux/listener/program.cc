// SPDX-License-Identifier: MIT
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/syscall.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <span>

#include "sbx/abi/draft/plan.h"

#include "core/platform/linux/listener/calls.hpp"
#include "core/platform/linux/listener/listener.hpp"

namespace sbx {
namespace {

#if defined(__x86_64__)
constexpr std::uint32_t kArch = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr std::uint32_t kArch = AUDIT_ARCH_AARCH64;
#else
#error "the listener knows the system calls of x86-64 and aarch64"
#endif

constexpr std::uint32_t kX32Bit = 0x40000000u;

constexpr sock_filter Stop(std::uint32_t action) {
  return BPF_STMT(BPF_RET | BPF_K, action);
}

// A call of the listener, and the code that decides about it; without any it is asked
// about always.
struct Listed {
  std::uint32_t number;
  std::vector<sock_filter> code;

  [[nodiscard]] std::size_t size() const { return code.empty() ? 1 : code.size(); }
};

constexpr std::uint32_t LowHalf(int argument) {
  return static_cast<std::uint32_t>(offsetof(seccomp_data, args) +
                                    sizeof(std::uint64_t) * static_cast<unsigned>(argument));
}

// The kernel takes all of these numbers as ints, so the low halves are all.
std::vector<sock_filter> UnlessForItself(const listener::ScheduleCall& call) {
  std::vector<sock_filter> code = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, LowHalf(call.who)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 1, 0),
      Stop(SECCOMP_RET_USER_NOTIF),
  };
  if (call.one_who >= 0) {
    code.push_back(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, LowHalf(0)));
    code.push_back(
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(call.one_who), 1, 0));
    code.push_back(Stop(SECCOMP_RET_USER_NOTIF));
  }
  code.push_back(Stop(SECCOMP_RET_ALLOW));
  return code;
}

// A binary search over sorted numbers; the number is in the accumulator. Small
// enough (some 120 instructions) for the 8-bit jump offsets.
void Search(std::span<const Listed> calls, std::vector<sock_filter>& out) {
  if (calls.size() <= 3) {
    for (const Listed& call : calls) {
      out.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, call.number, 0,
                             static_cast<std::uint8_t>(call.size())));
      if (call.code.empty())
        out.push_back(Stop(SECCOMP_RET_USER_NOTIF));
      else
        out.insert(out.end(), call.code.begin(), call.code.end());
    }
    out.push_back(Stop(SECCOMP_RET_ALLOW));
    return;
  }
  const std::size_t middle = calls.size() / 2;
  const std::size_t jump = out.size();
  out.push_back(BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, calls[middle].number, 0, 0));
  Search(calls.first(middle), out);
  out[jump].jt = static_cast<std::uint8_t>(out.size() - jump - 1);
  Search(calls.subspan(middle), out);
}

}  // namespace

std::vector<sock_filter> ListenerProgram(std::uint32_t features) {
  std::vector<Listed> calls;
  calls.reserve(listener::MetadataCalls().size() + listener::ScheduleCalls().size() + 1);
  const auto notify = [&](int number) {
    calls.push_back({static_cast<std::uint32_t>(number), {}});
  };
  if ((features & SBX_LISTEN_UNIX) != 0)
    notify(__NR_connect);
  if ((features & SBX_LISTEN_METADATA) != 0) {
    for (const listener::MetadataCall& call : listener::MetadataCalls())
      notify(call.number);
  }
  if ((features & SBX_LISTEN_SCHEDULE) != 0) {
    for (const listener::ScheduleCall& call : listener::ScheduleCalls())
      calls.push_back({static_cast<std::uint32_t>(call.number), UnlessForItself(call)});
  }
  if (calls.empty())
    return {};
  std::sort(calls.begin(), calls.end(),
            [](const Listed& a, const Listed& b) { return a.number < b.number; });

  constexpr std::size_t kUsualSize = 160;
  // Foreign tables are refused by the runner's own filter as well; here too,
  // because the numbers below mean nothing in them.
  std::vector<sock_filter> program = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, arch)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, kArch, 1, 0),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
  };
#if defined(__x86_64__)
  // -1 is what a tracer leaves of a call that it cancelled.
  program.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0xffffffffu, 2, 0));
  program.push_back(BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, kX32Bit, 0, 1));
  program.push_back(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM));
#endif
  program.reserve(kUsualSize);
  Search(calls, program);
  return program;
}

}  // namespace sbx
