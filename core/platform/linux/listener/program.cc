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

// A binary search over sorted numbers; the number is in the accumulator. Small
// enough (below 60 instructions) for the 8-bit jump offsets.
void Search(std::span<const std::uint32_t> numbers, std::vector<sock_filter>& out) {
  if (numbers.size() <= 3) {
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      const auto hit = static_cast<std::uint8_t>(numbers.size() - i);
      out.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, numbers[i], hit, 0));
    }
    out.push_back(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
    out.push_back(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_USER_NOTIF));
    return;
  }
  const std::size_t middle = numbers.size() / 2;
  std::vector<sock_filter> low;
  Search(numbers.first(middle), low);
  out.push_back(BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, numbers[middle],
                         static_cast<std::uint8_t>(low.size()), 0));
  out.insert(out.end(), low.begin(), low.end());
  Search(numbers.subspan(middle), out);
}

}  // namespace

std::vector<sock_filter> ListenerProgram(std::uint32_t features) {
  std::vector<std::uint32_t> numbers;
  if ((features & SBX_LISTEN_UNIX) != 0)
    numbers.push_back(__NR_connect);
  if ((features & SBX_LISTEN_METADATA) != 0) {
    for (const listener::MetadataCall& call : listener::MetadataCalls()) {
      numbers.push_back(static_cast<std::uint32_t>(call.number));
    }
  }
  if (numbers.empty())
    return {};
  std::sort(numbers.begin(), numbers.end());

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
  Search(numbers, program);
  return program;
}

}  // namespace sbx
