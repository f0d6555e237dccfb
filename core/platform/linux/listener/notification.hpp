// SPDX-License-Identifier: MIT
//
// Notifier: the notification descriptor itself. Takes notifications, says
// whether one still stands, answers it. Answering is safe from any thread;
// taking is for the one thread that dispatches. The program waits until it is
// answered, or until a signal ends the waiting: whoever installs the filter
// should set SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV (Linux 5.19), so that only
// a fatal one does.
#ifndef SBX_CORE_PLATFORM_LINUX_LISTENER_NOTIFICATION_HPP_
#define SBX_CORE_PLATFORM_LINUX_LISTENER_NOTIFICATION_HPP_

#include <linux/seccomp.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sbx/plugin/result.hpp"
#include "sbx/plugin/unique_fd.hpp"

namespace sbx::listener {

class Notifier {
 public:
  enum class Ready : std::uint8_t { kNothing, kCall, kOver };

  Notifier(UniqueFd fd, std::size_t request_size);

  [[nodiscard]] int fd() const { return fd_.get(); }

  // Without waiting: is there a call to take, or has the last process gone?
  [[nodiscard]] Ready Look() const;

  // Takes one; null when it was withdrawn meanwhile. Only after kCall.
  const seccomp_notif* Take();

  // True while the process still waits in this call: then everything that was
  // read by its number before belongs to it.
  [[nodiscard]] bool Stands(std::uint64_t id) const;

  // The call returns -1 with `os_error`, or 0.
  void Answer(std::uint64_t id, int os_error) const;

 private:
  UniqueFd fd_;
  std::vector<std::uint64_t> request_;  // as large as this kernel's structure
};

// Asks the kernel how large its structures are.
Result<Notifier> MakeNotifier(UniqueFd fd);

}  // namespace sbx::listener

#endif  // SBX_CORE_PLATFORM_LINUX_LISTENER_NOTIFICATION_HPP_
