// SPDX-License-Identifier: MIT
#include "core/platform/linux/listener/descendants.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <string>

#include "core/platform/linux/listener/proc.hpp"

namespace sbx::listener {
namespace {

constexpr std::size_t kMostProcesses = 4096;
constexpr std::size_t kMostDescriptors = 1 << 18;  // over all processes
constexpr int kDeepest = 256;
constexpr int kAttempts = 3;

struct CloseDirectory {
  void operator()(DIR* directory) const { closedir(directory); }
};
using Directory = std::unique_ptr<DIR, CloseDirectory>;

// The number that the text begins with; 0 when there is none.
int NumberAt(std::string_view text) {
  int number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

int ParentOf(int pid) {
  std::string stat;
  if (!ReadSmallFile(ProcPath(pid, "stat"), 4096, stat))
    return -1;
  // The name, which may contain anything, ends with the last parenthesis.
  const std::size_t end = stat.rfind(')');
  if (end == std::string::npos || end + 4 >= stat.size())
    return -1;
  return NumberAt(std::string_view(stat).substr(end + 4));
}

}  // namespace

std::vector<int> Descendants(int reaper_pid) {
  std::multimap<int, int> children;
  const Directory proc(opendir("/proc"));
  if (!proc)
    return {};
  while (const dirent* entry = readdir(proc.get())) {
    const int pid = NumberAt(entry->d_name);
    if (pid <= 0)
      continue;
    const int parent = ParentOf(pid);
    if (parent > 0)
      children.emplace(parent, pid);
  }
  std::vector<int> found;
  std::vector<int> next = {reaper_pid};
  while (!next.empty() && found.size() < kMostProcesses) {
    const auto [first, last] = children.equal_range(next.back());
    next.pop_back();
    for (auto it = first; it != last; ++it) {
      found.push_back(it->second);
      next.push_back(it->second);
    }
  }
  return found;
}

int OwnerOfThread(int tid) {
  std::string status;
  if (tid <= 0 || !ReadSmallFile(ProcPath(tid, "status"), 64 << 10, status))
    return 0;
  return static_cast<int>(StatusField(status, "Tgid:", 10).value_or(0));
}

bool IsDescendant(int pid, int reaper_pid) {
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    int at = pid;
    for (int depth = 0; depth < kDeepest && at > 1; ++depth) {
      at = ParentOf(at);
      if (at == reaper_pid)
        return true;
    }
    if (at >= 0)
      return false;  // else somebody on the way has just gone, and left an heir
  }
  return false;
}

void RemoveHeld(const std::vector<int>& processes, std::set<std::uint64_t>& inodes) {
  static constexpr std::string_view kPrefix = "socket:[";
  std::size_t looked_at = 0;
  for (const int pid : processes) {
    const Directory descriptors(opendir(ProcPath(pid, "fd").c_str()));
    if (!descriptors)
      continue;
    while (const dirent* entry = readdir(descriptors.get())) {
      if (inodes.empty() || ++looked_at > kMostDescriptors)
        return;
      std::array<char, 64> link{};
      const ssize_t size =
          readlinkat(dirfd(descriptors.get()), entry->d_name, link.data(), link.size());
      if (size <= 0)
        continue;
      const std::string_view text(link.data(), static_cast<std::size_t>(size));
      if (!text.starts_with(kPrefix))
        continue;
      std::uint64_t inode = 0;
      std::from_chars(text.data() + kPrefix.size(), text.data() + text.size(), inode);
      inodes.erase(inode);
    }
  }
}

}  // namespace sbx::listener
