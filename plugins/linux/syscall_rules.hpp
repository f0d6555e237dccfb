// SPDX-License-Identifier: MIT
//
// The system calls that the filter judges, with their numbers on both
// architectures, and how. Pure data.
#ifndef SBX_PLUGINS_LINUX_SYSCALL_RULES_HPP_
#define SBX_PLUGINS_LINUX_SYSCALL_RULES_HPP_

#include <cstddef>
#include <cstdint>
#include <span>

namespace sbx::runner {

// What a request can leave out, or ask for.
enum class CallGroup : std::uint8_t {
  kNamespaces,
  kKernel,
  kKeyring,
  kModes,
  kSockets,
  kDevices,
  kMetadata,
  kSysv,
};

enum class CallCheck : std::uint8_t {
  kRefuse,    // EPERM
  kMissing,   // ENOSYS
  kMode1,     // argument 1 is a mode
  kMode2,     // argument 2 is a mode
  kDirMode1,  // the same for directories, where setgid has another meaning
  kDirMode2,
  kOpen,    // open(path, flags, mode)
  kOpenAt,  // openat(dir, path, flags, mode)
  kClone,   // argument 0 may not ask for namespaces
  kUnshare,
  kPersonality,
  kIoctl,  // argument 1
  kSocket,
  kSocketPair,
  kPrlimit,  // limits of other processes are not changed; the last, see below
};
inline constexpr std::size_t kCallCheckCount = static_cast<std::size_t>(CallCheck::kPrlimit) + 1;

struct CallRule {
  char name[24];  // here, not pointed to: a table of pointers is relocated at each start
  int x86_64;     // -1: this architecture does not have it
  int aarch64;
  CallGroup group;
  CallCheck check;
};

[[nodiscard]] std::span<const CallRule> CallRules();

}  // namespace sbx::runner

#endif  // SBX_PLUGINS_LINUX_SYSCALL_RULES_HPP_
