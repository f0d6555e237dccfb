// SPDX-License-Identifier: MIT
#include "core/platform/leftovers.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <memory>

#include "core/platform/linux/launch/holds.h"
#include "sbx/plugin/unique_fd.hpp"

namespace sbx {
namespace {

constexpr std::string_view kTempPrefix = "sbx-tmp-";

bool SameObject(int directory_fd, const char* name, const struct stat& held) {
  struct stat now {};
  return fstatat(directory_fd, name, &now, AT_SYMLINK_NOFOLLOW) == 0 && now.st_dev == held.st_dev &&
         now.st_ino == held.st_ino;
}

// Removes the directory `name` if no run has it locked.
void Remove(int directory_fd, const std::string& name, const std::string& path, bool with_content,
            std::vector<Leftover>& found) {
  const UniqueFd fd(
      openat(directory_fd, name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  struct stat info {};
  if (!fd.valid() || fstat(fd.get(), &info) != 0 || info.st_uid != geteuid())
    return;
  if (!with_content &&
      (info.st_mtim.tv_sec != kHoldMarkSeconds || info.st_mtim.tv_nsec != kHoldMarkNanoseconds)) {
    return;
  }
  if (flock(fd.get(), LOCK_EX | LOCK_NB) != 0) {
    found.push_back({path, Leftover::State::kInUse, 0});
    return;
  }
  if (with_content)
    launch::RemoveBelow(fd.get());
  if (!SameObject(directory_fd, name.c_str(), info))
    return;
  if (unlinkat(directory_fd, name.c_str(), AT_REMOVEDIR) == 0) {
    found.push_back({path, Leftover::State::kRemoved, 0});
  } else {
    found.push_back({path, Leftover::State::kFailed, errno});
  }
}

void RemoveTemps(const std::string& root, std::vector<Leftover>& found) {
  const std::unique_ptr<DIR, int (*)(DIR*)> folder(opendir(root.c_str()), closedir);
  if (folder == nullptr)
    return;
  while (const dirent* entry = readdir(folder.get())) {
    if (std::string_view(entry->d_name).starts_with(kTempPrefix)) {
      Remove(dirfd(folder.get()), entry->d_name, root + "/" + entry->d_name, true, found);
    }
  }
}

}  // namespace

std::vector<Leftover> RemoveLeftovers(const ResolvedPolicy& policy) {
  std::vector<Leftover> found;
  for (const Zone& zone : policy.zones()) {
    if (zone.access == Access::kWrite || zone.parent < 0)
      continue;
    const std::size_t slash = zone.path.rfind('/');
    const std::string folder = slash == 0 ? "/" : zone.path.substr(0, slash);
    const UniqueFd directory(open(folder.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    if (directory.valid()) {
      Remove(directory.get(), zone.path.substr(slash + 1), zone.path, false, found);
    }
  }
  RemoveTemps("/tmp", found);
  const std::string& tmpdir = policy.around().tmpdir;
  if (!tmpdir.empty() && tmpdir != "/tmp")
    RemoveTemps(tmpdir, found);
  return found;
}

}  // namespace sbx
