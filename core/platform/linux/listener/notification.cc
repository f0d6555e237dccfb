// SPDX-License-Identifier: MIT
#include "core/platform/linux/listener/notification.hpp"

#include <poll.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

namespace sbx::listener {
namespace {

// Far above what any kernel has; an answer is built on the stack.
constexpr std::size_t kLargestAnswer = 256;

// Before 5.16 and in the headers of the time the number had the wrong
// direction bit; kernels accept both.
constexpr unsigned long kIdValid = SECCOMP_IOCTL_NOTIF_ID_VALID;
constexpr unsigned long kIdValidOld = SECCOMP_IOR(2, __u64);

constexpr unsigned long kSetFlags = SECCOMP_IOW(4, __u64);
constexpr unsigned long kSyncWakeUp = 1;

}  // namespace

Notifier::Notifier(UniqueFd fd, std::size_t request_size)
    : fd_(std::move(fd)), request_((request_size + 7) / 8) {
}

Notifier::Ready Notifier::Look() const {
  pollfd entry{fd_.get(), POLLIN, 0};
  if (poll(&entry, 1, 0) <= 0)
    return Ready::kNothing;
  if ((entry.revents & POLLIN) != 0)
    return Ready::kCall;
  if ((entry.revents & (POLLHUP | POLLERR | POLLNVAL)) != 0)
    return Ready::kOver;
  return Ready::kNothing;
}

const seccomp_notif* Notifier::Take() {
  std::fill(request_.begin(), request_.end(), 0);  // the kernel insists on zeros
  if (ioctl(fd_.get(), SECCOMP_IOCTL_NOTIF_RECV, request_.data()) != 0)
    return nullptr;
  return reinterpret_cast<const seccomp_notif*>(request_.data());
}

bool Notifier::Stands(std::uint64_t id) const {
  if (ioctl(fd_.get(), kIdValid, &id) == 0)
    return true;
  return errno == EINVAL && ioctl(fd_.get(), kIdValidOld, &id) == 0;
}

void Notifier::Answer(std::uint64_t id, int os_error) const {
  alignas(seccomp_notif_resp) std::array<char, kLargestAnswer> buffer{};
  seccomp_notif_resp answer{};
  answer.id = id;
  answer.error = -os_error;
  std::memcpy(buffer.data(), &answer, sizeof answer);
  // ENOENT: the process is gone, nobody waits for the answer.
  (void)ioctl(fd_.get(), SECCOMP_IOCTL_NOTIF_SEND, buffer.data());
}

Result<Notifier> MakeNotifier(UniqueFd fd) {
  seccomp_notif_sizes sizes{};
  if (syscall(__NR_seccomp, SECCOMP_GET_NOTIF_SIZES, 0, &sizes) != 0) {
    return FailOs(errno, "listen to system calls", {}, "Linux 5.0 or newer is needed");
  }
  const auto request = std::max<std::size_t>(sizes.seccomp_notif, sizeof(seccomp_notif));
  const auto answer = std::max<std::size_t>(sizes.seccomp_notif_resp, sizeof(seccomp_notif_resp));
  if (answer > kLargestAnswer) {
    return Fail(SBX_E_INTERNAL, "listen to system calls", {},
                "this kernel's answers are too large");
  }
  // Caller and listener take turns, so one processor serves both best: on a busy
  // machine a call then costs what it costs on an idle one. Linux 6.6; where it
  // is not known nothing is lost.
  (void)ioctl(fd.get(), kSetFlags, kSyncWakeUp);
  return Notifier(std::move(fd), request);
}

}  // namespace sbx::listener
