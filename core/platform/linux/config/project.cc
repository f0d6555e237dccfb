// SPDX-License-Identifier: MIT
#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>

#include "core/platform/config_files.hpp"
#include "core/platform/linux/config/read.hpp"

namespace sbx::config_files {
namespace {

constexpr char kName[] = ".sbx/config.json";

std::string PathOf(int fd) {
  std::string path(PATH_MAX, '\0');
  const std::string link = "/proc/self/fd/" + std::to_string(fd);
  const ssize_t size = readlink(link.c_str(), path.data(), path.size());
  path.resize(size > 0 ? static_cast<std::size_t>(size) : 0);
  return path;
}

// What a folder has to say, if anything.
std::optional<ProjectFile> ReadIn(int directory_fd, const struct stat& directory,
                                  std::size_t most) {
  open_how how{};
  how.flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;
  how.resolve = RESOLVE_NO_SYMLINKS | RESOLVE_BENEATH;
  const UniqueFd fd(static_cast<int>(syscall(__NR_openat2, directory_fd, kName, &how, sizeof how)));
  const int error = errno;
  if (!fd.valid() && (error == ENOENT || error == ENOTDIR))
    return std::nullopt;
  ProjectFile file;
  file.folder = PathOf(directory_fd);
  file.id = {directory.st_dev, directory.st_ino};
  file.path = (file.folder == "/" ? "" : file.folder) + "/" + kName;
  struct stat status {};
  if (!fd.valid()) {
    file.error = FailOs(error, kOperation, file.path,
                        error == ELOOP ? "a link on the way to it is not followed" : "")
                     .error;
  } else if (fstat(fd.get(), &status) != 0 || !S_ISREG(status.st_mode)) {
    file.error = Fail(SBX_E_REFUSED, kOperation, file.path, "it is not a regular file").error;
  } else if (auto text = ReadAll(fd.get(), file.path, most); text) {
    file.text = *std::move(text);
  } else {
    file.error = text.error();
  }
  return file;
}

}  // namespace

std::vector<ProjectFile> FindProjectFiles(const std::string& workspace, std::size_t most) {
  std::vector<ProjectFile> found;
  UniqueFd at(open(workspace.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  std::size_t own = 0;  // files of the workspace itself
  struct stat status {};
  if (!at.valid() || fstat(at.get(), &status) != 0)
    return found;
  for (bool first = true;; first = false) {
    if (auto file = ReadIn(at.get(), status, most)) {
      found.push_back(*std::move(file));
      own += first ? 1 : 0;
    }
    struct stat entry {};
    if (fstatat(at.get(), ".git", &entry, AT_SYMLINK_NOFOLLOW) == 0) {
      std::ranges::reverse(found);
      return found;
    }
    UniqueFd parent(openat(at.get(), "..", O_PATH | O_DIRECTORY | O_CLOEXEC));
    struct stat above {};
    if (!parent.valid() || fstat(parent.get(), &above) != 0 ||
        (above.st_dev == status.st_dev && above.st_ino == status.st_ino)) {
      break;
    }
    at = std::move(parent);
    status = above;
  }
  found.resize(own);  // in no repository
  return found;
}

}  // namespace sbx::config_files
