// SPDX-License-Identifier: MIT
#include "core/platform/linux/listener/place.hpp"

#include <fcntl.h>
#include <linux/magic.h>
#include <linux/openat2.h>
#include <sys/sysmacros.h>
#include <sys/vfs.h>

#include <cstdio>
#include <string_view>

#include "core/platform/linux/listener/proc.hpp"
#include "core/policy/judge.hpp"

namespace sbx::listener {
namespace {

bool Same(const struct stat& a, const struct stat& b) {
  return a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

// The directory of the entry `path` below `root_fd`, if that entry is `object`.
UniqueFd DirectoryBelow(int root_fd, std::uint64_t resolve, const std::string& path,
                        const struct stat& object) {
  const std::size_t slash = path.rfind('/');
  if (slash == std::string::npos || slash + 1 == path.size())
    return {};
  Opened directory = OpenPath(root_fd, slash == 0 ? "/" : path.substr(0, slash), O_DIRECTORY,
                              RESOLVE_NO_SYMLINKS | resolve);
  struct stat entry {};
  if (directory.os_error != 0 ||
      fstatat(directory.fd.get(), path.c_str() + slash + 1, &entry,
              AT_SYMLINK_NOFOLLOW | AT_NO_AUTOMOUNT) != 0 ||
      !Same(entry, object)) {
    return {};
  }
  return std::move(directory.fd);
}

bool InOwnDirectories(const RunFacts& facts, int directory_fd) {
  if (facts.own_directories.empty())
    return false;
  UniqueFd held;
  int at = directory_fd;
  struct stat here {};
  if (fstat(at, &here) != 0)
    return false;
  for (;;) {
    for (const UniqueFd& own : facts.own_directories) {
      struct stat root {};
      if (fstat(own.get(), &root) == 0 && Same(root, here))
        return true;
    }
    UniqueFd up(openat(at, "..", O_PATH | O_DIRECTORY | O_CLOEXEC));
    struct stat parent {};
    if (!up.valid() || fstat(up.get(), &parent) != 0 || Same(parent, here))
      return false;
    held = std::move(up);
    at = held.get();
    here = parent;
  }
}

// A tmpfs that is mounted nowhere in the supervisor's own view was made for the
// target: nothing outside sees it.
bool OnTargetsOwnTmpfs(Target& target, int object_fd, const struct stat& object) {
  struct statfs system {};
  if (target.SharesRoot() || fstatfs(object_fd, &system) != 0 || system.f_type != TMPFS_MAGIC) {
    return false;
  }
  std::string mounts;
  if (!ReadSmallFile("/proc/self/mountinfo", 4 << 20, mounts))
    return false;
  char device[32];
  std::snprintf(device, sizeof device, " %u:%u ", major(object.st_dev), minor(object.st_dev));
  return mounts.find(device) == std::string::npos;
}

void Decide(const RunFacts& facts, Target& target, int directory_fd, int object_fd,
            const struct stat& object, Place& place) {
  const int zone = ZoneOf(*facts.policy, directory_fd, S_ISDIR(object.st_mode) ? -1 : object_fd);
  if (zone >= 0) {
    const Zone& found = facts.policy->zones()[static_cast<std::size_t>(zone)];
    place.rule = found.rule;
    place.writable = found.access == Access::kWrite;
    if (place.writable)
      return;
  }
  place.writable =
      InOwnDirectories(facts, directory_fd) || OnTargetsOwnTmpfs(target, object_fd, object);
}

}  // namespace

bool TargetMayChange(const RunFacts& facts, int directory_fd) {
  const int zone = ZoneOf(*facts.policy, directory_fd, -1);
  return zone < 0 ||
         facts.policy->zones()[static_cast<std::size_t>(zone)].access == Access::kWrite ||
         InOwnDirectories(facts, directory_fd);
}

Place Locate(const RunFacts& facts, Target& target, int object_fd, const struct stat& object) {
  Place place;
  place.path = ReadLink(object_fd);
  if (S_ISDIR(object.st_mode)) {
    Decide(facts, target, object_fd, object_fd, object, place);
    return place;
  }
  // Again when it was renamed between the two looks.
  for (int attempt = 0; attempt < 3; ++attempt) {
    if (place.path.empty() || place.path.front() != '/')
      return place;
    UniqueFd directory = DirectoryBelow(facts.root.fd.get(), 0, place.path, object);
    if (!directory.valid() && !target.SharesRoot() && target.RootFd() >= 0) {
      directory = DirectoryBelow(target.RootFd(), RESOLVE_IN_ROOT, place.path, object);
    }
    if (directory.valid()) {
      Decide(facts, target, directory.get(), object_fd, object, place);
      return place;
    }
    place.path = ReadLink(object_fd);
  }
  return place;
}

}  // namespace sbx::listener
