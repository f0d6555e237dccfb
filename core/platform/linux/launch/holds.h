// SPDX-License-Identifier: MIT
//
// Holds: what is made on the file system for the length of a run and undone
// when its tree is dead. A name is an empty marked directory that several runs
// may share; whoever gets the exclusive lock last removes it.
#ifndef SBX_CORE_PLATFORM_LINUX_LAUNCH_HOLDS_H_
#define SBX_CORE_PLATFORM_LINUX_LAUNCH_HOLDS_H_

#include "core/platform/linux/hold_mark.h"
#include "core/platform/linux/launch/program.h"

namespace sbx::launch {

// Makes hold `index`. 0 or -errno; a hold that was made is noted in it.
int MakeHold(Program* program, uint32_t index);

// Undoes every hold that was made. False when something is left behind.
bool UndoHolds(Program* program);

// Removes everything below the directory `top_fd`, at any depth, with constant
// memory; never follows a link or crosses a mount. True when it is empty.
bool RemoveBelow(int top_fd);

}  // namespace sbx::launch

#endif  // SBX_CORE_PLATFORM_LINUX_LAUNCH_HOLDS_H_
