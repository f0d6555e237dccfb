// SPDX-License-Identifier: MIT
//
// WatchSet: the descriptors that a run waits for, each with what it stands for.
// Asked by poll(), and only for whoever needs one descriptor for all of them by
// epoll: most commands are waited for by one that does not. [serial]
#ifndef SBX_CORE_PLATFORM_LINUX_LAUNCH_WATCH_SET_HPP_
#define SBX_CORE_PLATFORM_LINUX_LAUNCH_WATCH_SET_HPP_

#include <poll.h>

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

#include "sbx/plugin/result.hpp"
#include "sbx/plugin/unique_fd.hpp"

namespace sbx::launch {

class WatchSet {
 public:
  // `source` is below 32 and unique. The descriptor is borrowed until Remove.
  Result<void> Add(int fd, std::uint32_t source);

  // Nothing when it is not there. Before it is closed: a fork of the host may
  // hold a copy.
  void Remove(int fd);

  // Makes the one descriptor, which stays the same from then on.
  Result<void> Join();
  [[nodiscard]] int fd() const { return epoll_.get(); }  // -1 before Join

  // Bits of the sources that are readable or at their end now.
  [[nodiscard]] std::uint32_t Ready() const;

  // Returns when one is, when `other_fd` is readable, when `patience` is over, or
  // before.
  void Wait(int other_fd, std::optional<std::chrono::milliseconds> patience) const;

 private:
  Result<void> Follow(const pollfd& entry) const;

  std::vector<pollfd> entries_;
  std::vector<std::uint32_t> sources_;  // of the same index
  UniqueFd epoll_;
};

}  // namespace sbx::launch

#endif  // SBX_CORE_PLATFORM_LINUX_LAUNCH_WATCH_SET_HPP_
