// SPDX-License-Identifier: MIT
#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <climits>
#include <string_view>

#include "core/platform/linux/listener/proc.hpp"
#include "core/platform/linux/listener/target.hpp"

namespace sbx::listener {
namespace {

struct DescriptorPath {
  int number = -1;
  std::string rest;  // behind it, without leading slashes; empty when the path ends
};

// Reads the spellings of "my descriptor N"; `number` is -1 for other paths.
DescriptorPath ParseDescriptorPath(std::string_view path, int tid, const Target& target) {
  DescriptorPath result;
  const auto eat = [&path](std::string_view word) {
    if (!path.starts_with(word))
      return false;
    path.remove_prefix(word.size());
    return true;
  };
  if (!eat("/dev/fd/")) {
    if (!eat("/proc/"))
      return result;
    if (!eat("self/fd/") && !eat("thread-self/fd/") && !eat(std::to_string(tid) + "/fd/") &&
        !eat(std::to_string(target.ProcessId()) + "/fd/")) {
      return result;
    }
  }
  int number = -1;
  const auto [end, error] = std::from_chars(path.data(), path.data() + path.size(), number);
  if (error != std::errc() || number < 0)
    return result;
  path.remove_prefix(static_cast<std::size_t>(end - path.data()));
  if (!path.empty() && path.front() != '/')
    return result;
  result.number = number;
  const bool more = !path.empty();
  while (!path.empty() && path.front() == '/')
    path.remove_prefix(1);
  result.rest = path.empty() && more ? "." : std::string(path);
  return result;
}

}  // namespace

Opened OpenPath(int base_fd, const std::string& path, std::uint64_t flags, std::uint64_t resolve) {
  open_how how{};
  how.flags = O_PATH | O_CLOEXEC | flags;
  how.resolve = RESOLVE_NO_MAGICLINKS | resolve;
  for (int attempt = 0; attempt < 8; ++attempt) {
    UniqueFd fd(static_cast<int>(syscall(__NR_openat2, base_fd, path.c_str(), &how, sizeof how)));
    if (fd.valid())
      return {std::move(fd), 0};
    // EAGAIN: a rename somewhere made ".." uncertain.
    if (errno != EAGAIN && errno != EINTR)
      break;
  }
  switch (errno) {
    case ENOENT:
    case ENOTDIR:
    case ELOOP:
    case ENAMETOOLONG:
    case EACCES:
    case EIO:
    case ESTALE:
      return {{}, errno};
    default:
      return {{}, EACCES};
  }
}

void Target::LookAtRoot() {
  if (root_known_)
    return;
  root_known_ = true;
  root_ = OpenRoot(ProcPath(tid_, "root").c_str());
}

bool Target::SharesRoot() {
  LookAtRoot();
  return root_.fd.valid() && root_.mount != 0 && root_.mount == own_root_.mount &&
         root_.inode == own_root_.inode;
}

int Target::RootFd() {
  LookAtRoot();
  return root_.fd.get();
}

Opened Target::WorkingDirectory() const {
  const std::string path = ProcPath(tid_, "cwd");
  UniqueFd fd(open(path.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (!fd.valid())
    return {{}, EACCES};
  return {std::move(fd), 0};
}

Opened Target::Open(int at, const std::string& path, bool follow) {
  if (path.empty())
    return {{}, ENOENT};
  if (RootFd() < 0)
    return {{}, EACCES};
  if (path.front() == '/') {
    const DescriptorPath own = ParseDescriptorPath(path, tid_, *this);
    if (own.number >= 0 && (follow || !own.rest.empty())) {
      Opened base = Descriptor(own.number);
      if (base.os_error != 0)
        return {{}, base.os_error == EBADF ? ENOENT : base.os_error};
      if (own.rest.empty())
        return base;
      return OpenBelow(std::move(base.fd), own.rest, follow);
    }
    return OpenPath(RootFd(), path, follow ? 0 : O_NOFOLLOW, SharesRoot() ? 0 : RESOLVE_IN_ROOT);
  }
  Opened base = at == AT_FDCWD ? WorkingDirectory() : Descriptor(at);
  if (base.os_error != 0)
    return base;
  return OpenBelow(std::move(base.fd), path, follow);
}

Opened Target::OpenBelow(UniqueFd base, const std::string& path, bool follow) {
  struct stat directory {
  }, found{};
  if (fstat(base.get(), &directory) != 0)
    return {{}, EACCES};
  if (!S_ISDIR(directory.st_mode))
    return {{}, ENOTDIR};
  const std::uint64_t flags = follow ? 0 : O_NOFOLLOW;
  if (SharesRoot())
    return OpenPath(base.get(), path, flags, 0);
  // With another root, ".." and absolute links must end there, and openat2
  // takes one directory for both: so from the root, by the directory's name,
  // once that name has been seen to lead to it.
  const std::string name = ReadLink(base.get());
  if (name.empty() || name.front() != '/')
    return {{}, EACCES};
  const Opened again = OpenPath(RootFd(), name, O_DIRECTORY, RESOLVE_IN_ROOT | RESOLVE_NO_SYMLINKS);
  if (again.os_error != 0 || fstat(again.fd.get(), &found) != 0 ||
      found.st_dev != directory.st_dev || found.st_ino != directory.st_ino) {
    return {{}, EACCES};
  }
  return OpenPath(RootFd(), name + "/" + path, flags, RESOLVE_IN_ROOT);
}

}  // namespace sbx::listener
