/* SPDX-License-Identifier: MIT
 *
 * Foreign system call tables: a filter that looks at numbers only is passed
 * by the same call under another number. */
#define _GNU_SOURCE
#include <setjmp.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "attack.h"

#if defined(__x86_64__)
static sigjmp_buf g_back;

static void Caught(int number) {
  siglongjmp(g_back, number);
}

static int JudgeTable(long (*call)(void), const char* name) {
  signal(SIGSYS, Caught);
  signal(SIGSEGV, Caught);
  const int caught = sigsetjmp(g_back, 1);
  if (caught == SIGSYS)
    return Refused(EPERM, name);
  if (caught != 0)
    return NotApplicable("the kernel has no such table");
  const long rc = call();
  if (rc == -ENOSYS)
    return NotApplicable("the kernel has no such table");
  if (rc > 0)
    return Open(name);
  errno = (int)-rc;
  return Judge(-1, name, ERRNOS(EPERM, EACCES));
}

static long GetpidI386(void) {
  long rc = 20;
  __asm__ volatile("int $0x80" : "+a"(rc) : : "r8", "r9", "r10", "r11", "memory");
  return (long)(int)rc;
}

static long GetpidX32(void) {
  long rc = 0x40000000 | 39;
  __asm__ volatile("syscall" : "+a"(rc) : : "rcx", "r11", "memory");
  return rc;
}

ATTACK(I386) {
  return (void)argc, (void)argv, JudgeTable(GetpidI386, "i386 getpid");
}

ATTACK(X32) {
  return (void)argc, (void)argv, JudgeTable(GetpidX32, "x32 getpid");
}
#else
ATTACK(I386) {
  return (void)argc, (void)argv, NotApplicable("not an x86-64 machine");
}

ATTACK(X32) {
  return (void)argc, (void)argv, NotApplicable("not an x86-64 machine");
}
#endif
