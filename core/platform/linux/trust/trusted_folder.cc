// SPDX-License-Identifier: MIT
#include <dirent.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <deque>
#include <memory>
#include <span>

#include "core/platform/linux/trust/owner.hpp"
#include "core/platform/trusted_file.hpp"

namespace sbx {
namespace {

constexpr char kOperation[] = "trust the plugin folder";
constexpr int kMostLinks = 40;  // as the kernel follows

// Puts the components of `text` in front of `rest`.
void PushComponents(std::string_view text, std::deque<std::string>& rest) {
  std::vector<std::string> components;
  while (!text.empty()) {
    const std::size_t slash = text.find('/');
    const std::string_view component = text.substr(0, slash);
    if (!component.empty() && component != ".")
      components.emplace_back(component);
    text.remove_prefix(slash == std::string_view::npos ? text.size() : slash + 1);
  }
  rest.insert(rest.begin(), components.begin(), components.end());
}

// One walk from "/" to a folder. Judges every directory and link on the way.
class Walk {
 public:
  Walk(const std::string& path, std::span<const ObjectId> forbidden)
      : asked_(path), forbidden_(forbidden) {}

  Result<UniqueFd> Run() {
    PushComponents(asked_, rest_);
    if (auto at_root = GoToRoot(); !at_root)
      return at_root.failure();
    while (!rest_.empty()) {
      const std::string component = rest_.front();
      rest_.pop_front();
      // Leaving a folder by ".." uses no name that anybody could put into it.
      if (component != ".." && !forbidden_here_.empty())
        return RefuseForbidden();
      if (auto step = Step(component); !step)
        return step.failure();
    }
    if (!forbidden_here_.empty())
      return RefuseForbidden();
    return std::move(at_);
  }

 private:
  Result<void> GoToRoot() {
    at_.reset(open("/", O_PATH | O_DIRECTORY | O_CLOEXEC));
    if (!at_.valid())
      return FailOs(errno, kOperation, asked_);
    seen_ = "";
    struct stat status {};
    if (fstat(at_.get(), &status) != 0)
      return FailOs(errno, kOperation, asked_);
    return JudgeDirectory(status, "/");
  }

  Result<void> Step(const std::string& component) {
    const std::string path = seen_ + '/' + component;
    UniqueFd next(openat(at_.get(), component.c_str(), O_PATH | O_NOFOLLOW | O_CLOEXEC));
    struct stat status {};
    if (!next.valid() || fstat(next.get(), &status) != 0) {
      return FailOs(errno, kOperation, asked_);
    }
    if (S_ISLNK(status.st_mode))
      return Follow(next.get(), status, path);
    if (!S_ISDIR(status.st_mode))
      return FailOs(ENOTDIR, kOperation, asked_);
    at_ = std::move(next);
    seen_ = path;
    return JudgeDirectory(status, path);
  }

  Result<void> Follow(int link_fd, const struct stat& status, const std::string& path) {
    if (++links_ > kMostLinks)
      return FailOs(ELOOP, kOperation, asked_);
    if (std::string why = Distrust(status, path); !why.empty())
      return Refuse(std::move(why));
    std::string target(PATH_MAX, '\0');
    const ssize_t size = readlinkat(link_fd, "", target.data(), target.size());
    if (size < 0)
      return FailOs(errno, kOperation, asked_);
    target.resize(static_cast<std::size_t>(size));
    PushComponents(target, rest_);
    if (target.starts_with('/'))
      return GoToRoot();
    return {};
  }

  Result<void> JudgeDirectory(const struct stat& status, const std::string& path) {
    if (std::string why = Distrust(status, path); !why.empty())
      return Refuse(std::move(why));
    const ObjectId id{status.st_dev, status.st_ino};
    const bool forbidden = std::ranges::find(forbidden_, id) != forbidden_.end();
    forbidden_here_ = forbidden ? path : std::string();
    return {};
  }

  Failure RefuseForbidden() const {
    return Refuse("it lies in " + forbidden_here_ +
                  ", which the command may change; keep plugins outside of the workspace");
  }

  Failure Refuse(std::string why) const {
    return Fail(SBX_E_REFUSED, kOperation, asked_, std::move(why));
  }

  const std::string& asked_;
  std::span<const ObjectId> forbidden_;
  std::deque<std::string> rest_;
  UniqueFd at_;
  std::string seen_;            // what was walked, for messages
  std::string forbidden_here_;  // where at_ is one of forbidden_
  int links_ = 0;
};

// The folder, where no link lies on the way and everything on it is as it has to be; else
// nothing, and the walk says why. What is above is judged from below: ".." leads where the
// folder really lies, and takes a third of the calls of a walk.
UniqueFd OpenStraight(const std::string& path, std::span<const ObjectId> forbidden) {
  if (path.find("/..") != std::string::npos)
    return {};
  open_how how{};
  how.flags = O_PATH | O_DIRECTORY | O_CLOEXEC;
  how.resolve = RESOLVE_NO_SYMLINKS;
  UniqueFd fd(static_cast<int>(syscall(__NR_openat2, AT_FDCWD, path.c_str(), &how, sizeof how)));
  if (!fd.valid())
    return {};
  std::string above;
  // As many as there can be: where a component is ".", the last is "/" again.
  for (auto left = std::ranges::count(path, '/') + 1; left > 0; --left) {
    struct stat status {};
    if (fstatat(fd.get(), above.c_str(), &status, above.empty() ? AT_EMPTY_PATH : 0) != 0)
      return {};
    const ObjectId id{status.st_dev, status.st_ino};
    if (!Distrust(status, path).empty() || std::ranges::find(forbidden, id) != forbidden.end())
      return {};
    above += above.empty() ? ".." : "/..";
  }
  return fd;
}

Result<std::vector<ObjectId>> Identities(const std::vector<std::string>& paths) {
  std::vector<ObjectId> ids;
  for (const std::string& path : paths) {
    auto id = IdentityOf(path);
    if (id) {
      ids.push_back(*id);
    } else if (id.error().os_error != ENOENT && id.error().os_error != ENOTDIR) {
      return id.failure();
    }
  }
  return ids;
}

}  // namespace

Result<TrustedFolder> OpenTrustedFolder(const std::string& path,
                                        const std::vector<std::string>& forbidden) {
  if (!path.starts_with('/')) {
    return Fail(SBX_E_REFUSED, kOperation, path, "its path must be absolute");
  }
  if (path.find('\0') != std::string::npos) {
    return Fail(SBX_E_REFUSED, kOperation, path, "its path contains a zero byte");
  }
  const auto ids = Identities(forbidden);
  if (!ids)
    return ids.failure();
  if (UniqueFd straight = OpenStraight(path, *ids); straight.valid())
    return TrustedFolder{std::move(straight), path};
  auto fd = Walk(path, *ids).Run();
  if (!fd)
    return fd.failure();
  return TrustedFolder{*std::move(fd), path};
}

Result<std::vector<std::string>> NamesIn(const TrustedFolder& folder, std::string_view suffix) {
  UniqueFd fd(openat(folder.fd.get(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!fd.valid())
    return FailOs(errno, "list the plugin folder", folder.path);
  const std::unique_ptr<DIR, int (*)(DIR*)> stream(fdopendir(fd.get()), &closedir);
  if (stream == nullptr)
    return FailOs(errno, "list the plugin folder", folder.path);
  static_cast<void>(fd.release());  // the stream owns it
  std::vector<std::string> names;
  for (;;) {
    errno = 0;
    const dirent* entry = readdir(stream.get());  // NOLINT(concurrency-mt-unsafe): own stream
    if (entry == nullptr)
      break;
    const std::string_view name(entry->d_name);
    if (name.ends_with(suffix))
      names.emplace_back(name);
  }
  if (errno != 0)
    return FailOs(errno, "list the plugin folder", folder.path);
  std::ranges::sort(names);
  return names;
}

}  // namespace sbx
