// SPDX-License-Identifier: MIT
#include "core/platform/linux/launch/tree.h"

#include <asm/signal.h>
#include <linux/errno.h>
#include <linux/fcntl.h>

#include "core/platform/linux/launch/raw.h"

namespace sbx::launch {
namespace {

using raw::Call;
using raw::ToLong;

constexpr long kNoHang = 1;              // WNOHANG
constexpr long kEveryKind = 0x40000000;  // __WALL

void Note(Target* target, long pid, int32_t status) {
  if (pid != target->pid || target->ended)
    return;
  target->ended = true;
  target->status = status;
}

int Open(const char* path, long flags) {
  return static_cast<int>(
      Call(__NR_openat, static_cast<long>(AT_FDCWD), ToLong(path), flags | O_CLOEXEC));
}

// From the kernel's own list. Our children cannot vanish under us: a pid stays
// taken until we collect it.
int KillListed() {
  const int fd = Open("/proc/thread-self/children", O_RDONLY);
  if (fd < 0)
    return fd;
  char buffer[2048];
  long pid = 0;
  int killed = 0;
  for (;;) {
    const long got = Call(__NR_read, fd, ToLong(buffer), sizeof buffer);
    if (got <= 0)
      break;
    for (long i = 0; i < got; ++i) {
      // NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult): the kernel wrote it
      if (buffer[i] >= '0' && buffer[i] <= '9') {
        pid = pid * 10 + (buffer[i] - '0');
      } else if (pid != 0) {
        Call(__NR_kill, pid, SIGKILL);
        ++killed;
        pid = 0;
      }
    }
  }
  if (pid != 0) {
    Call(__NR_kill, pid, SIGKILL);
    ++killed;
  }
  raw::Close(fd);
  return killed;
}

// The parent of `pid` by /proc/PID/stat, whose second field may hold anything.
long ParentOf(const char* pid_text) {
  char path[64];
  raw::PutText(raw::PutText(raw::PutText(path, "/proc/"), pid_text), "/stat");
  const int fd = Open(path, O_RDONLY);
  if (fd < 0)
    return -1;
  char text[512];
  const long got = Call(__NR_read, fd, ToLong(text), sizeof text - 1);
  raw::Close(fd);
  if (got <= 0)
    return -1;
  long at = got - 1;
  while (at > 0 && text[at] != ')')
    --at;
  at += 4;  // ") S "
  long parent = 0;
  for (; at < got && text[at] >= '0' && text[at] <= '9'; ++at) {
    parent = parent * 10 + (text[at] - '0');
  }
  return parent;
}

struct DirectoryEntry {
  uint64_t ino;
  int64_t offset;
  uint16_t length;
  uint8_t type;
  char name[1];
};

// Where the kernel keeps no list of children: all processes are looked at.
int KillScanned() {
  const int fd = Open("/proc", O_RDONLY | O_DIRECTORY);
  if (fd < 0)
    return fd;
  const long self = Call(__NR_getpid);
  alignas(8) char buffer[4096];
  int killed = 0;
  for (;;) {
    const long got = Call(__NR_getdents64, fd, ToLong(buffer), sizeof buffer);
    if (got <= 0)
      break;
    for (long at = 0; at < got;) {
      const auto* entry = reinterpret_cast<const DirectoryEntry*>(buffer + at);
      at += entry->length;
      const char* name = buffer + (at - entry->length) + offsetof(DirectoryEntry, name);
      if (name[0] < '1' || name[0] > '9' || raw::Length(name) > 10)
        continue;
      if (ParentOf(name) != self)
        continue;
      long pid = 0;
      for (const char* digit = name; *digit != '\0'; ++digit)
        pid = pid * 10 + (*digit - '0');
      Call(__NR_kill, pid, SIGKILL);
      ++killed;
    }
  }
  raw::Close(fd);
  return killed;
}

}  // namespace

bool Collect(Target* target) {
  for (;;) {
    int32_t status = 0;
    const long pid = Call(__NR_wait4, -1L, ToLong(&status), kNoHang | kEveryKind, 0);
    if (pid == 0)
      return true;
    if (pid < 0)
      return pid != -ECHILD;
    Note(target, pid, status);
  }
}

bool KillTree(Target* target) {
  while (Collect(target)) {
    int killed = KillListed();
    if (killed <= 0)
      killed = KillScanned();
    if (killed <= 0) {
      if (target->ended) {
        // A child appeared or went while we looked; what cannot be seen at all
        // is given up after the target itself.
        if (killed < 0)
          return false;
        Call(__NR_sched_yield);
        continue;
      }
      Call(__NR_kill, target->pid, SIGKILL);
    }
    int32_t status = 0;
    const long pid = Call(__NR_wait4, -1L, ToLong(&status), kEveryKind, 0);
    if (pid > 0)
      Note(target, pid, status);
  }
  return true;
}

}  // namespace sbx::launch
