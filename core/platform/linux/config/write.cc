// SPDX-License-Identifier: MIT
#include <fcntl.h>
#include <linux/fs.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

#include "core/platform/config_files.hpp"

namespace sbx::config_files {
namespace {

constexpr char kWriting[] = "write the file";

// Makes what is missing of `folder`, for the user alone.
Result<void> MakeFolders(const std::string& folder) {
  for (std::size_t end = folder.find('/', 1);; end = folder.find('/', end + 1)) {
    const std::string part = folder.substr(0, end);
    if (mkdir(part.c_str(), 0700) != 0 && errno != EEXIST)
      return FailOs(errno, "make the folder", part);
    if (end == std::string::npos)
      return {};
  }
}

bool WriteText(int fd, const std::string& text) {
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t count = write(fd, text.data() + done, text.size() - done);
    if (count < 0 && errno != EINTR)
      return false;
    done += static_cast<std::size_t>(count > 0 ? count : 0);
  }
  return fsync(fd) == 0;
}

}  // namespace

Result<void> Write(const std::string& folder, const std::string& name, const std::string& text,
                   bool replace, bool shared) {
  const std::string path = folder + "/" + name;
  if (auto made = MakeFolders(folder); !made)
    return made;
  const UniqueFd at(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!at.valid())
    return FailOs(errno, kWriting, path);
  const std::string draft = "." + name + "." + std::to_string(getpid());
  const UniqueFd fd(openat(at.get(), draft.c_str(),
                           O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                           shared ? 0644 : 0600));
  if (!fd.valid())
    return FailOs(errno, kWriting, path);
  const bool done =
      WriteText(fd.get(), text) && renameat2(at.get(), draft.c_str(), at.get(), name.c_str(),
                                             replace ? 0 : RENAME_NOREPLACE) == 0;
  const int error = errno;
  if (!done) {
    unlinkat(at.get(), draft.c_str(), 0);
    return FailOs(error, kWriting, path);
  }
  fsync(at.get());
  return {};
}

Result<void> Remove(const std::string& folder, const std::string& name) {
  const std::string path = folder + "/" + name;
  if (unlink(path.c_str()) != 0 && errno != ENOENT)
    return FailOs(errno, "remove", path);
  return {};
}

}  // namespace sbx::config_files
