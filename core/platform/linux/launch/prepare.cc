// SPDX-License-Identifier: MIT
//
// What happens to a program before its steps run: the block is checked and its
// descriptors are put where nothing overwrites them.
#include <linux/close_range.h>
#include <linux/errno.h>
#include <linux/fcntl.h>
#include <linux/resource.h>

#include "core/platform/linux/launch/interpret.h"
#include "core/platform/linux/launch/message.h"
#include "core/platform/linux/launch/raw.h"

namespace sbx::launch {
namespace {

using raw::Call;
using raw::ToLong;

constexpr long kNoSignal = 0x4000;  // MSG_NOSIGNAL

bool Fits(uint64_t offset, uint64_t bytes, uint64_t size) {
  return offset <= size && bytes <= size - offset && offset % 8 == 0;
}

// A list that ends with a zero becomes one of pointers that ends with null.
int RelocateList(Program* program, uint64_t list, uint64_t limit) {
  uint64_t* entries = At<uint64_t>(program, list);
  for (uint64_t i = 0; i < limit; ++i) {
    if (!Fits(list, (i + 1) * sizeof(uint64_t), program->size))
      return -EINVAL;
    if (entries[i] == 0)
      return 0;
    if (entries[i] >= program->size)
      return -EINVAL;
    entries[i] += reinterpret_cast<uint64_t>(program);
  }
  return 0;
}

struct FileLimit {
  uint64_t soft, hard;
};

// Room for more descriptors than the caller's soft limit; the target gets the
// old limit back.
bool RaiseLimit(Program* program) {
  FileLimit limit{};
  if (program->has_nofile != 0)
    return false;
  if (Call(__NR_prlimit64, 0L, static_cast<long>(RLIMIT_NOFILE), 0L, ToLong(&limit)) != 0) {
    return false;
  }
  if (limit.soft >= limit.hard)
    return false;
  program->nofile_soft = limit.soft;
  limit.soft = limit.hard;
  if (Call(__NR_prlimit64, 0L, static_cast<long>(RLIMIT_NOFILE), ToLong(&limit), 0L) != 0) {
    return false;
  }
  program->has_nofile = 1;
  return true;
}

}  // namespace

int Relocate(Program* program, uint64_t size) {
  if (size < sizeof(Program) || program->magic != kProgramMagic || program->size != size) {
    return -EINVAL;
  }
  if (!Fits(program->fds, uint64_t{program->fd_count} * sizeof(int32_t), size) ||
      !Fits(program->keep,
            (uint64_t{program->fd_count} + 2 * uint64_t{program->hold_count} + 4) * sizeof(int32_t),
            size) ||
      !Fits(program->steps, uint64_t{program->step_count} * sizeof(ProgramStep), size) ||
      !Fits(program->holds, uint64_t{program->hold_count} * sizeof(ProgramHold), size)) {
    return -EINVAL;
  }
  const ProgramStep* steps = At<ProgramStep>(program, program->steps);
  for (uint32_t i = 0; i < program->step_count; ++i) {
    if (!Fits(steps[i].data, steps[i].data_size, size))
      return -EINVAL;
  }
  int result = RelocateList(program, program->candidates, program->candidate_count);
  const uint64_t lists[] = {program->argv, program->shell_argv, program->env};
  for (const uint64_t list : lists) {
    if (result == 0)
      result = RelocateList(program, list, ~uint64_t{0} >> 4);
  }
  return result;
}

int LiftFds(Program* program) {
  int32_t* fds = At<int32_t>(program, program->fds);
  for (uint32_t i = 0; i < program->fd_count; ++i) {
    if (fds[i] >= program->fd_floor) {
      const long result = Call(__NR_fcntl, fds[i], F_SETFD, FD_CLOEXEC);
      if (result < 0)
        return static_cast<int>(result);
      continue;
    }
    long lifted = Call(__NR_fcntl, fds[i], F_DUPFD_CLOEXEC, program->fd_floor);
    if ((lifted == -EMFILE || lifted == -EINVAL) && RaiseLimit(program)) {
      lifted = Call(__NR_fcntl, fds[i], F_DUPFD_CLOEXEC, program->fd_floor);
    }
    if (lifted < 0)
      return static_cast<int>(lifted);
    fds[i] = static_cast<int32_t>(lifted);
  }
  return 0;
}

uint64_t IgnoredSignals() {
  constexpr char kLabel[] = "SigIgn:\t";
  constexpr long kLabelSize = sizeof kLabel - 1;
  const int fd = static_cast<int>(Call(__NR_openat, static_cast<long>(AT_FDCWD),
                                       ToLong("/proc/self/status"), O_RDONLY | O_CLOEXEC));
  if (fd < 0)
    return ~uint64_t{0};
  char text[4096] = {};
  const long size = Call(__NR_read, fd, ToLong(text), sizeof text);
  raw::Close(fd);
  for (long start = 0; start + kLabelSize + 16 < size; ++start) {
    long same = 0;
    while (same < kLabelSize && text[start + same] == kLabel[same])
      ++same;
    if (same < kLabelSize || (start > 0 && text[start - 1] != '\n'))
      continue;
    uint64_t ignored = 0;
    for (long at = start + kLabelSize; at < start + kLabelSize + 16; ++at) {
      const char digit = text[at];
      const bool letter = digit >= 'a' && digit <= 'f';
      if (!letter && (digit < '0' || digit > '9'))
        return ~uint64_t{0};
      ignored = ignored << 4 | static_cast<uint64_t>(letter ? digit - 'a' + 10 : digit - '0');
    }
    return ignored;
  }
  return ~uint64_t{0};
}

int CloseAllBut(int32_t* keep, uint32_t count) {
  for (uint32_t i = 1; i < count; ++i) {  // nearly sorted already
    const int32_t value = keep[i];
    uint32_t at = i;
    for (; at > 0 && keep[at - 1] > value; --at)
      keep[at] = keep[at - 1];
    keep[at] = value;
  }
  long next = 0;
  for (uint32_t i = 0; i < count; ++i) {
    if (keep[i] < next)
      continue;
    if (keep[i] > next) {
      const long result = Call(__NR_close_range, next, static_cast<long>(keep[i]) - 1, 0);
      if (result != 0)
        return static_cast<int>(result);
    }
    next = keep[i] + 1;
  }
  return static_cast<int>(Call(__NR_close_range, next, 0xffffffffL, 0));
}

int SendEvent(int socket_fd, const Event& event, int fd) {
  IoVector vector = {&event, sizeof event};
  Rights<1> rights;
  rights.fds[0] = fd;
  Message message = {nullptr, 0, &vector, 1, nullptr, 0, 0};
  if (fd >= 0) {
    message.control = &rights;
    message.control_length = sizeof rights;
  }
  const long result = Call(__NR_sendmsg, socket_fd, ToLong(&message), kNoSignal);
  return result < 0 ? static_cast<int>(result) : 0;
}

}  // namespace sbx::launch
