/* SPDX-License-Identifier: MIT
 *
 * Scheduling a process outside. Each call sets what is set already, so that
 * nothing changes where it is possible; that it was possible is the finding. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "attack.h"

#define ONE_IO_PROCESS 1 /* IOPRIO_WHO_PROCESS */

struct attributes { /* struct sched_attr as it was first */
  unsigned size, policy;
  unsigned long long flags;
  int nice;
  unsigned priority;
  unsigned long long runtime, deadline, period;
};

/* In a namespace of its own a number may name another process. */
static int IsAnother(pid_t pid, const char* name) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/comm", (int)pid);
  const int fd = open(path, O_RDONLY | O_CLOEXEC);
  const int found = fd < 0 ? 1 : Contains(fd, name);
  if (fd >= 0)
    close(fd);
  return found == 0;
}

ATTACK(Schedule) {
  (void)argc;
  const char* how = argv[0];
  const pid_t pid = (pid_t)Number(argv[1]);
  if (IsAnother(pid, argv[2]))
    return Refused(ESRCH, how);
  errno = 0;
  const int nice_value = getpriority(PRIO_PROCESS, (id_t)pid);
  const struct sched_param param = {0};
  long rc = -1;
  if (errno != 0)
    return Judge(-1, "getpriority", ERRNOS(ESRCH));
  if (strcmp(how, "nice") == 0) {
    rc = setpriority(PRIO_PROCESS, (id_t)pid, nice_value);
  } else if (strcmp(how, "io") == 0) {
    const long value = syscall(SYS_ioprio_get, ONE_IO_PROCESS, pid);
    rc = value < 0 ? -1 : syscall(SYS_ioprio_set, ONE_IO_PROCESS, pid, value);
  } else if (strcmp(how, "affinity") == 0) {
    cpu_set_t set;
    rc = sched_getaffinity(pid, sizeof set, &set);
    if (rc == 0)
      rc = sched_setaffinity(pid, sizeof set, &set);
  } else if (strcmp(how, "policy") == 0) {
    rc = sched_setscheduler(pid, SCHED_OTHER, &param);
  } else if (strcmp(how, "param") == 0) {
    rc = sched_setparam(pid, &param);
  } else if (strcmp(how, "attributes") == 0) {
    struct attributes same = {0};
    rc = syscall(SYS_sched_getattr, pid, &same, sizeof same, 0);
    if (rc == 0)
      rc = syscall(SYS_sched_setattr, pid, &same, 0);
  } else {
    return Trouble("wrong use");
  }
  return Judge(rc, how, ERRNOS(EPERM, EACCES, ESRCH));
}
