// SPDX-License-Identifier: MIT
//
// The keeper: a process between the caller and a program, to which everything
// that the program leaves behind comes back, so that all of it can be killed. It
// is a copy of the caller, which may have threads, and makes nothing but calls
// that are safe after a fork.
#ifndef SBX_CORE_PLATFORM_LINUX_PROGRAM_KEEPER_HPP_
#define SBX_CORE_PLATFORM_LINUX_PROGRAM_KEEPER_HPP_

#include <sys/types.h>

#include <cstdint>

namespace sbx::program {

// What the keeper works with, all made before. Every descriptor is at least 10.
struct Keeping {
  int input_fd = -1;
  int output_fd = -1;
  int errors_fd = -1;
  int program_fd = -1;
  int control_fd = -1;  // its end is the order to kill; the end of the run is written to it
  char* const* argv = nullptr;
  char* const* env = nullptr;
};

// The last word of a keeper.
struct Ending {
  std::int32_t started_error = 0;  // errno where the program could not be executed
  std::int32_t wait_status = 0;
};

// Clones the keeper: its pid, or a negative errno. The caller hears of its end by
// the end of control_fd and collects it with __WCLONE; it sends no SIGCHLD.
[[nodiscard]] pid_t CloneKeeper(const Keeping& keeping);

}  // namespace sbx::program

#endif  // SBX_CORE_PLATFORM_LINUX_PROGRAM_KEEPER_HPP_
