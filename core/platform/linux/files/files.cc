// SPDX-License-Identifier: MIT
#include "core/platform/files.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <climits>
#include <string_view>
#include <utility>
#include <vector>

#include "core/platform/linux/hold_mark.h"

namespace sbx::files {

static_assert(kNoDirectory == AT_FDCWD);

namespace {

Kind KindOf(std::uint32_t mode) {
  if (S_ISDIR(mode)) {
    return Kind::kDirectory;
  }
  if (S_ISREG(mode)) {
    return Kind::kFile;
  }
  return S_ISLNK(mode) ? Kind::kLink : Kind::kSpecial;
}

bool IsMarked(std::uint32_t mode, std::int64_t seconds, std::int64_t nanoseconds) {
  return S_ISDIR(mode) && (mode & 07777) == kHoldMode && seconds == kHoldMarkSeconds &&
         nanoseconds == kHoldMarkNanoseconds;
}

std::optional<Status> Ask(int fd, const char* name, int flags) {
  struct statx x {};
  if (statx(fd, name, flags, STATX_BASIC_STATS | STATX_MNT_ID, &x) == 0) {
    return Status{{makedev(x.stx_dev_major, x.stx_dev_minor), x.stx_ino},
                  KindOf(x.stx_mode),
                  x.stx_mode & 07777u,
                  x.stx_uid,
                  x.stx_gid,
                  x.stx_nlink,
                  IsMarked(x.stx_mode, x.stx_mtime.tv_sec, x.stx_mtime.tv_nsec),
                  (x.stx_mask & STATX_MNT_ID) != 0 ? x.stx_mnt_id : 0};
  }
  struct stat s {};
  if (errno != ENOSYS || fstatat(fd, name, &s, flags) != 0) {
    return std::nullopt;
  }
  return Status{{s.st_dev, s.st_ino},
                KindOf(s.st_mode),
                s.st_mode & 07777u,
                s.st_uid,
                s.st_gid,
                static_cast<std::uint32_t>(s.st_nlink),
                IsMarked(s.st_mode, s.st_mtim.tv_sec, s.st_mtim.tv_nsec),
                0};
}

// Reads a link of any length; empty on failure.
std::string ReadLink(int dir_fd, const char* path) {
  // Most paths are short, and pages of the stack that nobody touched are not there.
  std::array<char, 512> few{};
  ssize_t size = readlinkat(dir_fd, path, few.data(), few.size());
  if (size < 0)
    return {};
  if (static_cast<std::size_t>(size) < few.size())
    return {few.data(), static_cast<std::size_t>(size)};
  std::string all(PATH_MAX, '\0');
  size = readlinkat(dir_fd, path, all.data(), all.size());
  if (size < 0 || static_cast<std::size_t>(size) == all.size())
    return {};
  all.resize(static_cast<std::size_t>(size));
  return all;
}

}  // namespace

Opened Open(int dir_fd, const char* path, Follow follow) {
  const int flags = O_PATH | O_CLOEXEC | (follow == Follow::kNo ? O_NOFOLLOW : 0);
  UniqueFd fd(openat(dir_fd, path, flags));
  const int error = fd.valid() ? 0 : errno;
  return {std::move(fd), error};
}

Opened OpenWithoutLinks(const char* path) {
  open_how how{};
  how.flags = O_PATH | O_CLOEXEC;
  how.resolve = RESOLVE_NO_SYMLINKS;
  UniqueFd fd(static_cast<int>(syscall(__NR_openat2, AT_FDCWD, path, &how, sizeof how)));
  const int error = fd.valid() ? 0 : errno;
  return {std::move(fd), error};
}

void Close(std::vector<UniqueFd> fds) {
  std::sort(fds.begin(), fds.end(),
            [](const UniqueFd& a, const UniqueFd& b) { return a.get() < b.get(); });
  for (std::size_t first = 0, last = 0; first < fds.size(); first = last + 1) {
    last = first;
    while (last + 1 < fds.size() && fds[last + 1].get() == fds[last].get() + 1) {
      ++last;
    }
    if (first < last && fds[first].valid() &&
        syscall(__NR_close_range, fds[first].get(), fds[last].get(), 0) == 0) {
      for (std::size_t i = first; i <= last; ++i) {
        static_cast<void>(fds[i].release());
      }
    }
  }
}

std::optional<Status> StatusOf(int fd) {
  return Ask(fd, "", AT_EMPTY_PATH | AT_SYMLINK_NOFOLLOW | AT_NO_AUTOMOUNT);
}

std::optional<Status> StatusAt(int dir_fd, const char* name) {
  return Ask(dir_fd, name, AT_SYMLINK_NOFOLLOW | AT_NO_AUTOMOUNT);
}

std::string PathOf(int fd) {
  std::array<char, 32> name{"/proc/self/fd/"};
  const auto end = std::to_chars(name.data() + 14, name.data() + name.size() - 1, fd);
  *end.ptr = '\0';
  std::string path = ReadLink(AT_FDCWD, name.data());
  if (path.empty() || path.front() != '/') {
    return {};
  }
  // A removed object keeps its last path with this mark, and another object may
  // really be called so.
  if (path.ends_with(" (deleted)")) {
    const std::optional<Status> named = StatusAt(AT_FDCWD, path.c_str());
    const std::optional<Status> opened = StatusOf(fd);
    if (!named || !opened || named->id != opened->id) {
      return {};
    }
  }
  return path;
}

std::string LinkText(int fd) {
  return ReadLink(fd, "");
}

std::optional<std::string> ReadSmall(int dir_fd, const char* name, std::size_t most) {
  const UniqueFd fd(
      openat(dir_fd, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  struct stat s {};
  if (!fd.valid() || fstat(fd.get(), &s) != 0 || !S_ISREG(s.st_mode)) {
    return std::nullopt;
  }
  std::string content;
  std::array<char, 4096> part{};
  for (;;) {
    const ssize_t size = read(fd.get(), part.data(), part.size());
    if (size < 0 || content.size() + static_cast<std::size_t>(size) > most) {
      return std::nullopt;
    }
    if (size == 0) {
      return content;
    }
    content.append(part.data(), static_cast<std::size_t>(size));
  }
}

bool HasMagicLinks(int dir_fd) {
  struct statfs fs {};
  return fstatfs(dir_fd, &fs) == 0 && fs.f_type == PROC_SUPER_MAGIC;
}

bool MayWrite(int dir_fd, const Status& status, std::uint32_t uid) {
  struct statvfs fs {};
  if (fstatvfs(dir_fd, &fs) == 0 && (fs.f_flag & ST_RDONLY) != 0) {
    return false;
  }
  // An ordinary user's own question is answered by the kernel, access lists
  // included; about root without capabilities and about others only modes tell.
  if (uid == geteuid() && uid != 0) {
    const std::string path = "/proc/self/fd/" + std::to_string(dir_fd);
    if (faccessat(AT_FDCWD, path.c_str(), W_OK | X_OK, AT_EACCESS) == 0) {
      return true;
    }
    if (errno == EACCES || errno == EROFS) {
      return false;
    }
  }
  constexpr std::uint32_t kWriteAndSearch = 3;
  if (status.uid == uid) {
    return (status.mode >> 6 & kWriteAndSearch) == kWriteAndSearch;
  }
  bool member = false;
  if (uid == geteuid()) {
    std::vector<gid_t> groups(static_cast<std::size_t>(std::max(getgroups(0, nullptr), 0)));
    const int count = getgroups(static_cast<int>(groups.size()), groups.data());
    groups.resize(static_cast<std::size_t>(std::max(count, 0)));
    member = status.gid == getegid() ||
             std::find(groups.begin(), groups.end(), status.gid) != groups.end();
  }
  const std::uint32_t bits = member ? status.mode >> 3 : status.mode;
  return (bits & kWriteAndSearch) == kWriteAndSearch;
}

Opened MakeDirectory(int dir_fd, const char* name, std::uint32_t mode, std::uint32_t uid) {
  if (mkdirat(dir_fd, name, mode) != 0) {
    return {UniqueFd(), errno};
  }
  UniqueFd fd(openat(dir_fd, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (!fd.valid()) {
    return {UniqueFd(), errno};
  }
  struct stat s {};
  if (fstat(fd.get(), &s) != 0) {
    return {UniqueFd(), errno};
  }
  // Only what this process has just made is given away: a directory that was
  // put in its place belongs to somebody else.
  if (s.st_uid == geteuid() && s.st_uid != uid &&
      fchown(fd.get(), uid, static_cast<gid_t>(-1)) != 0) {
    return {UniqueFd(), errno};
  }
  return {std::move(fd), 0};
}

}  // namespace sbx::files
