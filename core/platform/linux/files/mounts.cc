// SPDX-License-Identifier: MIT
#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <charconv>
#include <string_view>

#include "core/platform/files.hpp"
#include "sbx/plugin/unique_fd.hpp"

namespace sbx::files {

namespace {

std::string ReadAll(const char* path) {
  const UniqueFd fd(open(path, O_RDONLY | O_CLOEXEC));
  std::string text;
  std::array<char, 16384> buffer{};
  for (;;) {
    const ssize_t size = fd.valid() ? read(fd.get(), buffer.data(), buffer.size()) : 0;
    if (size <= 0) {
      return text;
    }
    text.append(buffer.data(), static_cast<std::size_t>(size));
  }
}

std::string_view NextWord(std::string_view& line) {
  const std::size_t end = line.find(' ');
  const std::string_view word = line.substr(0, end);
  line.remove_prefix(end == std::string_view::npos ? line.size() : end + 1);
  return word;
}

// Blanks, tabs, newlines and backslashes are written as three octal digits.
std::string Unescape(std::string_view word) {
  std::string text;
  for (std::size_t i = 0; i < word.size(); ++i) {
    unsigned value = 0;
    if (word[i] == '\\' && i + 3 < word.size() &&
        std::from_chars(word.data() + i + 1, word.data() + i + 4, value, 8).ptr ==
            word.data() + i + 4) {
      text += static_cast<char>(value);
      i += 3;
    } else {
      text += word[i];
    }
  }
  return text;
}

}  // namespace

std::vector<Mount> Mounts() {
  std::vector<Mount> mounts;
  const std::string text = ReadAll("/proc/self/mountinfo");
  std::string_view left = text;
  while (!left.empty()) {
    const std::size_t end = left.find('\n');
    std::string_view line = left.substr(0, end);
    left.remove_prefix(end == std::string_view::npos ? left.size() : end + 1);
    Mount& mount = mounts.emplace_back();
    const std::string_view id = NextWord(line);
    std::from_chars(id.data(), id.data() + id.size(), mount.id);
    NextWord(line);  // the mount around it
    mount.dev = NextWord(line);
    mount.root = Unescape(NextWord(line));
    mount.point = Unescape(NextWord(line));
  }
  return mounts;
}

}  // namespace sbx::files
