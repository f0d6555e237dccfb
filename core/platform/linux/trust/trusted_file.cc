// SPDX-License-Identifier: MIT
#include "core/platform/trusted_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "core/platform/linux/trust/owner.hpp"

namespace sbx {

Result<TrustedFile> OpenTrustedFile(const TrustedFolder& folder, const std::string& name) {
  constexpr char kOperation[] = "trust the plugin file";
  const std::string path = folder.path + '/' + name;
  if (name.empty() || name == "." || name == ".." || name.find('/') != std::string::npos ||
      name.find('\0') != std::string::npos) {
    return Fail(SBX_E_REFUSED, kOperation, path, "its name is not one component");
  }
  // Without O_NONBLOCK a fifo of that name would hold us up for ever.
  TrustedFile file;
  file.fd.reset(openat(folder.fd.get(), name.c_str(),
                       O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
  if (!file.fd.valid()) {
    const int error = errno;
    return FailOs(error, kOperation, path,
                  error == ELOOP ? "it is a symbolic link; put the file itself there" : "");
  }
  struct stat status {};
  if (fstat(file.fd.get(), &status) != 0)
    return FailOs(errno, kOperation, path);
  if (!S_ISREG(status.st_mode)) {
    return Fail(SBX_E_REFUSED, kOperation, path, "it is not a regular file");
  }
  if (std::string why = Distrust(status, path); !why.empty()) {
    return Fail(SBX_E_REFUSED, kOperation, path, std::move(why));
  }
  file.id = {status.st_dev, status.st_ino};
  file.size = static_cast<std::uint64_t>(status.st_size);
  return file;
}

Result<std::string> ReadTrustedFile(const TrustedFile& file, std::size_t most) {
  constexpr char kOperation[] = "read the plugin file";
  std::string content(std::min<std::uint64_t>(file.size, most) + 1, '\0');
  std::size_t filled = 0;
  for (;;) {
    if (filled == content.size()) {
      if (filled > most) {
        return Fail(SBX_E_INVALID, kOperation, {},
                    "it is larger than " + std::to_string(most) + " bytes");
      }
      content.resize(std::min(content.size() * 2, most + 1));
    }
    const ssize_t count = pread(file.fd.get(), content.data() + filled, content.size() - filled,
                                static_cast<off_t>(filled));
    if (count < 0 && errno == EINTR)
      continue;
    if (count < 0)
      return FailOs(errno, kOperation);
    if (count == 0)
      break;
    filled += static_cast<std::size_t>(count);
  }
  content.resize(filled);
  return content;
}

Result<ObjectId> IdentityOf(const std::string& path) {
  struct stat status {};
  if (stat(path.c_str(), &status) != 0)
    return FailOs(errno, "look at", path);
  return ObjectId{status.st_dev, status.st_ino};
}

}  // namespace sbx
