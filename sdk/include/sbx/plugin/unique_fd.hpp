// SPDX-License-Identifier: MIT
//
// Owns one POSIX file descriptor. Borrowed descriptors are plain `int`
// parameters whose names end in `_fd`.
#ifndef SBX_PLUGIN_UNIQUE_FD_HPP_
#define SBX_PLUGIN_UNIQUE_FD_HPP_

#include <unistd.h>

#include <utility>

namespace sbx {

class UniqueFd {
 public:
  UniqueFd() = default;
  explicit UniqueFd(int fd) : fd_(fd) {}
  UniqueFd(UniqueFd&& other) noexcept : fd_(other.release()) {}
  UniqueFd& operator=(UniqueFd&& other) noexcept {
    reset(other.release());
    return *this;
  }
  UniqueFd(const UniqueFd&) = delete;
  UniqueFd& operator=(const UniqueFd&) = delete;
  ~UniqueFd() { reset(); }

  [[nodiscard]] int get() const { return fd_; }
  [[nodiscard]] bool valid() const { return fd_ >= 0; }
  [[nodiscard]] int release() { return std::exchange(fd_, -1); }

  // Never retried on EINTR: Linux has closed the descriptor by then.
  void reset(int fd = -1) {
    if (fd_ >= 0 && fd_ != fd)
      close(fd_);
    fd_ = fd;
  }

 private:
  int fd_ = -1;
};

}  // namespace sbx

#endif  // SBX_PLUGIN_UNIQUE_FD_HPP_
