// SPDX-License-Identifier: MIT
//
// Removal by flattening: a directory inside the top one is emptied of files, the
// directories in it are moved up into the top one, and it is removed. So two
// descriptors and one buffer are enough for any depth, and no ".." is walked.
#include <linux/errno.h>
#include <linux/fcntl.h>
#include <linux/openat2.h>
#include <linux/stat.h>

#include "core/platform/linux/launch/holds.h"
#include "core/platform/linux/launch/raw.h"

namespace sbx::launch {
namespace {

using raw::Call;
using raw::ToLong;

struct DirectoryEntry {
  uint64_t ino;
  int64_t offset;
  uint16_t length;
  uint8_t type;
  char name[1];
};

// A directory in `top_fd`, never a link and never another mount. One whose mode
// keeps its owner out is opened up first.
int OpenBelow(int top_fd, const char* name) {
  open_how how = {};
  how.flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
  how.resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_XDEV;
  long fd = Call(__NR_openat2, top_fd, ToLong(name), ToLong(&how), sizeof how);
  how.flags = O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
  const long handle = Call(__NR_openat2, top_fd, ToLong(name), ToLong(&how), sizeof how);
  if (handle < 0) {
    if (fd >= 0)
      raw::Close(static_cast<int>(fd));
    return static_cast<int>(handle);
  }
  char path[40];
  raw::PutNumber(raw::PutText(path, "/proc/self/fd/"), static_cast<unsigned long>(handle));
  Call(__NR_fchmodat, static_cast<long>(AT_FDCWD), ToLong(path), 0700);
  if (fd < 0) {
    how.flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
    fd = Call(__NR_openat2, top_fd, ToLong(name), ToLong(&how), sizeof how);
  }
  raw::Close(static_cast<int>(handle));
  return static_cast<int>(fd);
}

bool MoveUp(int from_fd, const char* name, int top_fd, uint64_t* counter) {
  for (int attempt = 0; attempt < 1000; ++attempt) {
    char fresh[40];
    raw::PutNumber(raw::PutText(fresh, "sbx."), (*counter)++);
    const long result = Call(__NR_renameat2, from_fd, ToLong(name), top_fd, ToLong(fresh), 1);
    if (result == 0)
      return true;
    if (result != -EEXIST)
      break;
  }
  // The kernel writes the moved directory's "..": its own mode may forbid that.
  const int fd = OpenBelow(from_fd, name);
  if (fd < 0)
    return false;
  raw::Close(fd);
  char fresh[40];
  raw::PutNumber(raw::PutText(fresh, "sbx.."), (*counter)++);
  return Call(__NR_renameat2, from_fd, ToLong(name), top_fd, ToLong(fresh), 1) == 0;
}

// One pass over `fd`. Returns how many entries went away; `left` says how many
// did not. In the top directory itself (`top_fd` < 0) directories are emptied.
uint64_t Sweep(int fd, int top_fd, uint64_t* left, uint64_t* counter);

bool RemoveEntry(int fd, const char* name, int top_fd, uint64_t* counter) {
  long result = Call(__NR_unlinkat, fd, ToLong(name), 0);
  if (result == 0)
    return true;
  if (result != -EISDIR && result != -EPERM)
    return false;
  result = Call(__NR_unlinkat, fd, ToLong(name), AT_REMOVEDIR);
  if (result == 0)
    return true;
  if (result != -ENOTEMPTY && result != -EEXIST && result != -EACCES)
    return false;
  if (top_fd >= 0)
    return MoveUp(fd, name, top_fd, counter);
  const int inner_fd = OpenBelow(fd, name);
  if (inner_fd < 0)
    return false;
  uint64_t moved = 0;
  for (;;) {
    uint64_t left = 0;
    const uint64_t gone = Sweep(inner_fd, fd, &left, counter);
    moved += gone;
    if (gone == 0)
      break;
    Call(__NR_lseek, static_cast<long>(inner_fd), 0L, 0L);
  }
  raw::Close(inner_fd);
  return Call(__NR_unlinkat, fd, ToLong(name), AT_REMOVEDIR) == 0 || moved > 0;
}

uint64_t Sweep(int fd, int top_fd, uint64_t* left, uint64_t* counter) {
  alignas(8) char buffer[4096];
  uint64_t gone = 0;
  for (;;) {
    const long got = Call(__NR_getdents64, fd, ToLong(buffer), sizeof buffer);
    if (got <= 0)
      return gone;
    for (long at = 0; at < got;) {
      const auto* entry = reinterpret_cast<const DirectoryEntry*>(buffer + at);
      const char* name = buffer + at + offsetof(DirectoryEntry, name);
      at += entry->length;
      if (name[0] == '.' && (name[1] == '\0' || (name[1] == '.' && name[2] == '\0')))
        continue;
      if (RemoveEntry(fd, name, top_fd, counter)) {
        ++gone;
      } else {
        ++*left;
      }
    }
  }
}

}  // namespace

bool RemoveBelow(int top_fd) {
  Call(__NR_fchmod, static_cast<long>(top_fd), 0700L);
  uint64_t counter = 0;
  for (;;) {
    if (Call(__NR_lseek, static_cast<long>(top_fd), 0L, 0L) < 0)
      return false;
    uint64_t left = 0;
    const uint64_t gone = Sweep(top_fd, -1, &left, &counter);
    if (gone == 0)
      return left == 0;
  }
}

}  // namespace sbx::launch
