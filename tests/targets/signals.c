/* SPDX-License-Identifier: MIT
 *
 * Signals to a process outside. A call that returns 0 proves nothing (a signal
 * by F_SETOWN is judged at delivery): the victim adds a byte to COUNT-FILE. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "attack.h"

static long SendByOwner(pid_t pid) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    return -1;
  if (fcntl(ends[0], F_SETOWN, pid) != 0)
    return -1;
  if (fcntl(ends[0], F_SETSIG, SIGUSR1) != 0)
    return -1;
  if (fcntl(ends[0], F_SETFL, O_ASYNC) != 0)
    return -1;
  return write(ends[1], "x", 1);
}

ATTACK(Signal) {
  (void)argc;
  const char* how = argv[0];
  const pid_t pid = (pid_t)Number(argv[1]);
  struct stat before, after;
  if (stat(argv[2], &before) != 0)
    return Trouble("stat of the count");
  long rc = -1;
  if (strcmp(how, "kill") == 0) {
    rc = kill(pid, SIGUSR1);
  } else if (strcmp(how, "tgkill") == 0) {
    rc = syscall(SYS_tgkill, pid, pid, SIGUSR1);
  } else if (strcmp(how, "pidfd") == 0) {
    const int pidfd = (int)syscall(SYS_pidfd_open, pid, 0);
    rc = pidfd < 0 ? -1 : syscall(SYS_pidfd_send_signal, pidfd, SIGUSR1, NULL, 0);
  } else if (strcmp(how, "owner") == 0) {
    rc = SendByOwner(pid);
  } else {
    errno = EINVAL;
  }
  if (rc < 0)
    return Judge(-1, how, ERRNOS(EPERM, EACCES, ESRCH));
  for (int i = 0; i < 30; ++i) {
    if (stat(argv[2], &after) == 0 && after.st_size > before.st_size)
      return Open(how);
    usleep(10000);
  }
  return Refused(ESRCH, how); /* never arrived */
}
