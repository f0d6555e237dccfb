/* SPDX-License-Identifier: MIT
 *
 * Reading and changing a process outside. The canary proves that it was that
 * process: in a namespace of its own a number may name another. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "attack.h"

#define PROCESS_REFUSALS ERRNOS(EACCES, EPERM, ENOENT, ESRCH)

static int OpenOf(const char* pid, const char* name, int flags) {
  char path[4096];
  snprintf(path, sizeof path, "/proc/%s/%s", pid, name);
  return open(path, flags | O_CLOEXEC);
}

ATTACK(ProcRead) {
  (void)argc;
  return JudgeContent(OpenOf(argv[0], argv[1], O_RDONLY), argv[1], argv[2], PROCESS_REFUSALS);
}

ATTACK(ProcPath) {
  (void)argc;
  return JudgeContent(OpenOf(argv[0], argv[1], O_RDONLY), argv[1], argv[2], PROCESS_REFUSALS);
}

static int Compare(const char* got, ssize_t size, const char* canary, const char* call) {
  if (size < 0)
    return Judge(-1, call, ERRNOS(EACCES, EPERM, ENOENT, ESRCH, EIO));
  const int same = (size_t)size == strlen(canary) && memcmp(got, canary, (size_t)size) == 0;
  return same ? Open(call) : Refused(ESRCH, call);
}

ATTACK(ProcMem) {
  (void)argc;
  const int fd = OpenOf(argv[0], "mem", O_RDWR);
  if (fd < 0)
    return Judge(-1, "open of mem", PROCESS_REFUSALS);
  char got[64];
  const ssize_t size = pread(fd, got, strlen(argv[2]), (off_t)Number(argv[1]));
  close(fd);
  return Compare(got, size, argv[2], "read of mem");
}

/* The check is made at open: not a byte of it is read. */
ATTACK(InitMem) {
  (void)argc, (void)argv;
  return Judge(OpenOf("1", "mem", O_RDONLY), "open of /proc/1/mem", PROCESS_REFUSALS);
}

ATTACK(ProcList) {
  (void)argc;
  return JudgeContent(OpenOf(argv[0], "comm", O_RDONLY), "comm", argv[1], PROCESS_REFUSALS);
}

ATTACK(PidfdGetfd) {
  (void)argc;
  const int pidfd = (int)syscall(SYS_pidfd_open, Number(argv[0]), 0);
  if (pidfd < 0)
    return Judge(-1, "pidfd_open", ERRNOS(ESRCH, EPERM, EACCES));
  const int fd = (int)syscall(SYS_pidfd_getfd, pidfd, Number(argv[1]), 0);
  if (fd < 0)
    return Judge(-1, "pidfd_getfd", ERRNOS(EPERM, EACCES, EBADF, ESRCH));
  lseek(fd, 0, SEEK_SET);
  return JudgeContent(fd, "pidfd_getfd", argv[2], ERRNOS(EBADF, EACCES));
}

ATTACK(Ptrace) {
  (void)argc;
  const pid_t pid = (pid_t)Number(argv[0]);
  if (ptrace(PTRACE_ATTACH, pid, NULL, NULL) != 0) {
    return Judge(-1, "ptrace attach", ERRNOS(EPERM, EACCES, ESRCH));
  }
  waitpid(pid, NULL, __WALL);
  ptrace(PTRACE_DETACH, pid, NULL, NULL);
  return Open("ptrace attach");
}

ATTACK(ProcessRead) {
  (void)argc;
  char got[64];
  const struct iovec here = {got, strlen(argv[2])};
  const struct iovec there = {(void*)Number(argv[1]), here.iov_len};
  const ssize_t size = process_vm_readv((pid_t)Number(argv[0]), &here, 1, &there, 1, 0);
  if (size < 0 && errno == EFAULT)
    errno = ESRCH; /* another process of that number */
  return Compare(got, size, argv[2], "process_vm_readv");
}

ATTACK(ProcessWrite) {
  (void)argc;
  char bytes[] = "attacked";
  const struct iovec here = {bytes, sizeof bytes};
  const struct iovec there = {(void*)Number(argv[1]), sizeof bytes};
  const ssize_t size = process_vm_writev((pid_t)Number(argv[0]), &here, 1, &there, 1, 0);
  if (size < 0 && errno == EFAULT)
    errno = ESRCH;
  return Judge(size, "process_vm_writev", ERRNOS(EPERM, EACCES, ESRCH));
}
