// SPDX-License-Identifier: MIT
#include "core/platform/linux/listener/calls.hpp"

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

}  // namespace

std::span<const MetadataCall> MetadataCalls() {
  return kCalls;
}

const MetadataCall* FindMetadataCall(int number) {
  for (const MetadataCall& call : kCalls) {
    if (call.number == number)
      return &call;
  }
  return nullptr;
}

}  // namespace sbx::listener
