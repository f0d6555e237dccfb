// SPDX-License-Identifier: MIT
//
// Connector: connects in the background, because a connect can wait for minutes
// and the listener must not. Each has a thread of its own as long as it goes on,
// so that none waits for another: a command that lets many of them hang would
// else stop the connects of all others of its tree. The threads are started when
// needed, gone when idle, and detached: what they use they own, so neither the
// listener's end nor the process's waits for them.
//
// There are at most MostPending() at a time, for threads and descriptors are the
// supervisor's: who comes then gets EAGAIN, as from a full queue, and at once.
//
// A wait is cut into slices by the socket's own send timeout, which does not
// change what the connect does: between slices it is noticed that the target is
// gone, was interrupted, or made the socket non-blocking.
#ifndef SBX_CORE_PLATFORM_LINUX_LISTENER_CONNECTOR_HPP_
#define SBX_CORE_PLATFORM_LINUX_LISTENER_CONNECTOR_HPP_

#include <sys/socket.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "core/platform/linux/listener/notification.hpp"
#include "core/platform/linux/listener/run_facts.hpp"
#include "sbx/plugin/unique_fd.hpp"

namespace sbx::listener {

struct ConnectJob {
  std::uint64_t id = 0;
  int tid = 0;
  UniqueFd socket;             // the target's, duplicated
  UniqueFd object;             // what a Unix address names; kept open until connected
  sockaddr_storage address{};  // as it will be used
  socklen_t size = 0;
};

// One connect(2), which must not be able to wait; 0 or an errno.
[[nodiscard]] int ConnectNow(const ConnectJob& job);

// The address in words, for messages.
[[nodiscard]] std::string DescribeAddress(const ConnectJob& job);

class Connector {
 public:
  // From the limit of open descriptors: a job holds up to two of them.
  [[nodiscard]] static std::size_t MostPending();

  explicit Connector(std::shared_ptr<const Notifier> notifier);
  ~Connector();
  Connector(const Connector&) = delete;
  Connector& operator=(const Connector&) = delete;

  // The answer is given later, or is EAGAIN where no thread can be had.
  [[nodiscard]] Verdict Start(ConnectJob job);

  struct Shared;

 private:
  std::shared_ptr<Shared> shared_;
};

}  // namespace sbx::listener

#endif  // SBX_CORE_PLATFORM_LINUX_LISTENER_CONNECTOR_HPP_
