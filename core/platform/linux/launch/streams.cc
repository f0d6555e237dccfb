// SPDX-License-Identifier: MIT
#include "core/platform/linux/launch/streams.h"

#include <asm/ioctls.h>
#include <linux/fcntl.h>

#include "core/platform/linux/launch/raw.h"

namespace sbx::launch {
namespace {

using raw::Call;
using raw::ToLong;

// What F_SETFL can change.
constexpr int64_t kChangeable = O_APPEND | FASYNC | O_DIRECT | O_NOATIME | O_NONBLOCK;

}  // namespace

void NoteStreams(Program* program, StreamState* streams) {
  const int32_t* fds = At<int32_t>(program, program->fds);
  for (int i = 0; i < 3; ++i) {
    const int32_t index = program->streams[i];
    if (index < 0)
      continue;
    const long flags = Call(__NR_fcntl, static_cast<long>(fds[index]), F_GETFL);
    if (flags < 0)
      continue;
    StreamState& stream = streams[i];
    stream.fd = fds[index];
    stream.flags = flags;
    stream.has_modes = (program->flags & kTerminal) == 0 &&
                       Call(__NR_ioctl, stream.fd, TCGETS, ToLong(stream.modes)) == 0;
  }
}

void RestoreStreams(const StreamState* streams) {
  for (int i = 0; i < 3; ++i) {
    const StreamState& stream = streams[i];
    if (stream.fd < 0)
      continue;
    const long now = Call(__NR_fcntl, static_cast<long>(stream.fd), F_GETFL);
    if (now >= 0 && ((now ^ stream.flags) & kChangeable) != 0) {
      Call(__NR_fcntl, static_cast<long>(stream.fd), F_SETFL, stream.flags);
    }
    // At once: nobody may be left who would read what is still to be written.
    if (stream.has_modes)
      Call(__NR_ioctl, stream.fd, TCSETS, ToLong(stream.modes));
  }
}

}  // namespace sbx::launch
