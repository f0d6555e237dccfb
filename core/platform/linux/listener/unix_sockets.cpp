// SPDX-License-Identifier: MIT
#include "core/platform/linux/listener/unix_sockets.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/un.h>

#include <cerrno>
#include <cstring>

#include "core/platform/linux/listener/place.hpp"
#include "core/platform/linux/listener/proc.hpp"

namespace sbx::listener {
namespace {

constexpr const char kOperation[] = "connect";

bool IsSame(int fd, const struct stat& object) {
  struct stat other{};
  return fstat(fd, &other) == 0 && other.st_dev == object.st_dev && other.st_ino == object.st_ino;
}

bool IsNamed(const RunFacts& facts, const struct stat& object) {
  for (const NamedSocket& named : facts.sockets) {
    if (named.object.valid() && IsSame(named.object.get(), object)) return true;
    if (!named.directory.valid()) continue;
    const UniqueFd entry(
        openat(named.directory.get(), named.name.c_str(), O_PATH | O_NOFOLLOW | O_CLOEXEC));
    if (entry.valid() && IsSame(entry.get(), object) &&
        !TargetMayChange(facts, named.directory.get())) {
      return true;
    }
  }
  return false;
}

// Made since the run began? No where the file system does not say.
bool IsYoung(const RunFacts& facts, int object_fd) {
  struct statx times{};
  if (statx(object_fd, "", AT_EMPTY_PATH, STATX_BTIME, &times) != 0 ||
      (times.stx_mask & STATX_BTIME) == 0) {
    return false;
  }
  const std::int64_t born = times.stx_btime.tv_sec * 1'000'000'000 + times.stx_btime.tv_nsec;
  return born >= facts.started;
}

void PointAt(ConnectJob& job, UniqueFd object) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const std::string name = DescriptorName(object.get());
  std::memcpy(address.sun_path, name.c_str(), name.size() + 1);
  std::memcpy(&job.address, &address, sizeof address);
  job.size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + name.size() + 1);
  job.object = std::move(object);
}

}  // namespace

std::vector<NamedSocket> OpenNamedSockets(const ResolvedPolicy& policy) {
  std::vector<NamedSocket> sockets;
  for (const std::string& asked : policy.policy().allow_sockets) {
    NamedSocket named;
    named.path = asked;
    if (asked.starts_with("~/")) named.path = policy.around().home + asked.substr(1);
    if (!named.path.starts_with('/')) named.path = policy.around().cwd + "/" + named.path;
    std::string entry = named.path;
    named.object = UniqueFd(open(entry.c_str(), O_PATH | O_CLOEXEC));
    if (named.object.valid()) entry = ReadLink(named.object.get());
    const std::size_t slash = entry.rfind('/');
    if (slash != std::string::npos && slash + 1 < entry.size()) {
      named.name = entry.substr(slash + 1);
      const std::string directory = slash == 0 ? "/" : entry.substr(0, slash);
      named.directory = UniqueFd(open(directory.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    }
    sockets.push_back(std::move(named));
  }
  return sockets;
}

Verdict JudgeUnixPath(const RunFacts& facts, const Notifier& notifier, Target& target,
                      ConnectJob& job, std::string_view path) {
  const std::string asked(path);
  Opened object = target.Open(AT_FDCWD, asked, true);
  if (!notifier.Stands(job.id)) return Verdict{EACCES};
  if (object.os_error != 0) return Verdict{object.os_error};
  struct stat facts_of{};
  if (fstat(object.fd.get(), &facts_of) != 0) return Verdict{EACCES};
  if (!S_ISSOCK(facts_of.st_mode)) return Verdict{ECONNREFUSED};

  const UnixSockets mode = facts.policy->policy().unix_sockets;
  if (mode == UnixSockets::kAllow || IsNamed(facts, facts_of)) {
    PointAt(job, std::move(object.fd));
    return {};
  }
  if (mode == UnixSockets::kDeny) {
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
    return Refuse(facts, target, kOperation, shown, EACCES,
                  "unixSockets: inside; the socket was there before the run");
  }
  PointAt(job, std::move(object.fd));
  return {};
}

}  // namespace sbx::listener
