/* SPDX-License-Identifier: MIT
 *
 * Namespaces and mounts. Where a namespace of its own can be had, the mounts
 * are made there, so that a host is never changed by the control. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/sched.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "attack.h"

#define KERNEL_REFUSALS ERRNOS(EPERM, EACCES, ENOSYS, ENOSPC, EUSERS)

/* A user namespace, and in it a mount, which is what it is wanted for. */
ATTACK(UserNamespace) {
  (void)argc, (void)argv;
  if (unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0)
    return Judge(-1, "unshare", KERNEL_REFUSALS);
  return Judge(mount("none", "/tmp", "tmpfs", 0, NULL), "mount in a new user namespace",
               KERNEL_REFUSALS);
}

ATTACK(Clone3Namespace) {
  (void)argc, (void)argv;
  struct clone_args args;
  memset(&args, 0, sizeof args);
  args.flags = CLONE_NEWUSER;
  args.exit_signal = SIGCHLD;
  const long pid = syscall(SYS_clone3, &args, sizeof args);
  if (pid == 0)
    _exit(0);
  if (pid > 0)
    waitpid((pid_t)pid, NULL, 0);
  return Judge(pid, "clone3 with a user namespace", KERNEL_REFUSALS);
}

/* Privacy first; refused there, the mount is tried all the same. */
static void Retreat(void) {
  if (unshare(CLONE_NEWNS) == 0)
    mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL);
}

ATTACK(Mount) {
  (void)argc;
  Retreat();
  return Judge(mount("none", argv[0], "tmpfs", 0, NULL), "mount", KERNEL_REFUSALS);
}

ATTACK(NewMount) {
  (void)argc, (void)argv;
  const int fd = (int)syscall(SYS_fsopen, "tmpfs", 0);
  if (fd < 0)
    return Judge(-1, "fsopen", KERNEL_REFUSALS);
  return Judge(syscall(SYS_fsconfig, fd, 6 /* FSCONFIG_CMD_CREATE */, NULL, NULL, 0), "fsconfig",
               KERNEL_REFUSALS);
}

/* Makes DIR's mount writable where it is not, with the flags that it has. */
ATTACK(Remount) {
  (void)argc;
  Retreat();
  struct statvfs now;
  if (statvfs("/", &now) != 0)
    return Trouble("statvfs");
  unsigned long flags = MS_REMOUNT | MS_BIND;
  if (now.f_flag & ST_NOSUID)
    flags |= MS_NOSUID;
  if (now.f_flag & ST_NODEV)
    flags |= MS_NODEV;
  if (now.f_flag & ST_NOEXEC)
    flags |= MS_NOEXEC;
  if (now.f_flag & ST_RELATIME)
    flags |= MS_RELATIME;
  if (mount("none", "/", NULL, flags, NULL) != 0)
    return Judge(-1, "remount", KERNEL_REFUSALS);
  const int fd = open(argv[0], O_WRONLY | O_CLOEXEC);
  return Judge(fd, "open for writing after a remount", FILE_REFUSALS);
}

ATTACK(Setns) {
  (void)argc, (void)argv;
  const int fd = open("/proc/self/ns/uts", O_RDONLY | O_CLOEXEC);
  if (fd < 0)
    return Judge(-1, "open of the namespace", FILE_REFUSALS);
  return Judge(setns(fd, CLONE_NEWUTS), "setns", KERNEL_REFUSALS);
}
