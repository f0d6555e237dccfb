/* SPDX-License-Identifier: MIT
 *
 * Races and renames: changing what a name means between the check and the use. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "attack.h"

static void Point(const char* link, const char* target) {
  char next[4096];
  snprintf(next, sizeof next, "%s.next", link);
  unlink(next);
  if (symlink(target, next) == 0)
    rename(next, link);
}

/* LINK alternates between a directory that may be written and one outside;
 * both hold a file "file". Writing through the link must never reach the
 * outside one. */
ATTACK(SymlinkSwap) {
  (void)argc;
  char outside[4096], through[4096];
  snprintf(outside, sizeof outside, "%s/file", argv[2]);
  snprintf(through, sizeof through, "%s/file", argv[0]);
  struct stat wanted;
  if (stat(outside, &wanted) != 0)
    return Trouble("stat of the outside file");
  Point(argv[0], argv[1]);

  const pid_t parent = getpid();
  const pid_t swapper = fork();
  if (swapper < 0)
    return Trouble("fork");
  if (swapper == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    while (getppid() == parent) {
      Point(argv[0], argv[2]);
      Point(argv[0], argv[1]);
    }
    _exit(0);
  }
  int refusal = 0, verdict = -1;
  const unsigned long rounds = Number(argv[3]);
  const time_t end = time(NULL) + 10; /* a busy machine may not let the swapper run at once */
  for (unsigned long i = 0; verdict < 0 && (i < rounds || refusal == 0) && time(NULL) < end; ++i) {
    if (i % 64 == 0)
      sched_yield();
    const int fd = open(through, O_WRONLY | O_CLOEXEC);
    if (fd < 0) {
      refusal = errno;
      continue;
    }
    struct stat got;
    if (fstat(fd, &got) == 0 && got.st_ino == wanted.st_ino && got.st_dev == wanted.st_dev &&
        pwrite(fd, "attacked\n", 9, 0) == 9) {
      verdict = Open("write through a swapped link");
    }
    close(fd);
  }
  kill(swapper, SIGKILL);
  waitpid(swapper, NULL, 0);
  unlink(argv[0]);
  char next[4096];
  snprintf(next, sizeof next, "%s.next", argv[0]);
  unlink(next);
  if (verdict >= 0)
    return verdict;
  errno = refusal;
  return refusal == 0 ? NotApplicable("the link was never seen swapped")
                      : Judge(-1, "open through a swapped link", FILE_REFUSALS);
}

/* DIR/BELOW is protected: move DIR away and make it anew. */
ATTACK(RenameAncestor) {
  (void)argc;
  char away[4096], below[4096], file[8192];
  snprintf(away, sizeof away, "%s.away", argv[0]);
  snprintf(below, sizeof below, "%s/%s", argv[0], argv[1]);
  snprintf(file, sizeof file, "%s/%s", below, argv[2]);
  if (rename(argv[0], away) != 0)
    return Judge(-1, "rename of the ancestor", FILE_REFUSALS);
  if (mkdir(argv[0], 0755) != 0)
    return Judge(-1, "mkdir of the ancestor", FILE_REFUSALS);
  if (mkdir(below, 0755) != 0)
    return Judge(-1, "mkdir of the protected", FILE_REFUSALS);
  const int fd = open(file, O_WRONLY | O_CREAT | O_CLOEXEC, 0755);
  return Judge(fd, "create in the protected", FILE_REFUSALS);
}
