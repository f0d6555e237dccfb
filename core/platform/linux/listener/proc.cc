// SPDX-License-Identifier: MIT
#include "core/platform/linux/listener/proc.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <climits>
#include <cstdlib>

namespace sbx::listener {

std::string DescriptorName(int fd) {
  std::string name = "/proc/self/fd/";
  name += std::to_string(fd);
  return name;
}

std::string ProcPath(int pid, std::string_view entry) {
  std::string path = "/proc/";
  path += std::to_string(pid);
  path += '/';
  path += entry;
  return path;
}

std::string ReadLink(int fd) {
  std::array<char, PATH_MAX + 1> buffer{};
  const ssize_t size = readlink(DescriptorName(fd).c_str(), buffer.data(), buffer.size());
  if (size <= 0 || static_cast<std::size_t>(size) >= buffer.size())
    return {};
  return {buffer.data(), static_cast<std::size_t>(size)};
}

bool ReadSmallFile(const std::string& path, std::size_t limit, std::string& out) {
  out.clear();
  const UniqueFd fd(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!fd.valid())
    return false;
  std::array<char, 16384> piece{};
  for (;;) {
    const ssize_t got = read(fd.get(), piece.data(), piece.size());
    if (got < 0 && errno == EINTR)
      continue;
    if (got < 0)
      return false;
    if (got == 0)
      return true;
    if (out.size() + static_cast<std::size_t>(got) > limit)
      return false;
    out.append(piece.data(), static_cast<std::size_t>(got));
  }
}

std::optional<std::uint64_t> StatusField(const std::string& status, std::string_view label,
                                         int base) {
  std::string line = "\n";
  line += label;
  const std::size_t at = status.find(line);
  if (at == std::string::npos)
    return std::nullopt;
  const char* start = status.c_str() + at + line.size();
  char* end = nullptr;
  const std::uint64_t value = std::strtoull(start, &end, base);
  if (end == start)
    return std::nullopt;
  return value;
}

}  // namespace sbx::listener
