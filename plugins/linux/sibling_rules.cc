// SPDX-License-Identifier: MIT
#include "plugins/linux/sibling_rules.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <map>
#include <memory>
#include <set>
#include <string>
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

// The component of `path` that follows the folder `prefix`.
std::string_view NextComponent(std::string_view path, std::string_view prefix) {
  path.remove_prefix(prefix == "/" ? 1 : prefix.size() + 1);
  return path.substr(0, path.find('/'));
}

std::string Join(std::string_view folder, std::string_view name) {
  std::string joined(folder);
  if (joined.back() != '/')
    joined += '/';
  joined += name;
  return joined;
}

bool Identify(int fd, ObjectId& id, bool& directory) {
  struct stat info {};
  if (fstat(fd, &info) != 0)
    return false;
  id = {static_cast<std::uint64_t>(info.st_dev), info.st_ino};
  directory = S_ISDIR(info.st_mode);
  return true;
}

}  // namespace

Result<void> SiblingRules::Allow(const Grant& grant) {
  // In the order of their paths, so that those of one folder lie together.
  std::vector<const Hole*> holes;
  holes.reserve(grant.holes.size());
  for (const Hole& hole : grant.holes)
    holes.push_back(&hole);
  std::sort(holes.begin(), holes.end(),
            [](const Hole* a, const Hole* b) { return a->path < b->path; });
  Close(grant, holes);
  return Walk(grant.fd, grant.path, holes);
}

void SiblingRules::Close(const Grant& grant, Holes holes) {
  closed_.clear();
  ObjectId id;
  bool directory = false;
  if (Identify(grant.fd, id, directory))
    closed_.push_back(id);
  std::set<std::string_view> on_the_way;
  for (const Hole* hole : holes) {
    closed_.push_back(hole->id);
    std::string_view folder = hole->path.substr(0, hole->path.rfind('/'));
    while (folder.size() > grant.path.size() && on_the_way.insert(folder).second) {
      folder = folder.substr(0, folder.rfind('/'));
    }
  }
  for (const std::string_view folder : on_the_way) {
    struct stat info {};
    if (stat(std::string(folder).c_str(), &info) == 0) {
      closed_.push_back({static_cast<std::uint64_t>(info.st_dev), info.st_ino});
    }
  }
  std::sort(closed_.begin(), closed_.end(), Before);
}

Result<void> SiblingRules::Walk(int directory_fd, std::string_view path, Holes holes) {
  const int list_fd = openat(directory_fd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (list_fd < 0)
    return {};  // what cannot be listed stays closed as a whole
  const Folder folder(fdopendir(list_fd));
  if (!folder) {
    close(list_fd);
    return FailOs(ENOMEM, "list", std::string(path));
  }
  // By the component that comes next, with the first and the last hole below it.
  std::map<std::string_view, Holes> next;
  for (std::size_t i = 0; i < holes.size();) {
    const std::string_view name = NextComponent(holes[i]->path, path);
    std::size_t end = i;
    while (end < holes.size() && NextComponent(holes[end]->path, path) == name)
      ++end;
    next.emplace(name, holes.subspan(i, end - i));
    i = end;
  }
  while (const dirent* entry = readdir(folder.get())) {
    const std::string_view name = entry->d_name;
    if (name == "." || name == ".." || entry->d_type == DT_LNK)
      continue;
    if (++entries_ > kMostEntries) {
      return Fail(SBX_E_REFUSED, "deny reading under Landlock, inside", std::string(path),
                  "there are more than 20000 entries beside what is denied, and each would need a "
                  "rule; use --runner=bwrap");
    }
    const UniqueFd fd(openat(directory_fd, entry->d_name, O_PATH | O_NOFOLLOW | O_CLOEXEC));
    ObjectId id;
    bool directory = false;
    if (!fd.valid() || !Identify(fd.get(), id, directory))
      continue;  // gone meanwhile
    if (const auto found = next.find(name); found != next.end()) {
      const std::string below = Join(path, name);
      if (!directory || found->second.front()->path == below)
        continue;
      if (Result<void> walked = Walk(fd.get(), below, found->second); !walked)
        return walked;
      continue;
    }
    if (std::binary_search(closed_.begin(), closed_.end(), id, Before))
      continue;
    const std::uint64_t rights = directory ? read_rights_ : read_rights_ & file_mask_;
    if (Result<void> added = AddRule(ruleset_fd_, fd.get(), rights, path); !added) {
      return added;
    }
  }
  return {};
}

}  // namespace sbx::runner
