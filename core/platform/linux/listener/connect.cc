// SPDX-License-Identifier: MIT
#include "core/platform/linux/listener/connect.hpp"

#include <linux/netlink.h>
#include <sys/un.h>

#include <cerrno>
#include <cstring>
#include <string_view>

#include "core/platform/linux/listener/abstract_sockets.hpp"
#include "core/platform/linux/listener/unix_sockets.hpp"

namespace sbx::listener {
namespace {

constexpr const char kNoNetwork[] = "network: none";

int Option(int fd, int name, int& value) {
  socklen_t size = sizeof value;
  return getsockopt(fd, SOL_SOCKET, name, &value, &size) == 0 ? 0 : errno;
}

// The kernel itself, asked for its routes: no network.
bool IsRouting(const ConnectJob& job, int domain) {
  int protocol = -1;
  if (domain != AF_NETLINK || Option(job.socket.get(), SO_PROTOCOL, protocol) != 0 ||
      protocol != NETLINK_ROUTE || job.size < sizeof(sockaddr_nl)) {
    return false;
  }
  sockaddr_nl address{};
  std::memcpy(&address, &job.address, sizeof address);
  return address.nl_family == AF_NETLINK && address.nl_pid == 0;
}

Verdict JudgeUnix(const RunFacts& facts, const Notifier& notifier, Target& target, int type,
                  ConnectJob& job) {
  // Where the kernel refuses the address, and where a datagram socket lets go
  // of its peer, there is no object to judge.
  constexpr socklen_t kNameAt = offsetof(sockaddr_un, sun_path);
  if (job.address.ss_family != AF_UNIX || job.size <= kNameAt || job.size > sizeof(sockaddr_un)) {
    return {};
  }
  const char* name = reinterpret_cast<const char*>(&job.address) + kNameAt;
  const std::size_t size = job.size - kNameAt;
  if (name[0] == '\0')
    return JudgeAbstract(facts, target, job, type, {name, size});
  return JudgeUnixPath(facts, notifier, target, job, type, {name, strnlen(name, size)});
}

}  // namespace

Verdict HandleConnect(const RunFacts& facts, const Notifier& notifier, Connector& connector,
                      const seccomp_notif& call) {
  Target target(static_cast<int>(call.pid), facts.root);
  ConnectJob job;
  job.id = call.id;
  job.tid = target.tid();
  Opened socket = target.Descriptor(static_cast<int>(call.data.args[0]));
  const int size = static_cast<int>(call.data.args[2]);
  int domain = -1, type = -1, error = socket.os_error;
  if (error == 0)
    error = Option(socket.fd.get(), SO_DOMAIN, domain);
  if (error == 0)
    error = Option(socket.fd.get(), SO_TYPE, type);
  if (error == 0 && (size < 0 || static_cast<std::size_t>(size) > sizeof job.address)) {
    error = EINVAL;
  }
  if (error == 0) {
    error = target.Read(call.data.args[1], &job.address, static_cast<std::size_t>(size));
  }
  if (!notifier.Stands(call.id))
    return Verdict{EACCES};
  if (error != 0)
    return Verdict{error};
  job.socket = std::move(socket.fd);
  job.size = static_cast<socklen_t>(size);

  if (domain == AF_UNIX) {
    Verdict verdict = JudgeUnix(facts, notifier, target, type, job);
    if (verdict.os_error != 0)
      return verdict;
  } else if (facts.policy->policy().network != Network::kOpen && !IsRouting(job, domain)) {
    return Refuse(facts, target, "connect", DescribeAddress(job), EACCES, kNoNetwork);
  }
  // Only these never wait. Whether a stream may wait is a flag of the socket
  // that the target can change meanwhile.
  if (type == SOCK_DGRAM || type == SOCK_RAW)
    return Verdict{ConnectNow(job)};
  return connector.Start(std::move(job));
}

}  // namespace sbx::listener
