// SPDX-License-Identifier: MIT
#include "core/platform/poll_relay.hpp"

#include <poll.h>
#include <sys/epoll.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdint>

namespace sbx {

Result<PollRelay> PollRelay::Make() {
  UniqueFd relay(epoll_create1(EPOLL_CLOEXEC));
  if (!relay.valid())
    return FailOs(errno, "make an epoll descriptor");
  return PollRelay(std::move(relay));
}

Result<void> PollRelay::Follow(int fd) {
  if (followed_ >= 0)
    epoll_ctl(relay_.get(), EPOLL_CTL_DEL, followed_, nullptr);
  followed_ = -1;
  if (fd < 0)
    return {};
  epoll_event event{};
  event.events = EPOLLIN;
  if (epoll_ctl(relay_.get(), EPOLL_CTL_ADD, fd, &event) != 0) {
    return FailOs(errno, "watch a descriptor of the run");
  }
  followed_ = fd;
  return {};
}

void PollRelay::Wait(std::optional<std::chrono::milliseconds> patience) const {
  pollfd entry = {relay_.get(), POLLIN, 0};
  const std::int64_t most = patience ? std::clamp<std::int64_t>(patience->count(), 0, INT_MAX) : -1;
  poll(&entry, 1, static_cast<int>(most));
}

}  // namespace sbx
