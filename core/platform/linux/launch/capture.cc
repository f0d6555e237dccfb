// SPDX-License-Identifier: MIT
#include "core/platform/linux/launch/capture.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <utility>

namespace sbx::launch {
namespace {

constexpr std::size_t kBuffer = 65536;

}  // namespace

Result<UniqueFd> Capture::Open(std::size_t keep, Sink sink) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0)
    return FailOs(errno, "make a pipe for the output");
  pipe_.reset(ends[0]);
  UniqueFd writer(ends[1]);
  if (fcntl(pipe_.get(), F_SETFL, O_NONBLOCK) != 0)
    return FailOs(errno, "set up a pipe");
  head_limit_ = keep / 2;
  tail_limit_ = keep - head_limit_;
  sink_ = std::move(sink);
  return writer;
}

void Capture::Add(std::span<const char> bytes) {
  const std::size_t first = std::min(bytes.size(), head_limit_ - head_.size());
  head_.append(bytes.data(), first);
  bytes = bytes.subspan(first);
  if (bytes.size() > tail_limit_) {  // all that the ring holds would be overwritten
    const std::size_t skipped = bytes.size() - tail_limit_;
    dropped_ += skipped + ring_.size();
    bytes = bytes.subspan(skipped);
    ring_.assign(bytes.data(), bytes.size());
    ring_at_ = 0;
    return;
  }
  const std::size_t grown = std::min(bytes.size(), tail_limit_ - ring_.size());
  ring_.append(bytes.data(), grown);
  bytes = bytes.subspan(grown);
  dropped_ += bytes.size();
  while (!bytes.empty()) {
    const std::size_t part = std::min(bytes.size(), ring_.size() - ring_at_);
    std::copy_n(bytes.data(), part, ring_.begin() + static_cast<std::ptrdiff_t>(ring_at_));
    ring_at_ = (ring_at_ + part) % ring_.size();
    bytes = bytes.subspan(part);
  }
}

bool Capture::Read(std::size_t chunks) {
  if (!pipe_.valid() || ended_)
    return false;
  const auto buffer = std::make_unique_for_overwrite<char[]>(kBuffer);
  for (std::size_t i = 0; i < chunks; ++i) {
    const ssize_t got = read(pipe_.get(), buffer.get(), kBuffer);
    if (got < 0 && errno == EINTR)
      continue;
    if (got < 0 && errno == EAGAIN)
      return false;
    if (got <= 0) {
      ended_ = true;
      return false;
    }
    const std::span<const char> bytes(buffer.get(), static_cast<std::size_t>(got));
    Add(bytes);
    if (sink_)
      sink_(bytes);
  }
  return true;
}

void Capture::Drain() {
  // A pipe holds at most a megabyte without privilege; somebody outside who has
  // been handed its end could go on writing for ever.
  std::size_t rounds = 64;
  while (rounds-- > 0 && Read(1)) {
  }
  pipe_.reset();
}

Captured Capture::Take() {
  Captured captured;
  captured.head = std::move(head_);
  captured.tail = ring_.substr(ring_at_) + ring_.substr(0, ring_at_);
  captured.dropped = dropped_;
  ring_.clear();
  return captured;
}

}  // namespace sbx::launch
