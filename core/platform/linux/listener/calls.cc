// SPDX-License-Identifier: MIT
#include "core/platform/linux/listener/calls.hpp"

#include <sys/resource.h>
#include <sys/syscall.h>

namespace sbx::listener {
namespace {

// Numbered alike on every architecture since Linux 5.1.
constexpr int kFchmodat2 = 452;
constexpr int kSetxattrat = 463;
constexpr int kRemovexattrat = 466;
constexpr int kFileSetattr = 469;

constexpr MetadataCall kCalls[] = {
#ifdef __NR_chmod
    {__NR_chmod, "chmod", MetadataKind::kMode, Naming::kPath, 1, -1},
#endif
    {__NR_fchmod, "fchmod", MetadataKind::kMode, Naming::kDescriptor, 1, -1},
    {__NR_fchmodat, "fchmodat", MetadataKind::kMode, Naming::kAt, 2, -1},
    {kFchmodat2, "fchmodat2", MetadataKind::kMode, Naming::kAt, 2, 3},
#ifdef __NR_chown
    {__NR_chown, "chown", MetadataKind::kOwner, Naming::kPath, 1, -1},
#endif
#ifdef __NR_lchown
    {__NR_lchown, "lchown", MetadataKind::kOwner, Naming::kLink, 1, -1},
#endif
    {__NR_fchown, "fchown", MetadataKind::kOwner, Naming::kDescriptor, 1, -1},
    {__NR_fchownat, "fchownat", MetadataKind::kOwner, Naming::kAt, 2, 4},
#ifdef __NR_utime
    {__NR_utime, "utime", MetadataKind::kTimesSeconds, Naming::kPath, 1, -1},
#endif
#ifdef __NR_utimes
    {__NR_utimes, "utimes", MetadataKind::kTimesMicro, Naming::kPath, 1, -1},
#endif
#ifdef __NR_futimesat
    {__NR_futimesat, "futimesat", MetadataKind::kTimesMicro, Naming::kAt, 2, -1},
#endif
    {__NR_utimensat, "utimensat", MetadataKind::kTimesNano, Naming::kAt, 2, 3},
    {__NR_setxattr, "setxattr", MetadataKind::kSetXattr, Naming::kPath, 1, -1},
    {__NR_lsetxattr, "lsetxattr", MetadataKind::kSetXattr, Naming::kLink, 1, -1},
    {__NR_fsetxattr, "fsetxattr", MetadataKind::kSetXattr, Naming::kDescriptor, 1, -1},
    {kSetxattrat, "setxattrat", MetadataKind::kSetXattrAt, Naming::kAt, 3, 2},
    {__NR_removexattr, "removexattr", MetadataKind::kRemoveXattr, Naming::kPath, 1, -1},
    {__NR_lremovexattr, "lremovexattr", MetadataKind::kRemoveXattr, Naming::kLink, 1, -1},
    {__NR_fremovexattr, "fremovexattr", MetadataKind::kRemoveXattr, Naming::kDescriptor, 1, -1},
    {kRemovexattrat, "removexattrat", MetadataKind::kRemoveXattr, Naming::kAt, 3, 2},
    {kFileSetattr, "file_setattr", MetadataKind::kSetFileAttributes, Naming::kAt, 2, 4},
};

constexpr int kOneIoThread = 1;  // IOPRIO_WHO_PROCESS

constexpr ScheduleCall kScheduleCalls[] = {
    {__NR_setpriority, "setpriority", ScheduleKind::kPriority, 1, PRIO_PROCESS},
    {__NR_ioprio_set, "ioprio_set", ScheduleKind::kIoPriority, 1, kOneIoThread},
    {__NR_sched_setaffinity, "sched_setaffinity", ScheduleKind::kAffinity, 0, -1},
    {__NR_sched_setscheduler, "sched_setscheduler", ScheduleKind::kPolicy, 0, -1},
    {__NR_sched_setparam, "sched_setparam", ScheduleKind::kParam, 0, -1},
    {__NR_sched_setattr, "sched_setattr", ScheduleKind::kAttributes, 0, -1},
};

template <typename Call>
const Call* Find(std::span<const Call> calls, int number) {
  for (const Call& call : calls) {
    if (call.number == number)
      return &call;
  }
  return nullptr;
}

}  // namespace

std::span<const MetadataCall> MetadataCalls() {
  return kCalls;
}

const MetadataCall* FindMetadataCall(int number) {
  return Find(MetadataCalls(), number);
}

std::span<const ScheduleCall> ScheduleCalls() {
  return kScheduleCalls;
}

const ScheduleCall* FindScheduleCall(int number) {
  return Find(ScheduleCalls(), number);
}

}  // namespace sbx::listener
