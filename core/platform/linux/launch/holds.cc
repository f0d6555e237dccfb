// SPDX-License-Identifier: MIT
#include "core/platform/linux/launch/holds.h"

#include <asm/stat.h>
#include <linux/errno.h>
#include <linux/fcntl.h>
#include <linux/landlock.h>
#include <linux/stat.h>
#include <linux/time_types.h>

#include "sbx/abi/draft/plan.h"

#include "core/platform/linux/launch/raw.h"

namespace sbx::launch {
namespace {

using raw::Call;
using raw::ToLong;

constexpr long kLockShared = 1, kLockExclusive = 2, kLockNoWait = 4;

struct Identified {
  uint64_t dev, ino;
  uint32_t mode, uid;
  bool marked;
};

int Identify(int fd, const char* name, long flags, Identified* out) {
  struct statx info = {};
  const long result = Call(__NR_statx, fd, ToLong(name), flags | AT_SYMLINK_NOFOLLOW,
                           STATX_BASIC_STATS, ToLong(&info));
  if (result != 0)
    return static_cast<int>(result);
  out->dev = (uint64_t{info.stx_dev_major} << 32) | info.stx_dev_minor;
  out->ino = info.stx_ino;
  out->mode = info.stx_mode;
  out->uid = info.stx_uid;
  out->marked =
      info.stx_mtime.tv_sec == kHoldMarkSeconds && info.stx_mtime.tv_nsec == kHoldMarkNanoseconds;
  return 0;
}

int OpenDirectory(int fd, const char* name) {
  return static_cast<int>(
      Call(__NR_openat, fd, ToLong(name), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
}

bool SameNow(int directory_fd, const char* name, const Identified& held) {
  Identified now{};
  return Identify(directory_fd, name, 0, &now) == 0 && now.dev == held.dev && now.ino == held.ino;
}

void Keep(ProgramHold* hold, int fd, const Identified& held) {
  hold->open_fd = fd;
  hold->dev = held.dev;
  hold->ino = held.ino;
}

int MarkAndLock(int fd) {
  const __kernel_timespec mark[2] = {{kHoldMarkSeconds, kHoldMarkNanoseconds},
                                     {kHoldMarkSeconds, kHoldMarkNanoseconds}};
  long result = Call(__NR_flock, static_cast<long>(fd), kLockShared | kLockNoWait);
  if (result == 0)
    result = Call(__NR_fchmod, static_cast<long>(fd), static_cast<long>(kHoldMode));
  if (result == 0)
    result = Call(__NR_utimensat, static_cast<long>(fd), 0L, ToLong(mark), 0);
  return static_cast<int>(result);
}

// A name that no other run uses.
void PutOwnName(char* out) {
  __kernel_timespec now = {};
  Call(__NR_clock_gettime, 1L /* CLOCK_MONOTONIC */, ToLong(&now));
  out = raw::PutText(out, ".sbx-hold-");
  out = raw::PutNumber(out, static_cast<unsigned long>(Call(__NR_getpid)));
  out = raw::PutText(out, "-");
  out = raw::PutNumber(out, static_cast<unsigned long>(now.tv_sec * 1000000000 + now.tv_nsec));
  *out = '\0';
}

// Made under a name of its own, marked and locked, then put in place: nobody ever
// meets it unmarked or without its lock. -EEXIST when something is there.
int PlaceName(ProgramHold* hold, int directory_fd, const char* name) {
  char own[64];
  PutOwnName(own);
  const long made = Call(__NR_mkdirat, directory_fd, ToLong(own), kHoldMode);
  if (made != 0)
    return static_cast<int>(made);
  const int fd = OpenDirectory(directory_fd, own);
  Identified held{};
  long result = fd < 0 ? fd : MarkAndLock(fd);
  if (result == 0)
    result = Identify(fd, "", AT_EMPTY_PATH, &held);
  if (result == 0) {
    result = Call(__NR_renameat2, directory_fd, ToLong(own), directory_fd, ToLong(name),
                  1L /* RENAME_NOREPLACE */);
  }
  if (result == 0) {
    Keep(hold, fd, held);
    return 0;
  }
  Call(__NR_unlinkat, directory_fd, ToLong(own), AT_REMOVEDIR);
  if (fd >= 0)
    raw::Close(fd);
  return static_cast<int>(result);
}

// Joins the runs that hold the name already. Between open and lock the last of
// them may remove it: seen by comparing after the lock, and tried again.
int MakeName(ProgramHold* hold, int directory_fd, const char* name) {
  for (int attempt = 0; attempt < 1000; ++attempt) {
    const int placed = PlaceName(hold, directory_fd, name);
    if (placed != -EEXIST)
      return placed;
    const int fd = OpenDirectory(directory_fd, name);
    if (fd == -ENOENT)
      continue;
    if (fd < 0)
      return 0;  // something is there: nothing to hold
    Identified held{};
    const int identified = Identify(fd, "", AT_EMPTY_PATH, &held);
    if (identified != 0 || !held.marked) {
      raw::Close(fd);
      return identified;
    }
    if (Call(__NR_flock, static_cast<long>(fd), kLockShared | kLockNoWait) == 0 &&
        SameNow(directory_fd, name, held)) {
      Keep(hold, fd, held);
      return 0;
    }
    raw::Close(fd);
    const __kernel_timespec moment = {0, 500000};
    Call(__NR_nanosleep, ToLong(&moment), 0L);
  }
  return -EBUSY;
}

int MakeTemp(ProgramHold* hold, int directory_fd, int ruleset_fd, const char* name) {
  long result = Call(__NR_mkdirat, directory_fd, ToLong(name), 0700);
  if (result != 0)
    return static_cast<int>(result);
  const int fd = OpenDirectory(directory_fd, name);
  Identified held{};
  if (fd < 0 || Identify(fd, "", AT_EMPTY_PATH, &held) != 0) {
    Call(__NR_unlinkat, directory_fd, ToLong(name), AT_REMOVEDIR);
    return fd < 0 ? fd : -EIO;
  }
  Keep(hold, fd, held);
  // Whoever cleans up after killed runs sees by the lock that this one lives.
  Call(__NR_flock, static_cast<long>(fd), kLockShared | kLockNoWait);
  Call(__NR_fchmod, static_cast<long>(fd), 0700L);
  if (hold->has_owner != 0) {
    result = Call(__NR_fchown, static_cast<long>(fd), static_cast<long>(hold->uid),
                  static_cast<long>(hold->gid));
  }
  if (result == 0 && ruleset_fd >= 0) {
    landlock_path_beneath_attr rule = {hold->access, fd};
    result = Call(__NR_landlock_add_rule, ruleset_fd, LANDLOCK_RULE_PATH_BENEATH, ToLong(&rule), 0);
  }
  return static_cast<int>(result);
}

bool UndoName(ProgramHold* hold, int directory_fd, const char* name) {
  if (Call(__NR_flock, static_cast<long>(hold->open_fd), kLockExclusive | kLockNoWait) != 0) {
    return true;  // another run still needs it, and will remove it
  }
  Identified now{};
  if (Identify(directory_fd, name, 0, &now) != 0 || now.ino != hold->ino || now.dev != hold->dev ||
      !now.marked) {
    return true;  // no longer ours
  }
  return Call(__NR_unlinkat, directory_fd, ToLong(name), AT_REMOVEDIR) == 0;
}

bool UndoTemp(ProgramHold* hold, int directory_fd, const char* name) {
  const bool emptied = RemoveBelow(hold->open_fd);
  const Identified held = {hold->dev, hold->ino, 0, 0, false};
  if (!SameNow(directory_fd, name, held))
    return emptied;
  return Call(__NR_unlinkat, directory_fd, ToLong(name), AT_REMOVEDIR) == 0;
}

}  // namespace

int MakeHold(Program* program, uint32_t index) {
  ProgramHold* hold = At<ProgramHold>(program, program->holds) + index;
  const int32_t* fds = At<int32_t>(program, program->fds);
  const char* name = At<char>(program, hold->name);
  const auto known = [&](int32_t fd) { return static_cast<uint32_t>(fd) < program->fd_count; };
  if (!known(hold->fd) || (hold->fd2 >= 0 && !known(hold->fd2)))
    return -EBADF;
  switch (hold->kind) {
    case SBX_HOLD_NAME:
      return MakeName(hold, fds[hold->fd], name);
    case SBX_HOLD_TEMP:
      return MakeTemp(hold, fds[hold->fd], hold->fd2 >= 0 ? fds[hold->fd2] : -1, name);
    default:
      return -ENOSYS;
  }
}

bool UndoHolds(Program* program) {
  bool clean = true;
  for (uint32_t i = program->hold_count; i > 0; --i) {
    ProgramHold* hold = At<ProgramHold>(program, program->holds) + (i - 1);
    if (hold->open_fd < 0)
      continue;
    const int directory_fd = At<int32_t>(program, program->fds)[hold->fd];
    const char* name = At<char>(program, hold->name);
    const bool done = hold->kind == SBX_HOLD_NAME ? UndoName(hold, directory_fd, name)
                                                  : UndoTemp(hold, directory_fd, name);
    clean = clean && done;
    raw::Close(hold->open_fd);
    hold->open_fd = -1;
  }
  return clean;
}

}  // namespace sbx::launch
