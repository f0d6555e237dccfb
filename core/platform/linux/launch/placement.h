// SPDX-License-Identifier: MIT
//
// Placement: while a run starts, its supervisor, reaper and target take turns and
// hardly ever work at once. Kept on one processor they hand over without waking
// another one, which in a virtual machine costs more than the work itself. The
// target may go where its starter could before its first step is done, reaper and
// supervisor as soon as the run is no longer a short one.
//
// Nothing is kept anywhere where the kernel does not let it (more than 1024
// processors, an outer filter): a run is then only slower to start.
#ifndef SBX_CORE_PLATFORM_LINUX_LAUNCH_PLACEMENT_H_
#define SBX_CORE_PLATFORM_LINUX_LAUNCH_PLACEMENT_H_

#include <stdint.h>

namespace sbx::launch {

// Where a process may run, as a mask of processors, and where it was. Size of the
// mask in bytes; 0: unknown.
struct Placement {
  uint32_t size;
  uint32_t processor;
  uint64_t mask[16];
};

// That of the calling thread.
void NotePlacement(Placement* placement);

// Has `placement` name the processor that the calling thread is on, if it is one of the
// mask.
void NoteProcessor(Placement* placement);

// Keeps the calling thread, and what it clones from now on, on the processor that
// `placement` was noted on, if that is known.
void StayAt(const Placement& placement);

// Lets process `pid` (0: the caller) go where `placement` says, if it is known. 0
// or -errno.
int MoveFreely(const Placement& placement, int pid);

}  // namespace sbx::launch

#endif  // SBX_CORE_PLATFORM_LINUX_LAUNCH_PLACEMENT_H_
