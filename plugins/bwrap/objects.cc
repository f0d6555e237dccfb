// SPDX-License-Identifier: MIT
#include "plugins/bwrap/objects.hpp"

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

namespace sbx::bwrap {
namespace {

constexpr char kChanged[] = "it was replaced while the command was being prepared; run it again";

Result<UniqueFd> OpenWithoutLinks(const std::string& path) {
  open_how how{};
  how.flags = O_PATH | O_CLOEXEC | O_NOFOLLOW;
  how.resolve = RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS;
  UniqueFd fd(static_cast<int>(syscall(SYS_openat2, AT_FDCWD, path.c_str(), &how, sizeof how)));
  if (fd.valid())
    return fd;
  const int error = errno;
  if (error == ELOOP)
    return Fail(SBX_E_OS, "mount", path, kChanged);
  return FailOs(error, "open", path);
}

Result<UniqueFd> OpenZone(const sbx_zone& zone) {
  const std::string path(View(zone.path));
  Result<UniqueFd> found = OpenWithoutLinks(path);
  if (!found)
    return found;
  struct stat status {};
  if (fstat(found->get(), &status) != 0)
    return FailOs(errno, "look at", path);
  if (status.st_dev != zone.dev || status.st_ino != zone.ino)
    return Fail(SBX_E_OS, "mount", path, kChanged);
  return found;
}

// Hidden files show /dev/null. Without device rights on its mount nobody can
// open it, and mounted read-only nobody can change its mode.
Result<UniqueFd> OpenMask() {
  Result<UniqueFd> mask = OpenWithoutLinks("/dev/null");
  struct stat status {};
  if (mask && (fstat(mask->get(), &status) != 0 || !S_ISCHR(status.st_mode)))
    return Fail(SBX_E_UNSUPPORTED, "hide a file behind", "/dev/null", "it is no device here");
  return mask;
}

}  // namespace

Result<std::vector<UniqueFd>> OpenObjects(const sbx_policy& policy, const Layout& layout,
                                          const Words& words) {
  std::vector<UniqueFd> fds;
  fds.reserve(words.objects.size());
  for (const std::size_t index : words.objects) {
    const Mount& mount = layout.mounts[index];
    Result<UniqueFd> fd = mount.kind == Mount::Kind::kHideFile ? OpenMask()
                          : mount.zone < 0
                              ? OpenWithoutLinks(mount.path)
                              : OpenZone(policy.zones[static_cast<std::size_t>(mount.zone)]);
    if (!fd)
      return fd.failure();
    fds.push_back(*std::move(fd));
  }
  return fds;
}

Result<void> CheckDestinations(const sbx_policy& policy, const Layout& layout) {
  for (const Mount& mount : layout.mounts) {
    if (mount.zone < 0 ||
        (mount.kind != Mount::Kind::kHideDirectory && mount.kind != Mount::Kind::kHideFile &&
         mount.kind != Mount::Kind::kDevice)) {
      continue;
    }
    const sbx_zone& zone = policy.zones[static_cast<std::size_t>(mount.zone)];
    if (zone.object == SBX_OBJECT_ABSENT || IsWithin(mount.path, "/proc"))
      continue;
    if (Result<UniqueFd> found = OpenZone(zone); !found)
      return found.failure();
  }
  return {};
}

std::vector<std::size_t> OutOfReach(const sbx_policy& policy) {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < policy.zone_count; ++i) {
    const sbx_zone& zone = policy.zones[i];
    struct stat status {};
    if (zone.object != SBX_OBJECT_ABSENT || fstat(zone.fd, &status) != 0)
      continue;
    // An owner gives himself the right. Access lists show in the group bits.
    if (status.st_uid == policy.uid)
      continue;
    const bool closed = (status.st_mode & (S_IWGRP | S_IWOTH)) == 0;
    const bool refused = geteuid() == policy.uid && policy.uid != 0 &&
                         faccessat(zone.fd, ".", W_OK, AT_EACCESS) != 0 &&
                         (errno == EACCES || errno == EROFS);
    if (closed || refused)
      found.push_back(i);
  }
  return found;
}

std::vector<std::string> RootProcEntries() {
  static constexpr const char* kEntries[] = {"sysrq-trigger", "irq",  "bus",          "fs",
                                             "acpi",          "scsi", "mtrr",         "driver",
                                             "asound",        "tty",  "dynamic_debug"};
  std::vector<std::string> found;
  for (const char* entry : kEntries) {
    const std::string path = std::string("/proc/") + entry;
    if (access(path.c_str(), F_OK) == 0)
      found.emplace_back(entry);
  }
  return found;
}

Result<UniqueFd> SealedContent(const std::string& content) {
  UniqueFd fd(memfd_create("sbx-bwrap-args", MFD_CLOEXEC | MFD_ALLOW_SEALING));
  if (!fd.valid())
    return FailOs(errno, "make a memory file for the arguments of bwrap");
  for (std::size_t done = 0; done < content.size();) {
    const ssize_t size =
        pwrite(fd.get(), content.data() + done, content.size() - done, static_cast<off_t>(done));
    if (size < 0)
      return FailOs(errno, "write the arguments of bwrap");
    done += static_cast<std::size_t>(size);
  }
  if (fcntl(fd.get(), F_ADD_SEALS, F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE) != 0)
    return FailOs(errno, "seal the arguments of bwrap");
  return fd;
}

}  // namespace sbx::bwrap
