// SPDX-License-Identifier: MIT
#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>

#include "core/platform/doctor.hpp"
#include "sbx/plugin/unique_fd.hpp"

namespace sbx {
namespace {

constexpr std::uint32_t kStranger = 65534;

std::vector<std::string> Names(const std::string& path) {
  std::vector<std::string> names;
  DIR* dir = opendir(path.c_str());
  if (dir == nullptr)
    return names;
  while (const dirent* entry = readdir(dir)) {  // NOLINT(concurrency-mt-unsafe)
    const std::string_view name = entry->d_name;
    if (name != "." && name != "..")
      names.emplace_back(name);
  }
  closedir(dir);
  std::sort(names.begin(), names.end());
  return names;
}

std::string Bytes(const std::string& path) {
  const UniqueFd fd(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
  std::string bytes;
  std::array<char, 4096> buffer{};
  while (bytes.size() < 65536) {
    const ssize_t got = read(fd.get(), buffer.data(), buffer.size());
    if (got <= 0)
      break;
    bytes.append(buffer.data(), static_cast<std::size_t>(got));
  }
  return bytes;
}

void Add(const std::string& path, std::string& text) {
  struct stat now {};
  if (lstat(path.c_str(), &now) != 0) {
    text += path + " absent\n";
    return;
  }
  std::array<char, 256> line{};
  std::snprintf(line.data(), line.size(), " %o %u:%u %lld %llu %lld.%09ld %lld.%09ld ", now.st_mode,
                now.st_uid, now.st_gid, static_cast<long long>(now.st_size),
                static_cast<unsigned long long>(now.st_ino),
                static_cast<long long>(now.st_mtim.tv_sec), now.st_mtim.tv_nsec,
                static_cast<long long>(now.st_ctim.tv_sec), now.st_ctim.tv_nsec);
  text += path + line.data();
  if (S_ISREG(now.st_mode))
    text += Bytes(path);
  text += '\n';
  if (!S_ISDIR(now.st_mode))
    return;
  for (const std::string& name : Names(path))
    Add(path + "/" + name, text);
}

class OpenLeak final : public Leak {
 public:
  OpenLeak(UniqueFd file, UniqueFd directory)
      : file_(std::move(file)), directory_(std::move(directory)) {}

 private:
  UniqueFd file_, directory_;
};

class OpenInput final : public Input {
 public:
  explicit OpenInput(UniqueFd before) : before_(std::move(before)) {}
  OpenInput(const OpenInput&) = delete;
  OpenInput& operator=(const OpenInput&) = delete;
  ~OpenInput() override {
    if (before_.valid()) {
      dup2(before_.get(), STDIN_FILENO);
    } else {
      close(STDIN_FILENO);
    }
  }

 private:
  UniqueFd before_;  // none where it was closed
};

}  // namespace

Result<std::unique_ptr<Leak>> Leak::Open(const std::string& file, const std::string& directory) {
  // To be inherited is the point, so these two alone lack O_CLOEXEC.
  UniqueFd one(open(file.c_str(), O_RDWR));  // NOLINT(android-cloexec-open)
  if (!one.valid())
    return FailOs(errno, "open", file);
  UniqueFd two(open(directory.c_str(), O_RDONLY | O_DIRECTORY));  // NOLINT(android-cloexec-open)
  if (!two.valid())
    return FailOs(errno, "open", directory);
  return std::unique_ptr<Leak>(std::make_unique<OpenLeak>(std::move(one), std::move(two)));
}

Result<std::unique_ptr<Input>> Input::Open(const std::string& file) {
  UniqueFd before(fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
  const UniqueFd input(open(file.c_str(), O_RDONLY | O_CLOEXEC));
  if (!input.valid())
    return FailOs(errno, "open", file);
  auto made = std::make_unique<OpenInput>(std::move(before));
  if (dup2(input.get(), STDIN_FILENO) < 0)
    return FailOs(errno, "take as standard input", file);
  return std::unique_ptr<Input>(std::move(made));
}

Result<void> MakeFifo(const std::string& path) {
  if (mkfifo(path.c_str(), 0600) != 0)
    return FailOs(errno, "make the FIFO", path);
  return {};
}

Result<FileId> IdOf(const std::string& path) {
  struct stat now {};
  if (stat(path.c_str(), &now) != 0)
    return FailOs(errno, "look at", path);
  return FileId{now.st_dev, now.st_ino};
}

std::string Fingerprint(const std::vector<std::string>& paths) {
  std::string text;
  for (const std::string& path : paths)
    Add(path, text);
  return text;
}

Result<std::string> MakePrivateFolder(const std::string& parent, const std::string& prefix) {
  std::string path = parent + "/" + prefix + "XXXXXX";
  if (mkdtemp(path.data()) == nullptr)
    return FailOs(errno, "make a folder in", parent);
  return path;
}

Result<void> MakeSetuidCopy(const std::string& from, const std::string& to) {
  const UniqueFd in(open(from.c_str(), O_RDONLY | O_CLOEXEC));
  const UniqueFd out(open(to.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0700));
  if (!in.valid() || !out.valid())
    return FailOs(errno, "copy", from);
  std::array<char, 65536> buffer{};
  ssize_t got = 0;
  while ((got = read(in.get(), buffer.data(), buffer.size())) > 0) {
    if (write(out.get(), buffer.data(), static_cast<std::size_t>(got)) != got) {
      return FailOs(errno, "write", to);
    }
  }
  if (got < 0)
    return FailOs(errno, "read", from);
  if (fchown(out.get(), kStranger, kStranger) != 0)
    return FailOs(errno, "give away", to);
  if (fchmod(out.get(), 04755) != 0)
    return FailOs(errno, "mark as setuid", to);
  return {};
}

std::string AnyBlockDevice() {
  std::string found;
  for (const std::string& name : Names("/dev")) {
    struct stat now {};
    std::string path = "/dev/" + name;
    if (lstat(path.c_str(), &now) != 0 || !S_ISBLK(now.st_mode))
      continue;
    if (name.starts_with("loop"))
      return path;
    if (found.empty())
      found = path;
  }
  return found;
}

std::uint32_t CallerUid() {
  return getuid();
}

std::uint64_t TasksOfUser(std::uint32_t uid) {
  std::uint64_t count = 0;
  for (const std::string& name : Names("/proc")) {
    struct stat now {};
    const std::string path = "/proc/" + name;
    if (name[0] < '0' || name[0] > '9' || stat(path.c_str(), &now) != 0)
      continue;
    if (now.st_uid == uid)
      count += Names(path + "/task").size();
  }
  return count;
}

}  // namespace sbx
