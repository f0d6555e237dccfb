/* SPDX-License-Identifier: MIT
 *
 * System V and POSIX objects of a process outside. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <mqueue.h>
#include <string.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>

#include "attack.h"

#define IPC_REFUSALS ERRNOS(ENOENT, EACCES, EPERM, EINVAL, ENOSYS)

ATTACK(SysvShm) {
  (void)argc;
  const int id = shmget((key_t)Number(argv[0]), 0, 0);
  if (id < 0)
    return Judge(-1, "shmget", IPC_REFUSALS);
  const char* memory = shmat(id, NULL, 0);
  if (memory == (void*)-1)
    return Judge(-1, "shmat", IPC_REFUSALS);
  return strcmp(memory, argv[1]) == 0 ? Open("shmat") : Refused(ENODATA, "shmat");
}

ATTACK(SysvMsg) {
  (void)argc;
  return Judge(msgget((key_t)Number(argv[0]), 0), "msgget", IPC_REFUSALS);
}

ATTACK(SysvSem) {
  (void)argc;
  return Judge(semget((key_t)Number(argv[0]), 0, 0), "semget", IPC_REFUSALS);
}

ATTACK(PosixMq) {
  (void)argc;
  if (strcmp(argv[0], "none") == 0)
    return NotApplicable("the kernel has no POSIX queues");
  return Judge(mq_open(argv[0], O_RDWR | O_CLOEXEC), "mq_open", IPC_REFUSALS);
}
