// SPDX-License-Identifier: MIT
#include "core/platform/linux/listener/unix_sockets.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <cstring>

#include "core/platform/linux/listener/place.hpp"
#include "core/platform/linux/listener/proc.hpp"

namespace sbx::listener {
namespace {

constexpr const char kOperation[] = "connect";

bool IsSame(int fd, const struct stat& object) {
  struct stat other {};
  return fstat(fd, &other) == 0 && other.st_dev == object.st_dev && other.st_ino == object.st_ino;
}

bool IsNamed(const RunFacts& facts, const struct stat& object) {
  for (const NamedSocket& named : facts.sockets) {
    if (named.object.valid() && IsSame(named.object.get(), object))
      return true;
    if (!named.directory.valid())
      continue;
    const UniqueFd entry(
        openat(named.directory.get(), named.name.c_str(), O_PATH | O_NOFOLLOW | O_CLOEXEC));
    if (entry.valid() && IsSame(entry.get(), object))
      return true;
  }
  return false;
}

// Neither linked, nor renamed, nor made since the run began.
bool IsUntouched(const RunFacts& facts, int object_fd) {
  struct stat object {};
  return fstat(object_fd, &object) == 0 &&
         object.st_ctim.tv_sec * 1'000'000'000 + object.st_ctim.tv_nsec < facts.started;
}

// Follows `path` as the kernel does, to the entry at its end, which need not
// exist. Without a directory where there is none, or where a link on the way is
// one that the target can change.
NamedSocket FollowName(const RunFacts& facts, const std::string& path) {
  constexpr int kMostSteps = 1000;
  UniqueFd at(open("/", O_PATH | O_DIRECTORY | O_CLOEXEC));
  std::string rest = path;
  for (int step = 0; step < kMostSteps; ++step) {
    const std::size_t start = rest.find_first_not_of('/');
    if (start == std::string::npos)
      return {};
    const std::size_t end = std::min(rest.find('/', start), rest.size());
    const std::string name = rest.substr(start, end - start);
    rest.erase(0, end);
    const bool last = rest.empty();
    UniqueFd next(openat(at.get(), name.c_str(), O_PATH | O_NOFOLLOW | O_CLOEXEC));
    struct stat object {};
    if (!next.valid() || fstat(next.get(), &object) != 0) {
      if (!last || errno != ENOENT)
        return {};
      return {{}, std::move(at), name};
    }
    if (!S_ISLNK(object.st_mode)) {
      if (last)
        return {std::move(next), std::move(at), name};
      at = std::move(next);
      continue;
    }
    if (TargetMayChange(facts, at.get()))
      return {};
    std::array<char, PATH_MAX> link{};
    const ssize_t size = readlinkat(next.get(), "", link.data(), link.size());
    if (size <= 0 || static_cast<std::size_t>(size) >= link.size())
      return {};
    rest.insert(0, link.data(), static_cast<std::size_t>(size));
    if (rest.front() == '/')
      at = UniqueFd(open("/", O_PATH | O_DIRECTORY | O_CLOEXEC));
  }
  return {};
}

// Made since the run began? No where the file system does not say.
bool IsYoung(const RunFacts& facts, int object_fd) {
  struct statx times {};
  if (statx(object_fd, "", AT_EMPTY_PATH, STATX_BTIME, &times) != 0 ||
      (times.stx_mask & STATX_BTIME) == 0) {
    return false;
  }
  const std::int64_t born = times.stx_btime.tv_sec * 1'000'000'000 + times.stx_btime.tv_nsec;
  return born >= facts.started;
}

sockaddr_un AddressOf(int object_fd) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const std::string name = DescriptorName(object_fd);
  std::memcpy(address.sun_path, name.c_str(), name.size() + 1);
  return address;
}

// Is nobody bound to the socket any more? Asked with a socket of another type:
// the kernel looks the object up first and says ECONNREFUSED where it has no
// owner, but EPROTOTYPE, without a word to the owner, where it has one.
bool IsStale(int object_fd, int type) {
  if (type == SOCK_DGRAM || type == SOCK_RAW)
    return false;
  const UniqueFd asking(socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  const sockaddr_un address = AddressOf(object_fd);
  return connect(asking.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0 &&
         errno == ECONNREFUSED;
}

void PointAt(ConnectJob& job, UniqueFd object) {
  const sockaddr_un address = AddressOf(object.get());
  std::memcpy(&job.address, &address, sizeof address);
  job.size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + strlen(address.sun_path) + 1);
  job.object = std::move(object);
}

}  // namespace

std::vector<NamedSocket> OpenNamedSockets(const RunFacts& facts) {
  std::vector<NamedSocket> sockets;
  for (const std::string& path : facts.policy->policy().allow_sockets) {
    NamedSocket named = FollowName(facts, path);
    if (!named.directory.valid())
      continue;
    if (TargetMayChange(facts, named.directory.get())) {
      named.directory.reset();
      if (!named.object.valid() || !IsUntouched(facts, named.object.get()))
        continue;
    }
    sockets.push_back(std::move(named));
  }
  return sockets;
}

Verdict JudgeUnixPath(const RunFacts& facts, const Notifier& notifier, Target& target,
                      ConnectJob& job, int type, std::string_view path) {
  const std::string asked(path);
  Opened object = target.Open(AT_FDCWD, asked, true);
  if (!notifier.Stands(job.id))
    return Verdict{EACCES};
  if (object.os_error != 0)
    return Verdict{object.os_error};
  struct stat facts_of {};
  if (fstat(object.fd.get(), &facts_of) != 0)
    return Verdict{EACCES};
  if (!S_ISSOCK(facts_of.st_mode))
    return Verdict{ECONNREFUSED};

  const UnixSockets mode = facts.policy->policy().unix_sockets;
  if (mode == UnixSockets::kAllow || IsNamed(facts, facts_of)) {
    PointAt(job, std::move(object.fd));
    return {};
  }
  if (mode != UnixSockets::kInside) {
    return Refuse(facts, target, kOperation, ReadLink(object.fd.get()), EACCES,
                  "unixSockets: deny");
  }
  const Place place = Locate(facts, target, object.fd.get(), facts_of);
  const std::string& shown = place.path.empty() ? asked : place.path;
  if (!place.writable) {
    return Refuse(facts, target, kOperation, shown, EACCES,
                  "unixSockets: inside; the socket lies outside the writable roots");
  }
  if (!IsYoung(facts, object.fd.get())) {
    // Left behind by an earlier run: programs take this answer to mean that they
    // may make a new one.
    if (IsStale(object.fd.get(), type))
      return Verdict{ECONNREFUSED};
    return Refuse(facts, target, kOperation, shown, EACCES,
                  "unixSockets: inside; the socket was there before the run");
  }
  PointAt(job, std::move(object.fd));
  return {};
}

}  // namespace sbx::listener
