// SPDX-License-Identifier: MIT
//
// Whether a folder tells upper case from lower case. Some file systems say so; of the
// others (FUSE, network shares) it is found by asking for something that is there under
// another spelling: the same object is the same name.
#include <fcntl.h>
#include <linux/fs.h>
#include <linux/magic.h>
#include <sys/ioctl.h>
#include <sys/statfs.h>
#include <unistd.h>

#include <algorithm>
#include <string>

#include "core/platform/files.hpp"

namespace sbx::files {
namespace {

constexpr std::size_t kMostAsked = 64;
constexpr long kAlwaysFold[] = {0x4d44 /* vfat */, 0x2011bab0 /* exfat */, 0x482b /* hfsplus */,
                                0x4244 /* hfs */};
// Those that fold only where a folder's flag says so, or never.
constexpr long kSaySo[] = {EXT4_SUPER_MAGIC,  F2FS_SUPER_MAGIC, TMPFS_MAGIC,
                           BTRFS_SUPER_MAGIC, PROC_SUPER_MAGIC, RAMFS_MAGIC};

bool IsOneOf(const long* begin, const long* end, long type) {
  return std::find(begin, end, type) != end;
}

// The same letters, the first in its other case; empty without one.
std::string OtherCase(std::string name) {
  const auto letter = std::find_if(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  });
  if (letter == name.end())
    return {};
  *letter = static_cast<char>(*letter ^ 0x20);
  return name;
}

// 1: folds, 0: does not, -1: this name does not tell.
int Answer(int dir_fd, const std::string& name) {
  const std::string other = OtherCase(name);
  if (other.empty())
    return -1;
  const std::optional<Status> one = StatusAt(dir_fd, name.c_str());
  if (!one)
    return -1;
  const std::optional<Status> two = StatusAt(dir_fd, other.c_str());
  return two && two->id == one->id ? 1 : 0;
}

}  // namespace

bool FoldsCase(int dir_fd) {
  struct statfs fs {};
  if (fstatfs(dir_fd, &fs) != 0)
    return true;
  const auto type = static_cast<long>(fs.f_type);
  if (IsOneOf(std::begin(kAlwaysFold), std::end(kAlwaysFold), type))
    return true;
  const UniqueFd open_fd(openat(dir_fd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  unsigned long flags = 0;
  if (open_fd.valid() && ioctl(open_fd.get(), FS_IOC_GETFLAGS, &flags) == 0 &&
      (flags & FS_CASEFOLD_FL) != 0) {
    return true;
  }
  if (IsOneOf(std::begin(kSaySo), std::end(kSaySo), type))
    return false;
  if (const std::optional<Listing> listing = List(dir_fd, kMostAsked)) {
    for (const Entry& entry : listing->entries) {
      if (const int answer = Answer(dir_fd, entry.name); answer >= 0)
        return answer == 1;
    }
  }
  // Nothing in it tells: then what it is called where it stands.
  const std::string path = PathOf(dir_fd);
  const Opened above = Open(dir_fd, "..", Follow::kNo);
  const std::size_t slash = path.rfind('/');
  if (above.error == 0 && slash != std::string::npos) {
    const std::optional<Status> here = StatusOf(dir_fd);
    const std::optional<Status> there = StatusOf(above.fd.get());
    if (here && there && here->id.dev == there->id.dev) {
      if (const int answer = Answer(above.fd.get(), path.substr(slash + 1)); answer >= 0)
        return answer == 1;
    }
  }
  return true;
}

}  // namespace sbx::files
