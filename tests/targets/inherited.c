/* SPDX-License-Identifier: MIT
 *
 * Descriptors that were open in the caller: found by what they are, because a
 * number may have been given to something else. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "attack.h"

static int Find(unsigned long dev, unsigned long ino) {
  for (int fd = 0; fd < 4096; ++fd) {
    struct stat got;
    if (fstat(fd, &got) == 0 && got.st_dev == dev && got.st_ino == ino)
      return fd;
  }
  return -1;
}

ATTACK(FdFile) {
  (void)argc;
  const int fd = Find(Number(argv[0]), Number(argv[1]));
  if (fd < 0)
    return Refused(EBADF, "write to an inherited file");
  return Judge(pwrite(fd, "attacked\n", 9, 0), "write to an inherited file",
               ERRNOS(EACCES, EPERM, EBADF));
}

ATTACK(FdDir) {
  (void)argc;
  const int dir = Find(Number(argv[0]), Number(argv[1]));
  if (dir < 0)
    return Refused(EBADF, "open below an inherited directory");
  const int fd = openat(dir, argv[2], O_WRONLY | O_CLOEXEC);
  if (fd < 0)
    return Judge(-1, "open below an inherited directory", FILE_REFUSALS);
  return Judge(pwrite(fd, "attacked\n", 9, 0), "write", FILE_REFUSALS);
}

ATTACK(FdAny) {
  (void)argc, (void)argv;
  for (int fd = 3; fd < 4096; ++fd) {
    if (fcntl(fd, F_GETFD) < 0)
      continue;
    char link[64], target[256];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    const ssize_t size = readlink(link, target, sizeof target - 1);
    printf("descriptor %d: %.*s\n", fd, size > 0 ? (int)size : 1, size > 0 ? target : "?");
    return Open("a descriptor beyond the standard streams");
  }
  return Refused(EBADF, "any descriptor beyond the standard streams");
}
