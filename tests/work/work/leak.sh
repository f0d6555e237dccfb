# SPDX-License-Identifier: MIT
# LeakSanitizer, which stops its own process by ptrace, finds a leak; AddressSanitizer an
# overrun; and a clean program is clean.
needs gcc
echo 'int main(void) { return 0; }' >"$S/probe.c"
gcc -fsanitize=address -o "$S/probe" "$S/probe.c" 2>/dev/null || lacking " libasan"
rm -f "$S/probe" "$S/probe.c"

work() {
  cat >program.c <<'END'
#include <stdlib.h>
#include <string.h>
int main(int argc, char** argv) {
  char* volatile p = malloc(100);
  memset(p, 0, 100);
  if (strcmp(argv[1], "overrun") == 0) p[100] = 1;
  if (strcmp(argv[1], "leak") != 0) free(p);
  p = NULL;
  return 0;
}
END
  run gcc -g -fsanitize=address -o program program.c
  run env ASAN_OPTIONS=detect_leaks=1 ./program clean
  expect_quiet
  try env ASAN_OPTIONS=detect_leaks=1:exitcode=23 ./program leak
  expect_rc 23
  expect_err 'LeakSanitizer: detected memory leaks'
  expect_err '100 byte\(s\) leaked in 1 allocation'
  try env ASAN_OPTIONS=exitcode=24 ./program overrun
  expect_rc 24
  expect_err 'heap-buffer-overflow'
}
