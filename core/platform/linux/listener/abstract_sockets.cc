// SPDX-License-Identifier: MIT
#include "core/platform/linux/listener/abstract_sockets.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <set>
#include <string>
#include <string_view>

#include "core/platform/linux/listener/descendants.hpp"
#include "core/platform/linux/listener/proc.hpp"

#ifndef SO_NETNS_COOKIE
#define SO_NETNS_COOKIE 71
#endif

namespace sbx::listener {
namespace {

constexpr const char kOperation[] = "connect";
constexpr std::size_t kListLimit = 16 << 20;
constexpr unsigned kListening = 0x10000;  // __SO_ACCEPTCON

bool NamespaceCookie(int socket_fd, std::uint64_t& cookie) {
  socklen_t size = sizeof cookie;
  return getsockopt(socket_fd, SOL_SOCKET, SO_NETNS_COOKIE, &cookie, &size) == 0;
}

// A socket looks names up in the namespace that it was made in, the list is
// that of the thread: they must be one, or the list says nothing.
bool SocketIsOfTargetsNamespace(const Target& target, int socket_fd) {
  struct stat own {
  }, theirs{};
  const std::string path = ProcPath(target.tid(), "ns/net");
  if (stat("/proc/self/ns/net", &own) != 0 || stat(path.c_str(), &theirs) != 0)
    return false;
  const bool shared = own.st_ino == theirs.st_ino;
  const UniqueFd mine(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  std::uint64_t cookie = 0, my_cookie = 0;
  if (!NamespaceCookie(socket_fd, cookie) || !NamespaceCookie(mine.get(), my_cookie)) {
    return shared;  // before 5.14
  }
  return shared == (cookie == my_cookie);
}

struct Row {
  unsigned flags = 0;
  unsigned kind = 0;
  std::uint64_t inode = 0;
};

// Num: RefCount Protocol Flags Type St Inode, of which the last is decimal.
bool ReadRow(std::string_view columns, Row& row) {
  const std::size_t colon = columns.find(':');
  if (colon == std::string_view::npos || colon == 0 ||
      columns.find_first_not_of("0123456789abcdefABCDEF") != colon) {
    return false;
  }
  columns.remove_prefix(colon + 1);
  std::array<std::uint64_t, 6> numbers{};
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    columns.remove_prefix(std::min(columns.find_first_not_of(' '), columns.size()));
    const auto [end, error] = std::from_chars(columns.data(), columns.data() + columns.size(),
                                              numbers[i], i + 1 < numbers.size() ? 16 : 10);
    if (error != std::errc())
      return false;
    columns.remove_prefix(static_cast<std::size_t>(end - columns.data()));
  }
  row = {static_cast<unsigned>(numbers[2]), static_cast<unsigned>(numbers[3]), numbers[5]};
  return true;
}

// The sockets that a connect to `printed` could reach.
bool SocketsNamed(const Target& target, const std::string& printed, int type,
                  std::set<std::uint64_t>& inodes) {
  std::string list;
  if (!ReadSmallFile(ProcPath(target.tid(), "net/unix"), kListLimit, list)) {
    return false;
  }
  // A name may hold line feeds: each place where it stands as the end of a line
  // is looked at, with the columns before it.
  const std::string end_of_line = " " + printed + "\n";
  for (std::size_t at = list.find(end_of_line); at != std::string::npos;
       at = list.find(end_of_line, at + 1)) {
    const std::size_t start = list.rfind('\n', at) + 1;
    const std::string_view columns = std::string_view(list).substr(start, at - start);
    Row row;
    if (!ReadRow(columns, row))
      return false;
    if (row.kind != static_cast<unsigned>(type))
      continue;
    if (type != SOCK_DGRAM && (row.flags & kListening) == 0)
      continue;
    inodes.insert(row.inode);
  }
  return true;
}

}  // namespace

Verdict JudgeAbstract(const RunFacts& facts, Target& target, const ConnectJob& job, int type,
                      std::string_view name) {
  const UnixSockets mode = facts.policy->policy().unix_sockets;
  if (mode == UnixSockets::kAllow)
    return {};
  std::string printed(name);
  std::replace(printed.begin(), printed.end(), '\0', '@');
  if (mode != UnixSockets::kInside) {
    return Refuse(facts, target, kOperation, printed, EPERM, "unixSockets: deny");
  }
  std::set<std::uint64_t> inodes;
  const bool known = SocketIsOfTargetsNamespace(target, job.socket.get()) &&
                     SocketsNamed(target, printed, type, inodes);
  if (known && inodes.empty())
    return Verdict{ECONNREFUSED};
  if (known)
    RemoveHeld(Descendants(facts.reaper_pid), inodes);
  if (!known || !inodes.empty()) {
    return Refuse(facts, target, kOperation, printed, EPERM,
                  "unixSockets: inside; no process of this run listens there");
  }
  return {};
}

}  // namespace sbx::listener
