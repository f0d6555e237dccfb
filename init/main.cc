// SPDX-License-Identifier: MIT
#include <cstddef>
#include <cstdint>

#include "core/platform/linux/launch/raw.h"
#include "init/modes.h"

namespace {

bool Equal(const char* a, const char* b) {
  while (*a != '\0' && *a == *b)
    ++a, ++b;
  return *a == *b;
}

int ParseNumber(const char* text) {
  int number = 0;
  if (*text == '\0')
    return -1;
  for (; *text != '\0'; ++text) {
    if (*text < '0' || *text > '9' || number > 1000000)
      return -1;
    number = number * 10 + (*text - '0');
  }
  return number;
}

}  // namespace

// `stack` is what the kernel left: the count of arguments, then the arguments.
extern "C" [[noreturn]] void sbx_main(uint64_t* stack) {
  const uint64_t count = stack[0];
  char** words = reinterpret_cast<char**>(stack + 1);
  const int fd = count == 3 ? ParseNumber(words[2]) : -1;
  if (fd >= 0 && Equal(words[1], "launcher"))
    sbx::launch::RunLauncher(fd);
  if (fd >= 0 && Equal(words[1], "inside"))
    sbx::launch::RunInside(fd);
  static const char kText[] = "sbx-init: a part of sbx that is not started by hand\n";
  sbx::launch::raw::Call(__NR_write, 2, sbx::launch::raw::ToLong(kText), sizeof kText - 1);
  sbx::launch::raw::Exit(125);
}

#if defined(__x86_64__)
asm(".globl _start\n"
    "_start:\n\t"
    "xor %ebp, %ebp\n\t"
    "mov %rsp, %rdi\n\t"
    "and $-16, %rsp\n\t"
    "call sbx_main\n\t"
    "ud2\n");
#elif defined(__aarch64__)
asm(".globl _start\n"
    "_start:\n\t"
    "mov x29, #0\n\t"
    "mov x30, #0\n\t"
    "mov x0, sp\n\t"
    "and sp, x0, #-16\n\t"
    "bl sbx_main\n\t"
    "brk #1\n");
#endif
