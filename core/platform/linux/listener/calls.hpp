// SPDX-License-Identifier: MIT
//
// The system calls of each listener feature, in one table: the filter is built
// from it, and the handlers find in it where a call's arguments are. Numbers
// that this architecture does not have are absent; numbers newer than the
// headers of the build are named here.
#ifndef SBX_CORE_PLATFORM_LINUX_LISTENER_CALLS_HPP_
#define SBX_CORE_PLATFORM_LINUX_LISTENER_CALLS_HPP_

#include <cstdint>
#include <span>

namespace sbx::listener {

enum class MetadataKind : std::uint8_t {
  kMode,
  kOwner,
  kTimesSeconds,       // struct utimbuf
  kTimesMicro,         // struct timeval[2]
  kTimesNano,          // struct timespec[2]
  kSetXattr,           // name, value, size, flags
  kSetXattrAt,         // name, struct xattr_args, its size
  kRemoveXattr,        // name
  kSetFileAttributes,  // struct file_attr, its size
};

enum class Naming : std::uint8_t {
  kPath,        // args[0], links followed
  kLink,        // args[0], a final link is the object
  kDescriptor,  // args[0]
  kAt,          // args[0] is a directory, args[1] a path
};

struct MetadataCall {
  int number;
  char name[20];
  MetadataKind kind;
  Naming naming;
  std::int8_t value;  // index of the first argument that is neither place nor flags
  std::int8_t flags;  // index of the AT_* flags, or -1
};

[[nodiscard]] std::span<const MetadataCall> MetadataCalls();
[[nodiscard]] const MetadataCall* FindMetadataCall(int number);

// What says how a thread is scheduled. Which thread is in a register, so that
// the filter can tell "mine" (0) from all others, which alone are judged.
enum class ScheduleKind : std::uint8_t {
  kPriority,    // which, who, nice value
  kIoPriority,  // which, who, class and level
  kAffinity,    // thread, size, mask
  kPolicy,      // thread, policy, struct sched_param
  kParam,       // thread, struct sched_param
  kAttributes,  // thread, struct sched_attr, flags
};

struct ScheduleCall {
  int number;
  char name[20];
  ScheduleKind kind;
  std::int8_t who;      // index of the thread's number
  std::int8_t one_who;  // what args[0] must be for `who` to be one thread, or -1
};

[[nodiscard]] std::span<const ScheduleCall> ScheduleCalls();
[[nodiscard]] const ScheduleCall* FindScheduleCall(int number);

}  // namespace sbx::listener

#endif  // SBX_CORE_PLATFORM_LINUX_LISTENER_CALLS_HPP_
