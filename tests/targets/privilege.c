/* SPDX-License-Identifier: MIT
 *
 * Holding privilege, gaining it, or leaving it behind for others. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>
#include <unistd.h>

#include "attack.h"

#ifndef SYS_fchmodat2
#define SYS_fchmodat2 452
#endif

ATTACK(Capabilities) {
  (void)argc, (void)argv;
  FILE* status = fopen("/proc/self/status", "re");
  if (status == NULL)
    return Trouble("open of /proc/self/status");
  char line[256];
  static const char* const kSets[] = {"CapInh:", "CapPrm:", "CapEff:", "CapAmb:"};
  while (fgets(line, sizeof line, status) != NULL) {
    for (size_t i = 0; i < sizeof kSets / sizeof kSets[0]; ++i) {
      if (strncmp(line, kSets[i], 7) == 0 && strtoull(line + 7, NULL, 16) != 0) {
        fclose(status);
        return Open(kSets[i]);
      }
    }
  }
  fclose(status);
  return Refused(EPERM, "capabilities");
}

ATTACK(NoNewPrivs) {
  (void)argc, (void)argv;
  const int set = prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0);
  if (set < 0)
    return Trouble("prctl");
  return set == 0 ? Open("exec may gain privileges") : Refused(EPERM, "gaining by exec");
}

ATTACK(SetuidBit) {
  (void)argc;
  const int fd = open(argv[0], O_RDONLY | O_CLOEXEC);
  if (fd < 0)
    return Trouble("open");
  char born[4096];
  snprintf(born, sizeof born, "%s.born", argv[0]);
  struct way ways[5];
  TRY(ways[0], "chmod", chmod(argv[0], 04755));
  TRY(ways[1], "fchmod", fchmod(fd, 04755));
  TRY(ways[2], "fchmodat", syscall(SYS_fchmodat, AT_FDCWD, argv[0], 04755));
  TRY(ways[3], "fchmodat2", syscall(SYS_fchmodat2, AT_FDCWD, argv[0], 04755, 0));
  TRY(ways[4], "open with a setuid mode", open(born, O_CREAT | O_WRONLY | O_CLOEXEC, 04755));
  unlink(born);
  return JudgeWays(ways, 5, ERRNOS(EPERM, EACCES));
}

ATTACK(Whoami) {
  return (void)argc, geteuid() == Number(argv[0]) ? 0 : 1;
}

/* The copy belongs to the user 65534 and runs as that one, if it may. */
ATTACK(SetuidGain) {
  (void)argc;
  const pid_t pid = fork();
  if (pid < 0)
    return Trouble("fork");
  if (pid == 0) {
    execl(argv[0], argv[0], "whoami", "65534", (char*)NULL);
    _exit(126);
  }
  int status = 0;
  waitpid(pid, &status, 0);
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
    return Open("another user by a setuid file");
  if (WIFEXITED(status) && WEXITSTATUS(status) == 1)
    return Refused(EPERM, "another user by exec");
  return WIFEXITED(status) && WEXITSTATUS(status) == 126 ? Refused(EACCES, "exec of a setuid file")
                                                         : Trouble("exec");
}

ATTACK(Mknod) {
  (void)argc;
  struct way ways[2];
  TRY(ways[0], "mknod of a block device", mknod(argv[0], S_IFBLK | 0600, makedev(1, 0)));
  unlink(argv[0]);
  TRY(ways[1], "mknod of a character device", mknod(argv[0], S_IFCHR | 0600, makedev(1, 3)));
  unlink(argv[0]);
  return JudgeWays(ways, 2, ERRNOS(EPERM, EACCES));
}
