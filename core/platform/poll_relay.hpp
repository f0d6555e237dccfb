// SPDX-License-Identifier: MIT
//
// PollRelay: one descriptor to poll that stays the same while what it stands for
// changes, as when another runner takes over a command.
#ifndef SBX_CORE_PLATFORM_POLL_RELAY_HPP_
#define SBX_CORE_PLATFORM_POLL_RELAY_HPP_

#include <chrono>
#include <optional>

#include "sbx/plugin/result.hpp"
#include "sbx/plugin/unique_fd.hpp"

namespace sbx {

class PollRelay {
 public:
  static Result<PollRelay> Make();

  [[nodiscard]] int fd() const { return relay_.get(); }

  // Stands for `fd` from now on and no longer for what it stood for before, which
  // must still be open; -1 for nothing. Borrowed until the next call. [serial]
  Result<void> Follow(int fd);

  // Returns when it is readable, when `patience` is over, or before. [any]
  void Wait(std::optional<std::chrono::milliseconds> patience) const;

 private:
  explicit PollRelay(UniqueFd relay) : relay_(std::move(relay)) {}

  UniqueFd relay_;
  int followed_ = -1;
};

}  // namespace sbx

#endif  // SBX_CORE_PLATFORM_POLL_RELAY_HPP_
