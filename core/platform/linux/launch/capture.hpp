// SPDX-License-Identifier: MIT
//
// Capture: one stream of the target, read to its end whether or not anybody
// looks at it, of which the first and the last bytes are kept.
#ifndef SBX_CORE_PLATFORM_LINUX_LAUNCH_CAPTURE_HPP_
#define SBX_CORE_PLATFORM_LINUX_LAUNCH_CAPTURE_HPP_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>

#include "core/platform/run.hpp"
#include "sbx/plugin/unique_fd.hpp"

namespace sbx::launch {

class Capture {
 public:
  using Sink = std::function<void(std::span<const char>)>;

  Capture() = default;

  // Makes the pipe; the returned end is the target's. `keep` bytes are kept,
  // half from the start, half from the end.
  Result<UniqueFd> Open(std::size_t keep, Sink sink);

  [[nodiscard]] int fd() const { return pipe_.get(); }
  [[nodiscard]] bool open() const { return pipe_.valid(); }
  [[nodiscard]] bool ended() const { return ended_ && pipe_.valid(); }  // and is to be closed

  // Reads what there is, at most `chunks` buffers full. True when there may be
  // more.
  bool Read(std::size_t chunks);
  void Close() { pipe_.reset(); }

  // Reads all that is in the pipe and closes it: for when every writer is dead.
  void Drain();

  [[nodiscard]] Captured Take();

 private:
  void Add(std::span<const char> bytes);

  UniqueFd pipe_;
  bool ended_ = false;  // no writer is left
  Sink sink_;
  std::size_t head_limit_ = 0;
  std::size_t tail_limit_ = 0;
  std::string head_;
  std::string ring_;
  std::size_t ring_at_ = 0;  // where the next byte goes once the ring is full
  std::uint64_t dropped_ = 0;
};

}  // namespace sbx::launch

#endif  // SBX_CORE_PLATFORM_LINUX_LAUNCH_CAPTURE_HPP_
