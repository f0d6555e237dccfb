// SPDX-License-Identifier: MIT
#include "core/policy/judge.hpp"

#include <cerrno>
#include <optional>
#include <utility>

#include "core/platform/files.hpp"
#include "core/policy/fold.hpp"
#include "core/policy/locate.hpp"
#include "core/policy/spelling.hpp"

namespace sbx {

namespace {

constexpr int kDeepest = 4096;

bool Is(const Zone& zone, const files::Identity& id) {
  return zone.ino == id.ino && zone.dev == id.dev;
}

std::string_view BaseName(std::string_view path) {
  return path.substr(path.rfind('/') + 1);
}

class Search {
 public:
  explicit Search(const std::vector<Zone>& zones) : zones_(zones) {}

  // Where several zones fit (one directory mounted twice), the strictest.
  template <typename Fits>
  int Strictest(Fits fits) const {
    int best = -1;
    for (std::size_t i = 0; i < zones_.size(); ++i) {
      if (fits(zones_[i]) &&
          (best < 0 || zones_[i].access < zones_[static_cast<std::size_t>(best)].access)) {
        best = static_cast<int>(i);
      }
    }
    return best;
  }

  // A file may have several names, and a zone is about one of them.
  int OfFile(int directory_fd, int object_fd, const files::Status& status) const {
    std::string path;
    return Strictest([&](const Zone& zone) {
      if ((zone.object != SBX_OBJECT_FILE && zone.object != SBX_OBJECT_SPECIAL) ||
          !Is(zone, status.id)) {
        return false;
      }
      if (status.links <= 1) {
        return true;
      }
      if (path.empty()) {
        path = files::PathOf(object_fd);
      }
      // The path as seen from another mount namespace may differ in front.
      return path.empty() || IsOneName(directory_fd, BaseName(path), BaseName(zone.path));
    });
  }

  int OfDirectory(const files::Identity& id) const {
    return Strictest(
        [&](const Zone& zone) { return zone.object == SBX_OBJECT_DIRECTORY && Is(zone, id); });
  }

  // What has been made where a zone keeps a name from being made, by others or
  // to hold the name.
  int OfHeldName(int directory_fd, const files::Identity& directory,
                 const files::Identity& object) const {
    return Strictest([&](const Zone& zone) {
      if (zone.object != SBX_OBJECT_ABSENT || !Is(zone, directory)) {
        return false;
      }
      const std::string name(BaseName(zone.path));
      const std::optional<files::Status> there = files::StatusAt(directory_fd, name.c_str());
      return there && there->id == object;
    });
  }

  int OfMissing(int directory_fd, const files::Identity& directory, std::string_view name) const {
    return Strictest([&](const Zone& zone) {
      return zone.object == SBX_OBJECT_ABSENT && Is(zone, directory) &&
             IsOneName(directory_fd, BaseName(zone.path), name);
    });
  }

  int Walk(int directory_fd, files::Status status) const {
    UniqueFd current;
    int fd = directory_fd;
    for (int depth = 0; depth < kDeepest; ++depth) {
      if (const int zone = OfDirectory(status.id); zone >= 0) {
        return zone;
      }
      files::Opened up = files::Open(fd, "..", files::Follow::kNo);
      if (up.error != 0) {
        errno = up.error;
        return -1;
      }
      const std::optional<files::Status> above = files::StatusOf(up.fd.get());
      if (!above) {
        return -1;
      }
      if (above->id == status.id) {
        break;
      }
      if (const int zone = OfHeldName(up.fd.get(), above->id, status.id); zone >= 0) {
        return zone;
      }
      current = std::move(up.fd);
      fd = current.get();
      status = *above;
    }
    // A root that is not ours: what lies below it is not what the policy knows.
    errno = EXDEV;
    return -1;
  }

 private:
  const std::vector<Zone>& zones_;
};

// The directory of an object whose canonical path is known.
files::Opened OpenDirectoryOf(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  const std::string directory = slash == 0 ? "/" : path.substr(0, slash);
  return files::Open(files::kNoDirectory, directory.c_str(), files::Follow::kNo);
}

int ZoneOfLocated(const ResolvedPolicy& policy, const Located& at) {
  if (at.status.kind == files::Kind::kDirectory) {
    if (at.end == Located::End::kMissing) {
      const int held = Search(policy.zones()).OfMissing(at.fd.get(), at.status.id, at.missing);
      if (held >= 0) {
        return held;
      }
    }
    return ZoneOf(policy, at.fd.get(), -1);
  }
  const files::Opened directory = OpenDirectoryOf(at.path);
  if (directory.error != 0) {
    errno = directory.error;
    return -1;
  }
  return ZoneOf(policy, directory.fd.get(), at.fd.get());
}

// The pattern that denies a path which nothing had when the policy was resolved.
// A zone at or below what is matched was made with the pattern in mind.
const Pattern* PatternOf(const ResolvedPolicy& policy, Access access, const std::string& path,
                         const Zone& zone, int fd) {
  for (const Pattern& pattern : policy.patterns()) {
    if (access == Access::kRead && pattern.access == Access::kWrite) {
      continue;
    }
    std::size_t covered = pattern.glob.Covers(path);
    if (covered == std::string::npos) {
      covered = pattern.glob.Covers(path, Glob::Case::kFolded);
      if (covered != std::string::npos && !files::FoldsCase(fd))
        covered = std::string::npos;
    }
    if (covered != std::string::npos && zone.path.size() < covered && zone.access >= access) {
      return &pattern;
    }
  }
  return nullptr;
}

}  // namespace

int ZoneOf(const ResolvedPolicy& policy, int directory_fd, int object_fd) {
  const Search search(policy.zones());
  const std::optional<files::Status> directory = files::StatusOf(directory_fd);
  if (!directory) {
    return -1;
  }
  if (object_fd < 0) {
    return search.Walk(directory_fd, *directory);
  }
  const std::optional<files::Status> object = files::StatusOf(object_fd);
  if (!object) {
    return -1;
  }
  if (object->kind == files::Kind::kDirectory) {
    return search.Walk(object_fd, *object);
  }
  if (const int zone = search.OfFile(directory_fd, object_fd, *object); zone >= 0) {
    return zone;
  }
  if (const int zone = search.OfHeldName(directory_fd, directory->id, object->id); zone >= 0) {
    return zone;
  }
  return search.Walk(directory_fd, *directory);
}

Result<Judgement> Judge(const ResolvedPolicy& policy, Access access, std::string_view path,
                        std::string_view cwd) {
  if (path.empty() || path.find('\0') != std::string_view::npos) {
    return Fail(SBX_E_INVALID, "judge", std::string(path), "that is no path");
  }
  if (access != Access::kRead && access != Access::kWrite) {
    return Fail(SBX_E_INVALID, "judge", std::string(path), "only reading and writing are judged");
  }
  const std::string whole = path.front() == '/' ? std::string(path) : JoinPath(cwd, path);
  const Result<Located> at = Locate(whole, Links::kIgnore);
  if (!at) {
    return at.failure();
  }
  const int index = ZoneOfLocated(policy, *at);
  if (index < 0) {
    return FailOs(errno, "find the rule that covers", FullPath(*at));
  }
  const Zone& zone = policy.zones()[static_cast<std::size_t>(index)];
  // Whether names are folded is asked of the folder that holds the object.
  files::Opened folder;
  int folder_fd = at->fd.get();
  if (!policy.patterns().empty() && at->end != Located::End::kMissing) {
    folder = OpenDirectoryOf(at->path);
    folder_fd = folder.fd.get();
  }
  if (const Pattern* pattern = PatternOf(policy, access, FullPath(*at), zone, folder_fd);
      pattern != nullptr) {
    return Judgement{false, index, FullPath(*at), pattern->rule, nullptr, true};
  }
  return Judgement{zone.access >= access, index, FullPath(*at), zone.rule, zone.group, false};
}

}  // namespace sbx
