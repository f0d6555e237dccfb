// SPDX-License-Identifier: MIT
#include "plugins/linux/mount_aliases.hpp"

#include <fcntl.h>
#include <unistd.h>

#include "plugins/linux/zone_tree.hpp"
#include "sbx/plugin/unique_fd.hpp"

namespace sbx::runner {
namespace {

// Space, tab, line end and backslash are written as a backslash and three octal
// digits.
std::string Decode(std::string_view word) {
  std::string out;
  out.reserve(word.size());
  for (std::size_t i = 0; i < word.size(); ++i) {
    if (word[i] == '\\' && i + 3 < word.size()) {
      out += static_cast<char>((word[i + 1] - '0') * 64 + (word[i + 2] - '0') * 8 +
                               (word[i + 3] - '0'));
      i += 3;
    } else {
      out += word[i];
    }
  }
  return out;
}

std::string_view NextWord(std::string_view& line) {
  const std::string_view word = line.substr(0, line.find(' '));
  line.remove_prefix(word.size() == line.size() ? word.size() : word.size() + 1);
  return word;
}

// `path` below `from`, moved to below `to`. Both may be "/".
std::string Move(std::string_view path, std::string_view from, std::string_view to) {
  const std::string_view rest = from == "/" ? path : path.substr(from.size());
  std::string moved(to == "/" ? std::string_view() : to);
  if (rest != "/")
    moved += rest;
  return moved.empty() ? "/" : moved;
}

}  // namespace

MountTable MountTable::Read() {
  const UniqueFd fd(open("/proc/self/mountinfo", O_RDONLY | O_CLOEXEC));
  std::string text;
  if (fd.valid()) {
    char buffer[16384];
    ssize_t got = 0;
    while ((got = read(fd.get(), buffer, sizeof buffer)) > 0) {
      text.append(buffer, static_cast<std::size_t>(got));
    }
  }
  return MountTable(text);
}

MountTable::MountTable(std::string_view text) {
  while (!text.empty()) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(line.size() == text.size() ? line.size() : line.size() + 1);
    NextWord(line);  // its number
    NextWord(line);  // that of the mount around it
    const std::string_view device = NextWord(line);
    const std::string_view root = NextWord(line);
    const std::string_view point = NextWord(line);
    if (root.starts_with('/') && point.starts_with('/')) {
      mounts_.push_back({std::string(device), Decode(root), Decode(point)});
    }
  }
}

std::vector<std::string> MountTable::AliasesOf(std::string_view path) const {
  const Mount* own = nullptr;
  for (const Mount& mount : mounts_) {  // of two at one place the later is seen
    if (IsWithin(path, mount.point) &&
        (own == nullptr || mount.point.size() >= own->point.size())) {
      own = &mount;
    }
  }
  std::vector<std::string> aliases;
  if (own == nullptr)
    return aliases;
  const std::string inside = Move(path, own->point, own->root);
  for (const Mount& mount : mounts_) {
    if (mount.device != own->device)
      continue;
    std::string alias;
    if (IsWithin(inside, mount.root)) {
      alias = Move(inside, mount.root, mount.point);
    } else if (IsWithin(mount.root, inside)) {
      alias = mount.point;
    }
    if (!alias.empty() && !IsWithin(alias, path))
      aliases.push_back(std::move(alias));
  }
  return aliases;
}

}  // namespace sbx::runner
