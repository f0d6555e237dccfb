# SPDX-License-Identifier: MIT
# A debugger runs a program, stops it at a function, looks at it and changes it.
needs gdb gcc

work() {
  cat >program.c <<'END'
#include <stdio.h>
static int deep(int n) { return n + 1; }
int main(void) {
  printf("result %d\n", deep(41));
  return 0;
}
END
  run gcc -g -O0 -o program program.c
  run gdb -nx -batch -ex 'break deep' -ex run -ex backtrace -ex 'print n' -ex 'set var n = 1' \
    -ex finish -ex continue ./program
  expect_out 'Breakpoint 1, deep \(n=41\)'
  expect_out '#1 .* main \(\) at program.c:4'
  expect_out '^\$1 = 41'
  expect_out '^result 2'
  expect_out 'exited normally'
  cat >waits.c <<'END'
#include <sys/prctl.h>
#include <unistd.h>
int main(void) {
  for (;;) pause();
}
END
  run gcc -g -O0 -o waits waits.c
  run sh -c './waits & gdb -nx -batch -p $! -ex backtrace; kill $!'
  expect_out 'main \(\) at waits.c:4'
}
