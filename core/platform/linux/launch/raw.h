// SPDX-License-Identifier: MIT
//
// System calls without a C library: the result is the kernel's, a negative
// errno on failure. Nothing here uses thread-local storage, so it may run in a
// process that shares its memory with others.
#ifndef SBX_CORE_PLATFORM_LINUX_LAUNCH_RAW_H_
#define SBX_CORE_PLATFORM_LINUX_LAUNCH_RAW_H_

#include <asm/unistd.h>
#include <stddef.h>
#include <stdint.h>

namespace sbx::launch::raw {

#if defined(__x86_64__)

inline long Call(long number, long a = 0, long b = 0, long c = 0, long d = 0, long e = 0,
                 long f = 0) {
  long result = 0;
  register long r10 asm("r10") = d;
  register long r8 asm("r8") = e;
  register long r9 asm("r9") = f;
  asm volatile("syscall"
               : "=a"(result)
               : "0"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
               : "rcx", "r11", "memory");
  return result;
}

// clone() whose child calls `entry(argument)` on a stack of its own. `entry`
// must not return.
inline long CloneOnStack(unsigned long flags, void* stack_top, void (*entry)(void*),
                         void* argument) {
  void** stack = reinterpret_cast<void**>(reinterpret_cast<uintptr_t>(stack_top) & ~uintptr_t{15});
  *--stack = argument;
  *--stack = reinterpret_cast<void*>(entry);
  long result = 0;
  register long r10 asm("r10") = 0;
  register long r8 asm("r8") = 0;
  asm volatile(
      "syscall\n\t"
      "test %%rax, %%rax\n\t"
      "jnz 1f\n\t"
      "xor %%ebp, %%ebp\n\t"
      "pop %%rax\n\t"
      "pop %%rdi\n\t"
      "call *%%rax\n\t"
      "ud2\n"
      "1:"
      : "=a"(result)
      : "0"(__NR_clone), "D"(flags), "S"(stack), "d"(0), "r"(r10), "r"(r8)
      : "rcx", "r11", "memory", "cc");
  return result;
}

#elif defined(__aarch64__)

inline long Call(long number, long a = 0, long b = 0, long c = 0, long d = 0, long e = 0,
                 long f = 0) {
  register long x8 asm("x8") = number;
  register long x0 asm("x0") = a;
  register long x1 asm("x1") = b;
  register long x2 asm("x2") = c;
  register long x3 asm("x3") = d;
  register long x4 asm("x4") = e;
  register long x5 asm("x5") = f;
  asm volatile("svc #0"
               : "+r"(x0)
               : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5)
               : "memory", "cc");
  return x0;
}

inline long CloneOnStack(unsigned long flags, void* stack_top, void (*entry)(void*),
                         void* argument) {
  void** stack = reinterpret_cast<void**>(reinterpret_cast<uintptr_t>(stack_top) & ~uintptr_t{15});
  *--stack = argument;
  *--stack = reinterpret_cast<void*>(entry);
  register long x8 asm("x8") = __NR_clone;
  register long x0 asm("x0") = static_cast<long>(flags);
  register long x1 asm("x1") = reinterpret_cast<long>(stack);
  register long x2 asm("x2") = 0;
  register long x3 asm("x3") = 0;
  register long x4 asm("x4") = 0;
  asm volatile(
      "svc #0\n\t"
      "cbnz x0, 1f\n\t"
      "mov x29, #0\n\t"
      "mov x30, #0\n\t"
      "ldp x1, x0, [sp], #16\n\t"
      "blr x1\n\t"
      "brk #1\n"
      "1:"
      : "+r"(x0), "+r"(x1)
      : "r"(x8), "r"(x2), "r"(x3), "r"(x4)
      : "memory", "cc");
  return x0;
}

#else
#error "sbx knows the system calls of x86-64 and aarch64"
#endif

inline long Call(long number, const void* a, long b = 0, long c = 0, long d = 0) {
  return Call(number, reinterpret_cast<long>(a), b, c, d);
}

inline long ToLong(const void* pointer) {
  return reinterpret_cast<long>(pointer);
}

[[noreturn]] inline void Exit(int code) {
  for (;;)
    Call(__NR_exit_group, static_cast<long>(code));
}

inline void Close(int fd) {
  Call(__NR_close, static_cast<long>(fd));
}

inline size_t Length(const char* text) {
  size_t length = 0;
  while (text[length] != '\0')
    ++length;
  return length;
}

// Appends `number` in decimals and a zero; returns the position of the zero.
inline char* PutNumber(char* at, unsigned long number) {
  char digits[24];
  int count = 0;
  do {
    digits[count++] = static_cast<char>('0' + number % 10);
    number /= 10;
  } while (number != 0);
  while (count > 0)
    *at++ = digits[--count];
  *at = '\0';
  return at;
}

inline char* PutText(char* at, const char* text) {
  while (*text != '\0')
    *at++ = *text++;
  *at = '\0';
  return at;
}

}  // namespace sbx::launch::raw

#endif  // SBX_CORE_PLATFORM_LINUX_LAUNCH_RAW_H_
