// SPDX-License-Identifier: MIT
#include "plugins/linux/sibling_rules.hpp"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <map>
#include <memory>
#include <string_view>
#include <tuple>
#include <utility>

namespace sbx::runner {
namespace {

bool Before(const ObjectId& a, const ObjectId& b) {
  return std::tie(a.dev, a.ino) < std::tie(b.dev, b.ino);
}

struct CloseFolder {
  void operator()(DIR* folder) const { closedir(folder); }
};
using Folder = std::unique_ptr<DIR, CloseFolder>;

// The component of `path` that follows `prefix`.
std::string_view NextComponent(std::string_view path, std::string_view prefix) {
  path.remove_prefix(prefix == "/" ? 1 : prefix.size() + 1);
  return path.substr(0, path.find('/'));
}

std::string Join(const std::string& folder, std::string_view name) {
  std::string joined = folder;
  if (joined.back() != '/') joined += '/';
  joined += name;
  return joined;
}

bool Identify(int fd, ObjectId& id, bool& directory) {
  struct stat info{};
  if (fstat(fd, &info) != 0) return false;
  id = {static_cast<std::uint64_t>(info.st_dev), info.st_ino};
  directory = S_ISDIR(info.st_mode);
  return true;
}

}  // namespace

Result<void> SiblingRules::Allow(const Grant& grant) {
  closed_.clear();
  std::vector<const Hole*> holes;
  for (const Hole& hole : grant.holes) {
    holes.push_back(&hole);
    closed_.push_back(hole.id);
  }
  // The directories on the way, so that a bind mount of one is recognised.
  for (const Hole& hole : grant.holes) {
    for (std::size_t slash = hole.path.rfind('/'); slash > grant.path.size();
         slash = hole.path.rfind('/', slash - 1)) {
      struct stat info{};
      if (stat(hole.path.substr(0, slash).c_str(), &info) == 0) {
        closed_.push_back({static_cast<std::uint64_t>(info.st_dev), info.st_ino});
      }
    }
  }
  ObjectId self;
  bool directory = false;
  if (Identify(grant.fd, self, directory)) closed_.push_back(self);
  std::sort(closed_.begin(), closed_.end(), Before);
  closed_.erase(std::unique(closed_.begin(), closed_.end()), closed_.end());
  return Walk(grant.fd, grant.path, holes);
}

Result<void> SiblingRules::Walk(int directory_fd, const std::string& path,
                                const std::vector<const Hole*>& holes) {
  // Sorted by the component that comes next; a hole itself ends there.
  std::map<std::string_view, std::vector<const Hole*>> on_the_way;
  for (const Hole* hole : holes) {
    on_the_way[NextComponent(hole->path, path)].push_back(hole);
  }
  const int list_fd = openat(directory_fd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (list_fd < 0) return {};  // what cannot be listed stays closed as a whole
  const Folder folder(fdopendir(list_fd));
  if (!folder) {
    close(list_fd);
    return FailOs(ENOMEM, "list", path);
  }
  while (const dirent* entry = readdir(folder.get())) {
    const std::string_view name = entry->d_name;
    if (name == "." || name == ".." || entry->d_type == DT_LNK) continue;
    if (++entries_ > kMostEntries) {
      return Fail(SBX_E_REFUSED, "deny reading under Landlock, inside", path,
                  "there are more than 20000 entries beside what is denied, and each would need a "
                  "rule; use --runner=bwrap");
    }
    const UniqueFd fd(
        openat(directory_fd, entry->d_name, O_PATH | O_NOFOLLOW | O_CLOEXEC));
    ObjectId id;
    bool directory = false;
    if (!fd.valid() || !Identify(fd.get(), id, directory)) continue;  // gone meanwhile
    const auto found = on_the_way.find(name);
    if (found != on_the_way.end()) {
      const std::string below = Join(path, name);
      const bool is_hole = std::any_of(found->second.begin(), found->second.end(),
                                       [&below](const Hole* hole) { return hole->path == below; });
      if (is_hole || !directory) continue;
      if (const Result<void> walked = Walk(fd.get(), below, found->second); !walked) return walked;
      continue;
    }
    if (std::binary_search(closed_.begin(), closed_.end(), id, Before)) continue;
    const std::uint64_t rights = directory ? read_rights_ : read_rights_ & file_mask_;
    if (const Result<void> added = AddRule(ruleset_fd_, fd.get(), rights, Join(path, name));
        !added) {
      return added;
    }
  }
  return {};
}

}  // namespace sbx::runner
