// SPDX-License-Identifier: MIT
#include "plugins/config-sources/common/settings_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "sbx/plugin/unique_fd.hpp"

namespace sbx::sources {
namespace {

constexpr std::size_t kMost = std::size_t{1} << 20;
constexpr std::size_t kPiece = 16384;

bool OthersMayWrite(const struct stat& status) {
  return (status.st_mode & (S_IWGRP | S_IWOTH)) != 0;
}

std::string Reason(int error) {
  return "it cannot be read: " + std::generic_category().message(error);
}

// Empty, or why an object on the way is not root's alone.
std::string NotOfRoot(const struct stat& status, const std::string& path) {
  if (status.st_uid == 0 && !OthersMayWrite(status))
    return {};
  return path + " and everything above it have to belong to root, and nobody else may write there";
}

// The folder of `path`, opened from "/" on, or -1 with `error` or errno.
UniqueFd OpenOfRoot(const std::string& path, std::string& error) {
  UniqueFd at(open("/", O_PATH | O_DIRECTORY | O_CLOEXEC));
  std::size_t from = 1;
  for (;;) {
    struct stat status {};
    if (!at.valid() || fstat(at.get(), &status) != 0)
      return {};
    error = NotOfRoot(status, from == 1 ? "/" : path.substr(0, from - 1));
    if (!error.empty())
      return {};
    const std::size_t end = path.find('/', from);
    if (end == std::string::npos)
      return at;
    const std::string name = path.substr(from, end - from);
    at = UniqueFd(openat(at.get(), name.c_str(), O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    from = end + 1;
  }
}

// Why the opened file does not count, or nothing.
std::string Judge(const struct stat& status, Owner owner, const std::string& path) {
  if (!S_ISREG(status.st_mode))
    return "it is not a regular file";
  if (owner == Owner::kRoot)
    return NotOfRoot(status, path);
  if (owner == Owner::kProject)
    return {};
  if (status.st_uid != 0 && status.st_uid != geteuid())
    return "it belongs to user " + std::to_string(status.st_uid) +
           ", which is neither root nor you";
  return OthersMayWrite(status) ? "it can be written by others; run: chmod go-w " + path
                                : std::string();
}

}  // namespace

FileText ReadFile(const std::string& path, Owner owner) {
  FileText file;
  constexpr int kFlags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;
  UniqueFd fd;
  if (owner == Owner::kRoot) {
    const UniqueFd folder = OpenOfRoot(path, file.error);
    if (!file.error.empty()) {
      // Whose folder it is matters only when there is a file.
      struct stat status {};
      if (lstat(path.c_str(), &status) != 0 && errno == ENOENT)
        file.error.clear();
      return file;
    }
    if (folder.valid())
      fd = UniqueFd(openat(folder.get(), path.c_str() + path.rfind('/') + 1, kFlags | O_NOFOLLOW));
  } else {
    fd = UniqueFd(open(path.c_str(), kFlags));
  }
  if (!fd.valid()) {
    if (errno != ENOENT && errno != ENOTDIR)
      file.error = Reason(errno);
    return file;
  }
  struct stat status {};
  if (fstat(fd.get(), &status) != 0) {
    file.error = Reason(errno);
    return file;
  }
  file.error = Judge(status, owner, path);
  if (!file.error.empty())
    return file;
  file.there = true;
  for (;;) {
    const std::size_t filled = file.text.size();
    file.text.resize(filled + kPiece);
    const ssize_t count = read(fd.get(), file.text.data() + filled, kPiece);
    if (count < 0 && errno != EINTR) {
      file.error = Reason(errno);
      return file;
    }
    file.text.resize(filled + static_cast<std::size_t>(count > 0 ? count : 0));
    if (count == 0)
      return file;
    if (file.text.size() > kMost) {
      file.fault = "it is larger than 1 MiB";
      return file;
    }
  }
}

}  // namespace sbx::sources
