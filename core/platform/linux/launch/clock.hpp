// SPDX-License-Identifier: MIT
//
// The time, asked of the kernel. What the C library maps for it costs a process
// that asks twice in its life more page faults than system calls.
#ifndef SBX_CORE_PLATFORM_LINUX_LAUNCH_CLOCK_HPP_
#define SBX_CORE_PLATFORM_LINUX_LAUNCH_CLOCK_HPP_

#include <sys/syscall.h>
#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <ctime>

namespace sbx::launch {

[[nodiscard]] inline std::chrono::nanoseconds ReadClock(clockid_t clock) {
  timespec now{};
  syscall(SYS_clock_gettime, clock, &now);
  return std::chrono::seconds(now.tv_sec) + std::chrono::nanoseconds(now.tv_nsec);
}

}  // namespace sbx::launch

#endif  // SBX_CORE_PLATFORM_LINUX_LAUNCH_CLOCK_HPP_
