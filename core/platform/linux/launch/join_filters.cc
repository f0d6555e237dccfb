// SPDX-License-Identifier: MIT
#include "core/platform/linux/launch/join_filters.hpp"

#include <linux/seccomp.h>

#include <cstdint>

namespace sbx::launch {
namespace {

constexpr std::uint16_t kClassMask = 0x07;  // of an instruction

bool Refuses(std::uint32_t answer) {
  switch (answer & SECCOMP_RET_ACTION_FULL) {
    case SECCOMP_RET_KILL_PROCESS:
    case SECCOMP_RET_KILL_THREAD:
    case SECCOMP_RET_TRAP:
    case SECCOMP_RET_ERRNO:
      return true;
    default:
      return false;
  }
}

}  // namespace

std::vector<sock_filter> JoinFilters(std::span<const sock_filter> first,
                                     std::span<const sock_filter> second) {
  if (first.empty() || second.empty() || first.size() + second.size() > BPF_MAXINSNS)
    return {};
  std::vector<sock_filter> joined;
  joined.reserve(first.size() + second.size());
  joined.assign(first.begin(), first.end());
  for (std::size_t i = 0; i < joined.size(); ++i) {
    sock_filter& instruction = joined[i];
    if ((instruction.code & kClassMask) != BPF_RET)
      continue;
    if (instruction.code != (BPF_RET | BPF_K))
      return {};
    if (Refuses(instruction.k))
      continue;
    if (instruction.k != SECCOMP_RET_ALLOW)
      return {};
    instruction = BPF_STMT(BPF_JMP | BPF_JA, static_cast<std::uint32_t>(first.size() - i - 1));
  }
  joined.insert(joined.end(), second.begin(), second.end());
  return joined;
}

}  // namespace sbx::launch
