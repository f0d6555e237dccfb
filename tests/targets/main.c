/* SPDX-License-Identifier: MIT
 *
 * sbx-attack NAME ARGS…: all attacks in one static program, so that nothing
 * but the program itself has to be readable where it runs. */
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "attack.h"

#define X(name, function, least, arguments) int Attack##function(int, char**);
#include "attacks.inc"
#undef X

static const struct {
  const char* name;
  int (*run)(int, char**);
  int least;
  const char* arguments;
} kAttacks[] = {
#define X(name, function, least, arguments) {name, Attack##function, least, arguments},
#include "attacks.inc"
#undef X
};

int main(int argc, char** argv) {
  setvbuf(stdout, NULL, _IOLBF, 0);
  signal(SIGPIPE, SIG_IGN);
  for (size_t i = 0; i < sizeof kAttacks / sizeof kAttacks[0]; ++i) {
    if (argc >= 2 && strcmp(argv[1], kAttacks[i].name) == 0) {
      if (argc - 2 >= kAttacks[i].least)
        return kAttacks[i].run(argc - 2, argv + 2);
      fprintf(stderr, "usage: sbx-attack %s %s\n", kAttacks[i].name, kAttacks[i].arguments);
      return kTrouble;
    }
  }
  fprintf(stderr,
          "usage: sbx-attack NAME ARGUMENTS\n"
          "exit: 0 it was possible, 10 refused, 20 not applicable, 30 trouble\n\n");
  for (size_t i = 0; i < sizeof kAttacks / sizeof kAttacks[0]; ++i) {
    fprintf(stderr, "  %s %s\n", kAttacks[i].name, kAttacks[i].arguments);
  }
  return kTrouble;
}
