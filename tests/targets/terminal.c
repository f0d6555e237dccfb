/* SPDX-License-Identifier: MIT
 *
 * Typing into a terminal. With a terminal of its own the call is harmless, and
 * a filter judges it alike; "stdin" is the real thing. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include "attack.h"

/* The kernel looks at the low 32 bits of the command only. */
static unsigned long Command(unsigned long command, int argc, char** argv) {
  return argc > 0 && strcmp(argv[0], "high") == 0 ? command | (1UL << 32) : command;
}

static int Type(int fd, unsigned long command) {
  const char letter = '#';
  const long rc = syscall(SYS_ioctl, (long)fd, command, &letter);
  return Judge(rc, "TIOCSTI", ERRNOS(EPERM, EACCES, EIO));
}

/* In a session of its own, whose terminal is a new one; runs `attack` on it. */
static int OnOwnTerminal(int (*attack)(int, unsigned long), unsigned long command) {
  const int master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
  if (master < 0)
    return NotApplicable("no pseudo-terminal can be had");
  if (grantpt(master) != 0 || unlockpt(master) != 0)
    return Trouble("unlockpt");
  const pid_t pid = fork();
  if (pid < 0)
    return Trouble("fork");
  if (pid == 0) {
    setsid();
    const int slave = open(ptsname(master), O_RDWR | O_CLOEXEC);
    if (slave < 0)
      _exit(Trouble("open of the terminal"));
    if (ioctl(slave, TIOCSCTTY, 0) != 0)
      _exit(Trouble("TIOCSCTTY"));
    _exit(attack(slave, command));
  }
  int status = 0;
  waitpid(pid, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : kTrouble;
}

ATTACK(Tiocsti) {
  return OnOwnTerminal(Type, Command(TIOCSTI, argc, argv));
}

ATTACK(TiocstiStdin) {
  return Type(0, Command(TIOCSTI, argc, argv));
}

/* Pseudo-terminals do not know it: being told so is being let in. */
static int Paste(int fd, unsigned long command) {
  char subcode = 3;
  const long rc = syscall(SYS_ioctl, (long)fd, command, &subcode);
  if (rc >= 0 || errno == ENOTTY || errno == EINVAL)
    return Open("TIOCLINUX");
  return Judge(rc, "TIOCLINUX", ERRNOS(EPERM, EACCES));
}

ATTACK(Tioclinux) {
  return OnOwnTerminal(Paste, Command(TIOCLINUX, argc, argv));
}
