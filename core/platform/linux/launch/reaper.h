// SPDX-License-Identifier: MIT
//
// Reaper: one process per run, between the supervisor and the target. It makes
// the holds, clones the target, and outlives the supervisor by as long as it
// takes to end the tree, undo the holds and give the terminal back.
//
// It shares the memory of the process that cloned it (CLONE_VM) but nothing
// else, so it is subject to the rules of the interpreter: raw system calls, no
// heap, no thread-local storage.
#ifndef SBX_CORE_PLATFORM_LINUX_LAUNCH_REAPER_H_
#define SBX_CORE_PLATFORM_LINUX_LAUNCH_REAPER_H_

#include "core/platform/linux/launch/program.h"

namespace sbx::launch {

// Entry of the reaper's clone; the argument is a relocated Program whose
// descriptors are open in the cloning process. All signals must be blocked.
[[noreturn]] void RunReaper(void* program);

// Memory for one run with room for a program; null when there is none. To be
// given back after the reaper has been waited for.
RunMemory* MapRun(uint64_t program_size);
void UnmapRun(RunMemory* memory);

inline Program* ProgramOf(RunMemory* memory) {
  return reinterpret_cast<Program*>(memory + 1);
}

// Clones a reaper for the program inside `memory`, blocking all signals for the
// time of the clone. `exit_signal` is 0 or SIGCHLD. The pid or -errno.
int CloneReaper(RunMemory* memory, int exit_signal);

// Clones the target of `program` and waits until it has been executed or has
// failed. The pid or -errno of the clone.
int CloneTarget(Program* program);

// What this process's children have used, put into an event.
void PutUsage(Event* event);

}  // namespace sbx::launch

#endif  // SBX_CORE_PLATFORM_LINUX_LAUNCH_REAPER_H_
