/* SPDX-License-Identifier: MIT
 *
 * Changing mode, owner, times and attributes outside, by name and by a
 * descriptor that was opened for reading. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/xattr.h>
#include <unistd.h>
#include <utime.h>

#include "attack.h"

#ifndef SYS_fchmodat2
#define SYS_fchmodat2 452
#endif

ATTACK(Chmod) {
  (void)argc;
  const int fd = open(argv[0], O_RDONLY | O_CLOEXEC);
  if (fd < 0)
    return Judge(-1, "open for reading", FILE_REFUSALS);
  struct way ways[4];
  TRY(ways[0], "chmod", chmod(argv[0], 0777));
  TRY(ways[1], "fchmod", fchmod(fd, 0777));
  TRY(ways[2], "fchmodat", syscall(SYS_fchmodat, AT_FDCWD, argv[0], 0777));
  TRY(ways[3], "fchmodat2", syscall(SYS_fchmodat2, fd, "", 0777, AT_EMPTY_PATH));
  return JudgeWays(ways, 4, FILE_REFUSALS);
}

ATTACK(Chown) {
  (void)argc;
  const int fd = open(argv[0], O_RDONLY | O_CLOEXEC);
  if (fd < 0)
    return Judge(-1, "open for reading", FILE_REFUSALS);
  struct way ways[4]; /* to itself: the change is the ctime */
  TRY(ways[0], "chown", chown(argv[0], getuid(), getgid()));
  TRY(ways[1], "lchown", lchown(argv[0], getuid(), getgid()));
  TRY(ways[2], "fchown", fchown(fd, getuid(), getgid()));
  TRY(ways[3], "fchownat", fchownat(fd, "", getuid(), getgid(), AT_EMPTY_PATH));
  return JudgeWays(ways, 4, FILE_REFUSALS);
}

ATTACK(Utime) {
  (void)argc;
  const int fd = open(argv[0], O_RDONLY | O_CLOEXEC);
  if (fd < 0)
    return Judge(-1, "open for reading", FILE_REFUSALS);
  const struct timespec times[2] = {{1, 0}, {1, 0}};
  const struct utimbuf old = {1, 1};
  struct way ways[3];
  TRY(ways[0], "utimensat", utimensat(AT_FDCWD, argv[0], times, 0));
  TRY(ways[1], "futimens", futimens(fd, times));
  TRY(ways[2], "utime", utime(argv[0], &old));
  return JudgeWays(ways, 3, FILE_REFUSALS);
}

ATTACK(Setxattr) {
  (void)argc;
  const int fd = open(argv[0], O_RDONLY | O_CLOEXEC);
  if (fd < 0)
    return Judge(-1, "open for reading", FILE_REFUSALS);
  struct way ways[3];
  TRY(ways[0], "setxattr", setxattr(argv[0], "user.sbx", "attacked", 8, 0));
  if (ways[0].rc < 0 && ways[0].error == EOPNOTSUPP) {
    return NotApplicable("the file system has no user attributes");
  }
  TRY(ways[1], "lsetxattr", lsetxattr(argv[0], "user.sbx", "attacked", 8, 0));
  TRY(ways[2], "fsetxattr", fsetxattr(fd, "user.sbx", "attacked", 8, 0));
  return JudgeWays(ways, 3, FILE_REFUSALS);
}

/* A device of the host gets the mode that it has: harmless, and judged alike. */
ATTACK(ChmodDevice) {
  (void)argc;
  struct stat now;
  if (stat(argv[0], &now) != 0)
    return Trouble("stat");
  return Judge(chmod(argv[0], now.st_mode & 07777), "chmod", FILE_REFUSALS);
}
