// SPDX-License-Identifier: MIT
#include "core/platform/linux/listener/waiting_connect.hpp"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/time.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>

#include "core/platform/linux/listener/proc.hpp"

namespace sbx::listener {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::microseconds;
using std::chrono::milliseconds;

constexpr microseconds kSlice = milliseconds(100);

microseconds SendTimeout(int fd) {
  timeval value{};
  socklen_t size = sizeof value;
  if (getsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &value, &size) != 0)
    return microseconds(0);
  return std::chrono::seconds(value.tv_sec) + microseconds(value.tv_usec);
}

void SetSendTimeout(int fd, microseconds timeout) {
  const timeval value{static_cast<time_t>(timeout.count() / 1'000'000),
                      static_cast<suseconds_t>(timeout.count() % 1'000'000)};
  (void)setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &value, sizeof value);
}

bool IsNonBlocking(int fd) {
  return (fcntl(fd, F_GETFL) & O_NONBLOCK) != 0;
}

// A signal that waits for the target, is caught, and ends a wait by custom.
bool IsInterrupted(int tid) {
  constexpr auto kBit = [](int signal) { return std::uint64_t{1} << (signal - 1); };
  constexpr std::uint64_t kInterrupting =
      kBit(SIGHUP) | kBit(SIGINT) | kBit(SIGQUIT) | kBit(SIGALRM) | kBit(SIGTERM);
  std::string status;
  if (!ReadSmallFile(ProcPath(tid, "status"), 64 << 10, status))
    return false;
  const auto mask = [&](const char* label) { return StatusField(status, label, 16).value_or(0); };
  const std::uint64_t pending = (mask("SigPnd:") | mask("ShdPnd:")) & ~mask("SigBlk:");
  return (pending & mask("SigCgt:") & kInterrupting) != 0;
}

bool MeansNotYet(int error) {
  return error == EINPROGRESS || error == EALREADY || error == EAGAIN;
}

}  // namespace

int ConnectNow(const ConnectJob& job) {
  const auto* address = reinterpret_cast<const sockaddr*>(&job.address);
  return connect(job.socket.get(), address, job.size) == 0 ? 0 : errno;
}

int WaitingConnect(const ConnectJob& job, const Notifier& notifier, const std::atomic<bool>& stop) {
  const int fd = job.socket.get();
  if (IsNonBlocking(fd))
    return ConnectNow(job);
  const microseconds limit = SendTimeout(fd);  // zero: none
  const Clock::time_point start = Clock::now();
  int first_error = 0;
  for (;;) {
    microseconds slice = kSlice;
    const auto passed = std::chrono::duration_cast<microseconds>(Clock::now() - start);
    if (limit.count() != 0) {
      if (passed >= limit && first_error != 0)
        return first_error;
      slice = std::max(microseconds(1000), std::min(slice, limit - passed));
    }
    SetSendTimeout(fd, slice);
    const Clock::time_point begin = Clock::now();
    const int error = ConnectNow(job);
    SetSendTimeout(fd, limit);
    if (!MeansNotYet(error) || IsNonBlocking(fd))
      return error;
    if (first_error == 0)
      first_error = error;
    if (stop || !notifier.Stands(job.id) || IsInterrupted(job.tid))
      return EINTR;
    // Early: somebody shares the socket and changes its timeout. Do not spin.
    if (Clock::now() - begin < slice / 2) {
      poll(nullptr, 0, static_cast<int>(std::chrono::duration_cast<milliseconds>(slice).count()));
    }
  }
}

std::string DescribeAddress(const ConnectJob& job) {
  std::array<char, INET6_ADDRSTRLEN> text{};
  std::string words;
  if (job.address.ss_family == AF_INET && job.size >= sizeof(sockaddr_in)) {
    sockaddr_in address{};
    std::memcpy(&address, &job.address, sizeof address);
    words = inet_ntop(AF_INET, &address.sin_addr, text.data(), text.size());
    words += ':';
    words += std::to_string(ntohs(address.sin_port));
  } else if (job.address.ss_family == AF_INET6 && job.size >= sizeof(sockaddr_in6)) {
    sockaddr_in6 address{};
    std::memcpy(&address, &job.address, sizeof address);
    words = '[';
    words += inet_ntop(AF_INET6, &address.sin6_addr, text.data(), text.size());
    words += "]:";
    words += std::to_string(ntohs(address.sin6_port));
  } else {
    words = "an address of family ";
    words += std::to_string(job.address.ss_family);
  }
  return words;
}

}  // namespace sbx::listener
