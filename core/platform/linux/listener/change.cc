// SPDX-License-Identifier: MIT
#include "core/platform/linux/listener/change.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/xattr.h>
#include <unistd.h>
#include <utime.h>

#include <cerrno>

#include "core/platform/linux/listener/proc.hpp"

namespace sbx::listener {
namespace {

constexpr std::size_t kNameLimit = 256;        // XATTR_NAME_MAX and its NUL
constexpr std::size_t kValueLimit = 64 << 10;  // XATTR_SIZE_MAX
constexpr std::size_t kFileAttrLimit = 4096;   // the kernel's: one page
constexpr std::size_t kFileAttrSmallest = 24;  // FILE_ATTR_SIZE_VER0
constexpr long kFileSetattr = 469;

// struct xattr_args of Linux 6.13.
struct XattrArgs {
  std::uint64_t value;
  std::uint32_t size;
  std::uint32_t flags;
};

int ReadValue(const Target& target, std::uint64_t address, std::uint64_t size, Change& change) {
  if (size > kValueLimit)
    return E2BIG;
  change.value.resize(size);
  return target.Read(address, change.value.data(), size);
}

int ReadName(const Target& target, std::uint64_t address, Change& change) {
  const int error = target.ReadString(address, kNameLimit, ERANGE, change.name);
  if (error != 0)
    return error;
  return change.name.empty() ? ERANGE : 0;
}

int ReadTimes(const Target& target, std::uint64_t address, Change& change) {
  if (address == 0) {
    change.now = true;
    return 0;
  }
  if (change.kind == MetadataKind::kTimesNano) {
    return target.Read(address, change.times, sizeof change.times);
  }
  if (change.kind == MetadataKind::kTimesSeconds) {
    utimbuf seconds{};
    const int error = target.Read(address, &seconds, sizeof seconds);
    change.times[0].tv_sec = seconds.actime;
    change.times[1].tv_sec = seconds.modtime;
    return error;
  }
  timeval micro[2] = {};
  if (const int error = target.Read(address, micro, sizeof micro); error != 0)
    return error;
  for (int i = 0; i < 2; ++i) {
    if (micro[i].tv_usec < 0 || micro[i].tv_usec >= 1'000'000)
      return EINVAL;
    change.times[i] = {micro[i].tv_sec, micro[i].tv_usec * 1000};
  }
  return 0;
}

int ReadXattrArgs(const Target& target, std::uint64_t address, std::uint64_t size, Change& change) {
  XattrArgs args{};
  if (size < sizeof args)
    return EINVAL;
  if (size > sizeof args)
    return E2BIG;  // a later kernel's: what it adds is unknown
  if (const int error = target.Read(address, &args, sizeof args); error != 0)
    return error;
  change.flags = static_cast<int>(args.flags);
  return ReadValue(target, args.value, args.size, change);
}

}  // namespace

int ReadChange(const Target& target, const seccomp_notif& call, const MetadataCall& entry,
               Change& change) {
  const auto arg = [&](int i) { return call.data.args[entry.value + i]; };
  change.kind = entry.kind;
  switch (entry.kind) {
    case MetadataKind::kMode:
      change.mode = static_cast<mode_t>(arg(0)) & 07777;
      return 0;
    case MetadataKind::kOwner:
      change.uid = static_cast<std::uint32_t>(arg(0));
      change.gid = static_cast<std::uint32_t>(arg(1));
      return target.TranslateId("uid_map", change.uid) && target.TranslateId("gid_map", change.gid)
                 ? 0
                 : EINVAL;
    case MetadataKind::kTimesSeconds:
    case MetadataKind::kTimesMicro:
    case MetadataKind::kTimesNano:
      return ReadTimes(target, arg(0), change);
    case MetadataKind::kSetXattr: {
      if (const int error = ReadName(target, arg(0), change); error != 0)
        return error;
      change.flags = static_cast<int>(arg(3));
      return ReadValue(target, arg(1), arg(2), change);
    }
    case MetadataKind::kSetXattrAt: {
      if (const int error = ReadName(target, arg(0), change); error != 0)
        return error;
      return ReadXattrArgs(target, arg(1), arg(2), change);
    }
    case MetadataKind::kRemoveXattr:
      return ReadName(target, arg(0), change);
    case MetadataKind::kSetFileAttributes:
      if (arg(1) < kFileAttrSmallest)
        return EINVAL;
      if (arg(1) > kFileAttrLimit)
        return E2BIG;
      change.value.resize(arg(1));
      return target.Read(arg(0), change.value.data(), change.value.size());
  }
  return EPERM;
}

int Apply(const Change& change, int object_fd) {
  const std::string name = DescriptorName(object_fd);
  long result = -1;
  errno = EPERM;
  switch (change.kind) {
    case MetadataKind::kMode:
      result = chmod(name.c_str(), change.mode);
      break;
    case MetadataKind::kOwner:
      result = fchownat(object_fd, "", change.uid, change.gid, AT_EMPTY_PATH);
      break;
    case MetadataKind::kTimesSeconds:
    case MetadataKind::kTimesMicro:
    case MetadataKind::kTimesNano:
      result = syscall(__NR_utimensat, object_fd, "", change.now ? nullptr : change.times,
                       AT_EMPTY_PATH);
      break;
    case MetadataKind::kSetXattr:
    case MetadataKind::kSetXattrAt:
      result = setxattr(name.c_str(), change.name.c_str(), change.value.data(), change.value.size(),
                        change.flags);
      break;
    case MetadataKind::kRemoveXattr:
      result = removexattr(name.c_str(), change.name.c_str());
      break;
    case MetadataKind::kSetFileAttributes:
      result = syscall(kFileSetattr, AT_FDCWD, name.c_str(), change.value.data(),
                       change.value.size(), 0);
      break;
  }
  return result == 0 ? 0 : errno;
}

bool WouldSucceed(const Change& change, int object_fd, const struct stat& object) {
  constexpr std::uint32_t kSame = ~0u;
  const bool owner = object.st_uid == geteuid();
  const auto may_write = [&] {
    return syscall(SYS_faccessat2, object_fd, "", W_OK, AT_EMPTY_PATH | AT_EACCESS) == 0;
  };
  switch (change.kind) {
    case MetadataKind::kMode:
    case MetadataKind::kSetFileAttributes:
      return owner;
    case MetadataKind::kOwner:
      return owner && (change.uid == kSame || change.uid == object.st_uid) &&
             (change.gid == kSame || change.gid == object.st_gid || group_member(change.gid) != 0);
    case MetadataKind::kTimesSeconds:
    case MetadataKind::kTimesMicro:
    case MetadataKind::kTimesNano:
      return owner || (change.now && may_write());
    case MetadataKind::kSetXattr:
    case MetadataKind::kSetXattrAt:
    case MetadataKind::kRemoveXattr:
      if (change.name.starts_with("user."))
        return may_write();
      return change.name.starts_with("system.") && owner;  // of the others each needs a capability
  }
  return true;
}

}  // namespace sbx::listener
