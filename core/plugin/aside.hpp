// SPDX-License-Identifier: MIT
//
// RunAside: calls into a plugin that may take longer than anybody waits. The call is
// made on a thread of its own; whoever waits goes on at the deadline, and the thread
// is left to come back when it likes, with everything that it uses its own.
#ifndef SBX_CORE_PLUGIN_ASIDE_HPP_
#define SBX_CORE_PLUGIN_ASIDE_HPP_

#include <chrono>
#include <cstdint>
#include <functional>
#include <stop_token>

namespace sbx {

enum class AsideEnd : std::uint8_t {
  kDone,        // `work` returned, and what it wrote may be read
  kTimedOut,    // it is still at it
  kStopped,     // likewise, and nobody wants it any more
  kNotStarted,  // no thread could be had
};

// [any] Unless it is kDone, nothing that `work` writes may be read.
[[nodiscard]] AsideEnd RunAside(std::function<void()> work,
                                std::chrono::steady_clock::time_point deadline,
                                const std::stop_token& stop);

}  // namespace sbx

#endif  // SBX_CORE_PLUGIN_ASIDE_HPP_
