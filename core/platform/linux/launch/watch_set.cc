// SPDX-License-Identifier: MIT
#include "core/platform/linux/launch/watch_set.hpp"

#include <sys/epoll.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>

namespace sbx::launch {
namespace {

constexpr std::size_t kMost = 8;            // sources of a run, and one of the caller's
constexpr std::int64_t kLongest = 3600000;  // milliseconds; the caller asks again

}  // namespace

Result<void> WatchSet::Follow(const pollfd& entry) const {
  epoll_event event{};
  event.events = EPOLLIN;
  if (epoll_ctl(epoll_.get(), EPOLL_CTL_ADD, entry.fd, &event) == 0)
    return {};
  return FailOs(errno, "watch a descriptor of the run");
}

Result<void> WatchSet::Add(int fd, std::uint32_t source) {
  const pollfd entry = {fd, POLLIN, 0};
  if (epoll_.valid()) {
    if (auto followed = Follow(entry); !followed)
      return followed;
  }
  if (entries_.empty()) {
    entries_.reserve(kMost);
    sources_.reserve(kMost);
  }
  entries_.push_back(entry);
  sources_.push_back(source);
  return {};
}

void WatchSet::Remove(int fd) {
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    if (entries_[i].fd != fd)
      continue;
    if (epoll_.valid())
      epoll_ctl(epoll_.get(), EPOLL_CTL_DEL, fd, nullptr);
    entries_.erase(entries_.begin() + static_cast<std::ptrdiff_t>(i));
    sources_.erase(sources_.begin() + static_cast<std::ptrdiff_t>(i));
    return;
  }
}

Result<void> WatchSet::Join() {
  epoll_.reset(epoll_create1(EPOLL_CLOEXEC));
  if (!epoll_.valid())
    return FailOs(errno, "make an epoll descriptor");
  for (const pollfd& entry : entries_) {
    if (auto followed = Follow(entry); !followed)
      return followed;
  }
  return {};
}

std::uint32_t WatchSet::Ready() const {
  pollfd now[32];
  const std::size_t count = std::min<std::size_t>(entries_.size(), 32);
  std::copy_n(entries_.begin(), count, now);
  if (poll(now, count, 0) <= 0)
    return 0;
  std::uint32_t ready = 0;
  for (std::size_t i = 0; i < count; ++i) {
    if (now[i].revents != 0)
      ready |= 1u << sources_[i];
  }
  return ready;
}

void WatchSet::Wait(int other_fd, std::optional<std::chrono::milliseconds> patience) const {
  pollfd now[33];
  const std::size_t count = std::min<std::size_t>(entries_.size(), 32);
  std::copy_n(entries_.begin(), count, now);
  now[count] = {other_fd, POLLIN, 0};
  poll(now, count + 1,
       patience ? static_cast<int>(std::clamp<std::int64_t>(patience->count(), 0, kLongest)) : -1);
}

}  // namespace sbx::launch
