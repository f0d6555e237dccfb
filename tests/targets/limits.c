/* SPDX-License-Identifier: MIT
 *
 * Using more than the limits of the launch. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "attack.h"

ATTACK(LimitFileSize) {
  (void)argc;
  signal(SIGXFSZ, SIG_IGN);
  const int fd = open(argv[0], O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
  if (fd < 0)
    return Trouble("open");
  return Judge(pwrite(fd, "x", 1, (off_t)Number(argv[1])), "write beyond the limit", ERRNOS(EFBIG));
}

ATTACK(LimitOpenFiles) {
  (void)argc;
  for (unsigned long i = Number(argv[0]); i > 0; --i) {
    if (open("/", O_PATH | O_CLOEXEC) < 0)
      return Judge(-1, "open", ERRNOS(EMFILE));
  }
  return Open("open of many files");
}

ATTACK(LimitMemory) {
  (void)argc;
  const void* memory = mmap(NULL, Number(argv[0]), PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return Judge(memory == MAP_FAILED ? -1 : 0, "mmap", ERRNOS(ENOMEM));
}

/* Each process within the limit, all of them together beyond it. */
ATTACK(LimitMemoryMany) {
  (void)argc;
  int hold[2], answers[2];
  if (pipe2(hold, O_CLOEXEC) != 0 || pipe2(answers, O_CLOEXEC) != 0)
    return Trouble("pipe");
  int got = 1;
  for (unsigned long i = Number(argv[0]); i > 0 && got == 1; --i) {
    const pid_t pid = fork();
    if (pid < 0)
      return Trouble("fork");
    if (pid == 0) { /* lives until the last writer of `hold` is gone */
      const void* memory = mmap(NULL, Number(argv[1]), PROT_READ | PROT_WRITE,
                                MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
      char bit = memory != MAP_FAILED;
      close(hold[1]);
      _exit(write(answers[1], &bit, 1) == 1 && read(hold[0], &bit, 1) == 0 ? 0 : 1);
    }
    char bit = 0;
    if (read(answers[0], &bit, 1) != 1)
      return Trouble("read");
    got = bit;
  }
  close(hold[1]);
  while (wait(NULL) > 0) {
  }
  return got ? Open("mmap in many processes") : Refused(ENOMEM, "mmap in many processes");
}

ATTACK(LimitCpu) {
  (void)argc;
  const pid_t pid = fork();
  if (pid < 0)
    return Trouble("fork");
  if (pid == 0) {
    struct timespec used;
    do {
      clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    } while ((unsigned long)used.tv_sec < Number(argv[0]));
    _exit(0);
  }
  int status = 0;
  waitpid(pid, &status, 0);
  if (WIFEXITED(status))
    return Open("processor time");
  return WTERMSIG(status) == SIGXCPU || WTERMSIG(status) == SIGKILL
             ? Refused(ETIME, "processor time")
             : Trouble("wait");
}

ATTACK(LimitProcesses) {
  (void)argc;
  int hold[2];
  if (pipe2(hold, O_CLOEXEC) != 0)
    return Trouble("pipe");
  int verdict = -1;
  for (unsigned long i = Number(argv[0]); i > 0 && verdict < 0; --i) {
    const pid_t pid = fork();
    if (pid < 0)
      verdict = Judge(-1, "fork", ERRNOS(EAGAIN));
    if (pid == 0) { /* lives until the last writer of the pipe is gone */
      char end;
      close(hold[1]);
      _exit(read(hold[0], &end, 1) == 0 ? 0 : 1);
    }
  }
  close(hold[1]);
  while (wait(NULL) > 0) {
  }
  return verdict < 0 ? Open("fork of many") : verdict;
}
