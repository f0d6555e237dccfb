// SPDX-License-Identifier: MIT
//
// The interpreter of steps: what runs in the target between clone and exec.
// This is the one file that has to be read to know what a target is before it
// becomes the command. Raw system calls on memory that was prepared before;
// nothing is allocated, locked or logged.
#ifndef SBX_CORE_PLATFORM_LINUX_LAUNCH_INTERPRET_H_
#define SBX_CORE_PLATFORM_LINUX_LAUNCH_INTERPRET_H_

#include "core/platform/linux/launch/program.h"

namespace sbx::launch {

// Checks the block and makes its lists of strings pointers. 0 or -errno.
int Relocate(Program* program, uint64_t size);

// Moves every descriptor to fd_floor or above, close-on-exec, so that no DUP to
// a low number can overwrite one that is still needed. 0 or -errno.
int LiftFds(Program* program);

// Closes everything but `count` descriptors, which get sorted. 0 or -errno.
int CloseAllBut(int32_t* keep, uint32_t count);

// The signals that this process ignores, bit n-1 for signal n, as the kernel tells in
// /proc/self/status; all of them when it does not. One look costs an eighth of asking
// for each.
uint64_t IgnoredSignals();

// Runs the steps and becomes the command, or writes `failed` and exits. The
// argument is a Program; the caller has blocked all signals.
[[noreturn]] void RunTarget(void* program);

// What a target of kIsFence becomes in the place of a command: leaves a copy of
// itself, confined as it is and with memory of its own, which serves the requests of
// core/platform/linux/launch/file_request.h until their socket ends.
[[noreturn]] void ServeFiles(Program* program);

// One packet to the control socket, with a descriptor when `fd` >= 0. 0 or -errno.
int SendEvent(int socket_fd, const Event& event, int fd);

}  // namespace sbx::launch

#endif  // SBX_CORE_PLATFORM_LINUX_LAUNCH_INTERPRET_H_
