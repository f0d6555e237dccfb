// SPDX-License-Identifier: MIT
//
// Streams: what a command can set on the streams that it inherits stays set for
// everybody who shares them: a terminal or pipe that does not block any more
// breaks the caller's shell. The reaper notes their flags before the target is
// there and puts them back after the last process of its tree. The modes of a
// terminal that the run shares are the reaper's own matter (see RestoreTerminal);
// of any other terminal among the streams they are put back here.
#ifndef SBX_CORE_PLATFORM_LINUX_LAUNCH_STREAMS_H_
#define SBX_CORE_PLATFORM_LINUX_LAUNCH_STREAMS_H_

#include "core/platform/linux/launch/program.h"

namespace sbx::launch {

struct StreamState {
  int32_t fd = -1;  // borrowed; -1: not inherited
  bool has_modes = false;
  int64_t flags = 0;
  uint8_t modes[64] = {};  // struct termios of the kernel
};

// For the three standard streams of `program`, whose descriptors have their
// final numbers.
void NoteStreams(Program* program, StreamState* streams);
void RestoreStreams(const StreamState* streams);

}  // namespace sbx::launch

#endif  // SBX_CORE_PLATFORM_LINUX_LAUNCH_STREAMS_H_
