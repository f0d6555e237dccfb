/* SPDX-License-Identifier: MIT
 *
 * Reading what may not be read, by its name and by other names. */
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "attack.h"

static int ReadFrom(const char* path, const char* call, const char* canary) {
  return JudgeContent(open(path, O_RDONLY | O_CLOEXEC), call, canary, FILE_REFUSALS);
}

ATTACK(Read) {
  return (void)argc, ReadFrom(argv[0], "open for reading", argv[1]);
}

ATTACK(ReadByProc) {
  (void)argc;
  static const char* const kRoots[] = {"/proc/self/root", "/proc/thread-self/root", "/proc/1/root"};
  int verdict = kTrouble;
  for (size_t i = 0; i < sizeof kRoots / sizeof kRoots[0]; ++i) {
    char path[4096];
    snprintf(path, sizeof path, "%s%s", kRoots[i], argv[0]);
    verdict = ReadFrom(path, kRoots[i], argv[1]);
    if (verdict != kRefused)
      return verdict;
  }
  return verdict;
}

ATTACK(ReadByLink) {
  (void)argc;
  if (link(argv[0], argv[1]) != 0)
    return Judge(-1, "link", FILE_REFUSALS);
  const int verdict = ReadFrom(argv[1], "open of a new hard link", argv[2]);
  unlink(argv[1]);
  return verdict;
}

ATTACK(ReadBySymlink) {
  (void)argc;
  if (symlink(argv[0], argv[1]) != 0)
    return Trouble("symlink");
  const int verdict = ReadFrom(argv[1], "open through a symlink", argv[2]);
  unlink(argv[1]);
  return verdict;
}

/* A directory that is hidden may be empty. */
ATTACK(List) {
  (void)argc;
  DIR* dir = opendir(argv[0]);
  if (dir == NULL)
    return Judge(-1, "opendir", FILE_REFUSALS);
  int entries = 0;
  errno = 0;
  for (const struct dirent* entry; (entry = readdir(dir)) != NULL;) {
    if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
      ++entries;
  }
  const int error = errno;
  closedir(dir);
  errno = error;
  if (error != 0)
    return Judge(-1, "readdir", FILE_REFUSALS);
  return entries > 0 ? Open("readdir") : Refused(ENODATA, "readdir");
}
