// SPDX-License-Identifier: MIT
#include "cli/ending.hpp"

#include <algorithm>

namespace sbx::cli {

std::optional<std::chrono::milliseconds> Ending::Patience() const {
  using std::chrono::milliseconds;
  if (!asked_ || killed_)
    return std::nullopt;
  const auto passed = std::chrono::floor<milliseconds>(Clock::now() - *asked_);
  return std::max(grace_ - passed, milliseconds(0));
}

void Ending::Drive(Run& run, SignalEvents& signals) {
  while (!run.finished()) {
    run.Await(signals.fd(), Patience());
    const SignalEvent signal = signals.Take();
    if (signal.asks_to_end && asked_) {
      run.Kill();
      killed_ = true;
    } else if (signal.number != 0) {
      run.Signal(signal.number);
      if (signal.asks_to_end)
        asked_ = Clock::now();
    }
    run.Dispatch();
    if (!run.finished() && Patience() == std::chrono::milliseconds(0)) {
      run.Kill();
      killed_ = out_of_patience_ = true;
    }
  }
}

}  // namespace sbx::cli
