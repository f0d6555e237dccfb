/* SPDX-License-Identifier: MIT
 *
 * Writing what a read-only mount does not hold: a FIFO, and a file that is open
 * already, by the name that its descriptor has in /proc. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "attack.h"

/* With a reader of its own, which is allowed, so that the writer need not wait. */
ATTACK(WriteFifo) {
  (void)argc;
  struct way ways[2];
  const int reader = open(argv[0], O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  TRY(ways[0], "open of a FIFO for writing", open(argv[0], O_WRONLY | O_NONBLOCK | O_CLOEXEC));
  if (ways[0].rc >= 0)
    ways[0].rc = write((int)ways[0].rc, "attacked", 8), ways[0].error = errno;
  TRY(ways[1], "open of a FIFO for both", open(argv[0], O_RDWR | O_NONBLOCK | O_CLOEXEC));
  if (reader >= 0)
    close(reader);
  return JudgeWays(ways, 2, FILE_REFUSALS);
}

/* Standard input is a file outside that the caller has opened for reading. */
ATTACK(ReopenInput) {
  (void)argc;
  (void)argv;
  struct stat input;
  if (fstat(0, &input) != 0 || !S_ISREG(input.st_mode))
    return Trouble("fstat of the input");
  const int names = open("/proc/self/fd", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  struct way ways[4];
  TRY(ways[0], "open of /proc/self/fd/0", open("/proc/self/fd/0", O_WRONLY | O_CLOEXEC));
  TRY(ways[1], "open of /dev/stdin", open("/dev/stdin", O_RDWR | O_CLOEXEC));
  TRY(ways[2], "openat of 0", openat(names, "0", O_WRONLY | O_APPEND | O_CLOEXEC));
  TRY(ways[3], "truncate of /proc/self/fd/0", truncate("/proc/self/fd/0", 1));
  for (int i = 0; i < 3; ++i) {
    if (ways[i].rc >= 0)
      ways[i].rc = write((int)ways[i].rc, "attacked", 8), ways[i].error = errno;
  }
  return JudgeWays(ways, 4, FILE_REFUSALS);
}
