// SPDX-License-Identifier: MIT
#include "core/platform/linux/config/read.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "core/platform/config_files.hpp"

namespace sbx::config_files {
namespace {

constexpr std::size_t kPiece = 4096;  // most files end within the first

bool IsAbsent(int error) {
  return error == ENOENT || error == ENOTDIR;
}

Failure Refuse(const std::string& path, std::string why) {
  return Fail(SBX_E_REFUSED, kOperation, path, std::move(why));
}

// Empty, or why an object that only root may change is not trusted.
std::string NotOfRoot(const struct stat& status, const std::string& path) {
  if (status.st_uid != 0) {
    return path + " belongs to user " + std::to_string(status.st_uid) +
           " and has to belong to root";
  }
  if ((status.st_mode & (S_IWGRP | S_IWOTH)) != 0)
    return path + " can be written by others than root; run: chmod go-w " + path;
  return {};
}

// `folder`, opened from "/" on; every folder on the way is root's.
Result<UniqueFd> OpenOfRoot(const std::string& folder, const std::string& path) {
  UniqueFd at(open("/", O_PATH | O_DIRECTORY | O_CLOEXEC));
  std::string seen;
  for (std::size_t from = 0;;) {
    struct stat status {};
    if (!at.valid() || fstat(at.get(), &status) != 0)
      return FailOs(errno, kOperation, path);
    if (std::string why = NotOfRoot(status, seen.empty() ? "/" : seen); !why.empty())
      return Refuse(path, std::move(why));
    from = folder.find_first_not_of('/', from);
    if (from == std::string::npos)
      return at;
    const std::size_t end = std::min(folder.find('/', from), folder.size());
    const std::string name = folder.substr(from, end - from);
    seen += "/" + name;
    at.reset(openat(at.get(), name.c_str(), O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    from = end;
  }
}

}  // namespace

Result<std::string> ReadAll(int fd, const std::string& path, std::size_t most) {
  std::string content;
  for (;;) {
    const std::size_t filled = content.size();
    content.resize(filled + kPiece);
    const ssize_t count = read(fd, content.data() + filled, kPiece);
    if (count < 0 && errno != EINTR)
      return FailOs(errno, kOperation, path);
    content.resize(filled + static_cast<std::size_t>(count > 0 ? count : 0));
    if (count == 0)
      return content;
    if (content.size() > most)
      return Refuse(path, "it is larger than " + std::to_string(most) + " bytes");
  }
}

Result<std::optional<std::string>> ReadManaged(const std::string& folder, const std::string& name,
                                               std::size_t most) {
  const std::string path = folder + "/" + name;
  UniqueFd there(open(path.c_str(), O_PATH | O_NOFOLLOW | O_CLOEXEC));
  if (!there.valid()) {
    if (IsAbsent(errno))
      return std::optional<std::string>();
    return FailOs(errno, kOperation, path, "nothing runs until the organisation's policy is read");
  }
  auto directory = OpenOfRoot(folder, path);
  if (!directory)
    return directory.failure();
  const UniqueFd file(openat(directory->get(), name.c_str(),
                             O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
  struct stat status {};
  if (!file.valid() || fstat(file.get(), &status) != 0)
    return FailOs(errno, kOperation, path, "nothing runs until the organisation's policy is read");
  if (!S_ISREG(status.st_mode))
    return Refuse(path, "it is not a regular file");
  if (std::string why = NotOfRoot(status, path); !why.empty())
    return Refuse(path, std::move(why));
  auto text = ReadAll(file.get(), path, most);
  if (!text)
    return text.failure();
  return std::optional<std::string>(*std::move(text));
}

Result<std::optional<std::string>> ReadOwn(const std::string& path, std::uint32_t uid,
                                           std::size_t most) {
  const UniqueFd file(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
  if (!file.valid()) {
    if (IsAbsent(errno))
      return std::optional<std::string>();
    return FailOs(errno, kOperation, path);
  }
  struct stat status {};
  if (fstat(file.get(), &status) != 0)
    return FailOs(errno, kOperation, path);
  if (!S_ISREG(status.st_mode))
    return Refuse(path, "it is not a regular file");
  if (status.st_uid != 0 && status.st_uid != uid) {
    return Refuse(path, "it belongs to user " + std::to_string(status.st_uid) +
                            ", which is neither root nor you");
  }
  if ((status.st_mode & (S_IWGRP | S_IWOTH)) != 0)
    return Refuse(path, "it can be written by others; run: chmod go-w " + path);
  auto text = ReadAll(file.get(), path, most);
  if (!text)
    return text.failure();
  return std::optional<std::string>(*std::move(text));
}

Result<std::string> ReadNamed(const std::string& path, std::size_t most) {
  const UniqueFd file(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY));
  if (!file.valid())
    return FailOs(errno, kOperation, path);
  return ReadAll(file.get(), path, most);
}

}  // namespace sbx::config_files
