// SPDX-License-Identifier: MIT
//
// restrict FD PROGRAM ARGS…: enters the Landlock ruleset FD, then executes.
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdlib>

int main(int argc, char** argv) {
  if (argc < 3 || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
      syscall(SYS_landlock_restrict_self, atoi(argv[1]), 0) != 0) {
    return 97;
  }
  execv(argv[2], argv + 2);
  return 98;
}
