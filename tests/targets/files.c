/* SPDX-License-Identifier: MIT
 *
 * Changing a file or a directory outside: the plain ways. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "attack.h"

static int WriteTo(const char* path, int flags, const char* call) {
  const int fd = open(path, flags | O_CLOEXEC, 0644);
  if (fd < 0)
    return Judge(-1, call, FILE_REFUSALS);
  const ssize_t written = pwrite(fd, "attacked\n", 9, 0);
  close(fd);
  return Judge(written, "write", FILE_REFUSALS);
}

ATTACK(Write) {
  return (void)argc, WriteTo(argv[0], O_WRONLY, "open for writing");
}

ATTACK(Create) {
  return (void)argc, WriteTo(argv[0], O_WRONLY | O_CREAT | O_EXCL, "create");
}

ATTACK(Mkdir) {
  return (void)argc, Judge(mkdir(argv[0], 0755), "mkdir", FILE_REFUSALS);
}

/* A file in a directory that is not there yet, or that only holds its place. */
ATTACK(Plant) {
  (void)argc;
  char path[4096];
  snprintf(path, sizeof path, "%s/%s", argv[0], argv[1]);
  if (mkdir(argv[0], 0755) != 0 && errno != EEXIST)
    return Judge(-1, "mkdir", FILE_REFUSALS);
  if (WriteTo(path, O_WRONLY | O_CREAT, "create in a new directory") == kOpen)
    return kOpen;
  if (chmod(argv[0], 0755) == 0 &&
      WriteTo(path, O_WRONLY | O_CREAT, "create after a chmod") == kOpen) {
    return kOpen;
  }
  if (rmdir(argv[0]) != 0)
    return Judge(-1, "rmdir", FILE_REFUSALS);
  if (mkdir(argv[0], 0755) != 0)
    return Judge(-1, "mkdir again", FILE_REFUSALS);
  return WriteTo(path, O_WRONLY | O_CREAT, "create in a directory made anew");
}

ATTACK(Unlink) {
  return (void)argc, Judge(unlink(argv[0]), "unlink", FILE_REFUSALS);
}

ATTACK(Truncate) {
  (void)argc;
  struct way ways[2];
  TRY(ways[0], "truncate", truncate(argv[0], 1));
  TRY(ways[1], "open with O_TRUNC", open(argv[0], O_WRONLY | O_TRUNC | O_CLOEXEC));
  return JudgeWays(ways, 2, FILE_REFUSALS);
}

ATTACK(Rename) {
  return (void)argc, Judge(rename(argv[0], argv[1]), "rename", FILE_REFUSALS);
}

ATTACK(Link) {
  return (void)argc, Judge(link(argv[0], argv[1]), "link", FILE_REFUSALS);
}

ATTACK(Symlink) {
  return (void)argc, Judge(symlink(argv[0], argv[1]), "symlink", FILE_REFUSALS);
}

/* The same file by other names of the root. */
ATTACK(WriteByProc) {
  (void)argc;
  static const char* const kRoots[] = {"/proc/self/root", "/proc/thread-self/root",
                                       "/proc/self/cwd/../../../../../../../../.."};
  int verdict = kTrouble;
  for (size_t i = 0; i < sizeof kRoots / sizeof kRoots[0]; ++i) {
    char path[4096];
    snprintf(path, sizeof path, "%s%s", kRoots[i], argv[0]);
    verdict = WriteTo(path, O_WRONLY, kRoots[i]);
    if (verdict != kRefused)
      return verdict;
  }
  return verdict;
}

/* Opening alone is the attack: the kernel's own files are never written. */
ATTACK(OpenForWrite) {
  (void)argc;
  const int fd = open(argv[0], O_WRONLY | O_CLOEXEC | O_NONBLOCK);
  return Judge(fd, "open for writing", ERRNOS(EACCES, EPERM, EROFS, ENOENT));
}

ATTACK(OpenForRead) {
  (void)argc;
  const int fd = open(argv[0], O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  return Judge(fd, "open for reading", ERRNOS(EACCES, EPERM, ENOENT));
}
