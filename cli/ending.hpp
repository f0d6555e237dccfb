// SPDX-License-Identifier: MIT
//
// Ending: drives a run to its end and sees to it that there is one. A signal to
// sbx is passed on to the command, which may clean up, or may not care. Being
// asked to end it has the grace time; then, and at once when it is asked again,
// its whole tree is killed. An interrupt or a hang-up that another process sends
// is passed on and nothing more: interpreters and servers have uses for them.
#ifndef SBX_CLI_ENDING_HPP_
#define SBX_CLI_ENDING_HPP_

#include <chrono>
#include <optional>

#include "core/platform/host.hpp"
#include "core/platform/run.hpp"

namespace sbx::cli {

class Ending {
 public:
  static constexpr std::chrono::milliseconds kUsualGrace{5000};

  explicit Ending(std::chrono::milliseconds grace) : grace_(grace) {}

  // Returns when the run is finished.
  void Drive(Run& run, SignalEvents& signals);

  // The tree was killed because the grace time was over.
  [[nodiscard]] bool out_of_patience() const { return out_of_patience_; }

 private:
  using Clock = std::chrono::steady_clock;

  [[nodiscard]] std::optional<std::chrono::milliseconds> Patience() const;

  std::chrono::milliseconds grace_;
  std::optional<Clock::time_point> asked_;  // to end, first
  bool killed_ = false;
  bool out_of_patience_ = false;
};

}  // namespace sbx::cli

#endif  // SBX_CLI_ENDING_HPP_
