// SPDX-License-Identifier: MIT
#include "core/policy/locate.hpp"

#include <algorithm>
#include <cerrno>
#include <optional>
#include <utility>

namespace sbx {

namespace {

constexpr std::size_t kLongestPath = 4095;
constexpr int kMostLinks = 40;

Failure CannotOpen(const std::string& path, int error) {
  std::string hint;
  if (error == EMFILE || error == ENFILE) {
    hint = "every rule holds one descriptor: raise the limit of open files (ulimit -n)";
  }
  return FailOs(error, "open", path, std::move(hint));
}

// Follows a path component by component.
class Walk {
 public:
  Walk(const std::string& path, Links links) : whole_(path), links_(links), pending_(path) {}

  Result<Located> Run() {
    if (const int error = MoveTo(files::kNoDirectory, "/"); error != 0) {
      return CannotOpen("/", error);
    }
    at_.path.assign(1, '/');
    for (;;) {
      const std::size_t start = pending_.find_first_not_of('/', next_);
      if (start == std::string::npos) {
        break;
      }
      const std::size_t end = std::min(pending_.find('/', start), pending_.size());
      const std::string name = pending_.substr(start, end - start);
      next_ = end;
      if (at_.status.kind != files::Kind::kDirectory) {
        at_.end = Located::End::kBelowFile;
        at_.rest = name + pending_.substr(next_);
        return std::move(at_);
      }
      if (name == ".") {
        continue;
      }
      const int error = name == ".." ? Up() : Enter(name);
      if (error == ENOENT) {
        at_.end = Located::End::kMissing;
        at_.missing = name;
        const std::size_t rest = pending_.find_first_not_of('/', next_);
        at_.rest = rest == std::string::npos ? std::string() : pending_.substr(rest);
        return std::move(at_);
      }
      if (error == EACCES) {
        at_.end = Located::End::kSealed;
        at_.rest = name + pending_.substr(next_);
        return std::move(at_);
      }
      if (error != 0) {
        return CannotOpen(whole_, error);
      }
    }
    return std::move(at_);
  }

 private:
  int MoveTo(int dir_fd, const char* name) {
    files::Opened opened = files::Open(dir_fd, name, files::Follow::kNo);
    return opened.error != 0 ? opened.error : Take(std::move(opened.fd));
  }

  int Take(UniqueFd fd) {
    const std::optional<files::Status> status = files::StatusOf(fd.get());
    if (!status) {
      return errno;
    }
    at_.status = *status;
    at_.fd = std::move(fd);
    return 0;
  }

  int Up() {
    const int error = MoveTo(at_.fd.get(), "..");
    if (error == 0) {
      const std::size_t slash = at_.path.rfind('/');
      at_.path.resize(slash == 0 ? 1 : slash);
    }
    return error;
  }

  int Enter(const std::string& name) {
    files::Opened opened = files::Open(at_.fd.get(), name.c_str(), files::Follow::kNo);
    if (opened.error != 0) {
      return opened.error;
    }
    const std::optional<files::Status> status = files::StatusOf(opened.fd.get());
    if (!status) {
      return errno;
    }
    if (status->kind == files::Kind::kLink) {
      return FollowLink(name, opened.fd.get());
    }
    at_.path = JoinPath(at_.path, name);
    at_.status = *status;
    at_.fd = std::move(opened.fd);
    return 0;
  }

  int FollowLink(const std::string& name, int link_fd) {
    if (++followed_ > kMostLinks) {
      return ELOOP;
    }
    if (links_ == Links::kReport) {
      at_.links.push_back(at_.path);
    }
    if (files::HasMagicLinks(at_.fd.get())) {
      files::Opened opened = files::Open(at_.fd.get(), name.c_str(), files::Follow::kYes);
      if (opened.error != 0) {
        return opened.error;
      }
      at_.path = files::PathOf(opened.fd.get());
      return at_.path.empty() ? ENOENT : Take(std::move(opened.fd));
    }
    const std::string text = files::LinkText(link_fd);
    if (text.empty()) {
      return ENOENT;
    }
    if (links_ == Links::kReport) {
      at_.passed.push_back({JoinPath(at_.path, name), text});
    }
    pending_ = text + pending_.substr(next_);
    next_ = 0;
    if (pending_.size() > 2 * kLongestPath) {
      return ENAMETOOLONG;
    }
    if (text.front() == '/') {
      at_.path.assign(1, '/');
      return MoveTo(files::kNoDirectory, "/");
    }
    return 0;
  }

  const std::string& whole_;
  Links links_;
  std::string pending_;
  std::size_t next_ = 0;
  int followed_ = 0;
  Located at_;
};

// Spelled as the system would: from the root, one slash between names, no name
// that stands for another.
bool IsPlain(const std::string& path) {
  if (path.empty() || path.front() != '/') {
    return false;
  }
  std::size_t length = 0;  // of the name so far
  bool dots = true;        // it has nothing else
  for (std::size_t i = 1; path.size() > 1 && i <= path.size(); ++i) {
    if (i < path.size() && path[i] != '/') {
      dots = dots && path[i] == '.';
      ++length;
    } else if (length == 0 || (dots && length <= 2)) {
      return false;
    } else {
      length = 0;
      dots = true;
    }
  }
  return true;
}

struct Reached {
  files::Opened opened;
  std::string path;  // its one spelling, empty when the system does not tell
};

// Asking the system how an object is spelled costs more than opening it, and is
// not needed where no link was passed.
Reached Reach(const std::string& path) {
  if (IsPlain(path)) {
    files::Opened opened = files::OpenWithoutLinks(path.c_str());
    if (opened.error == 0) {
      return {std::move(opened), path};
    }
    if (opened.error != ELOOP && opened.error != ENOSYS && opened.error != EPERM) {
      return {std::move(opened), {}};
    }
  }
  Reached reached{files::Open(files::kNoDirectory, path.c_str(), files::Follow::kYes), {}};
  if (reached.opened.error == 0) {
    reached.path = files::PathOf(reached.opened.fd.get());
  }
  return reached;
}

// The usual case of a path that is not there: some folder above it is, and has
// nothing of the next name. Nothing when it is not so simple.
std::optional<Located> LocateMissing(const std::string& path, Links links) {
  std::size_t end = path.size();
  Reached above;
  std::size_t slash = 0;
  do {
    slash = path.rfind('/', end - 1);
    if (slash == std::string::npos) {
      return std::nullopt;
    }
    const std::string_view name = std::string_view(path).substr(slash + 1, end - slash - 1);
    if (name.empty() || name == "." || name == "..") {
      return std::nullopt;
    }
    const std::string folder = slash == 0 ? "/" : path.substr(0, slash);
    above = Reach(folder);
    if (above.opened.error != 0) {
      if (above.opened.error != ENOENT) {
        return std::nullopt;
      }
      end = slash;
      continue;
    }
    Located at;
    at.end = Located::End::kMissing;
    at.missing = name;
    at.rest = end == path.size() ? std::string() : path.substr(end + 1);
    // A link that leads nowhere is there.
    const int above_fd = above.opened.fd.get();
    if (files::Open(above_fd, at.missing.c_str(), files::Follow::kNo).error != ENOENT) {
      return std::nullopt;
    }
    const std::optional<files::Status> status = files::StatusOf(above_fd);
    at.path = std::move(above.path);
    if (!status || at.path.empty() || (links == Links::kReport && at.path != folder)) {
      return std::nullopt;
    }
    at.status = *status;
    at.fd = std::move(above.opened.fd);
    return at;
  } while (slash > 0);
  return std::nullopt;
}

Result<Located> LocateAsItIs(const std::string& path, Links links) {
  if (path.size() > kLongestPath) {
    return Fail(SBX_E_INVALID, "open", path.substr(0, 64) + "…",
                "the path is longer than 4095 bytes: name a folder nearer to the root");
  }
  Reached reached = Reach(path);
  files::Opened& opened = reached.opened;
  switch (opened.error) {
    case 0:
      break;
    case ENOENT:
      if (std::optional<Located> at = LocateMissing(path, links); at) {
        return *std::move(at);
      }
      [[fallthrough]];
    case ENOTDIR:
    case EACCES:
      return Walk(path, links).Run();
    default:
      return CannotOpen(path, opened.error);
  }
  Located at;
  const std::optional<files::Status> status = files::StatusOf(opened.fd.get());
  if (!status) {
    return CannotOpen(path, errno);
  }
  at.path = std::move(reached.path);
  if (at.path.empty() || (links == Links::kReport && at.path != path)) {
    return Walk(path, links).Run();
  }
  at.status = *status;
  at.fd = std::move(opened.fd);
  return at;
}

// A name that other runs hold is there only to keep it from being made: for a
// policy it does not exist, and neither does what would lie below it.
Result<Located> PastHeld(Located at) {
  if (at.end != Located::End::kFound && at.end != Located::End::kMissing) {
    return at;
  }
  // The mark alone could be put on anything by whoever may write there.
  const std::size_t slash = at.path.rfind('/');
  if (slash == std::string::npos || slash + 1 == at.path.size() || !files::IsEmpty(at.fd.get())) {
    return at;
  }
  files::Opened above = files::Open(at.fd.get(), "..", files::Follow::kNo);
  if (above.error != 0) {
    return CannotOpen(at.path, above.error);
  }
  const std::optional<files::Status> status = files::StatusOf(above.fd.get());
  if (!status) {
    return CannotOpen(at.path, errno);
  }
  if (at.end == Located::End::kMissing) {
    at.rest = at.rest.empty() ? at.missing : JoinPath(at.missing, at.rest);
  }
  at.missing = at.path.substr(slash + 1);
  at.path = slash == 0 ? "/" : at.path.substr(0, slash);
  at.end = Located::End::kMissing;
  at.status = *status;
  at.fd = std::move(above.fd);
  return at;
}

}  // namespace

Result<Located> Locate(const std::string& path, Links links) {
  Result<Located> at = LocateAsItIs(path, links);
  if (at && at->status.held) {
    return PastHeld(*std::move(at));
  }
  return at;
}

std::string FullPath(const Located& at) {
  std::string path = at.missing.empty() ? at.path : JoinPath(at.path, at.missing);
  if (!at.rest.empty()) {
    path = JoinPath(path, at.rest);
  }
  return path;
}

bool IsWithin(std::string_view path, std::string_view root) {
  if (root == "/") {
    return true;
  }
  return path.starts_with(root) && (path.size() == root.size() || path[root.size()] == '/');
}

std::string JoinPath(std::string_view directory, std::string_view name) {
  std::string path(directory);
  if (!path.ends_with('/')) {
    path += '/';
  }
  path += name;
  return path;
}

}  // namespace sbx
