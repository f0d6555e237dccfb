/* SPDX-License-Identifier: MIT */
#include "filter.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/seccomp.h>
#include <sys/syscall.h>

#if defined(__x86_64__)
#define NATIVE_ARCH AUDIT_ARCH_X86_64
#define FOREIGN_BIT 0x40000000u /* of the calls that x32 has */
#elif defined(__aarch64__)
#define NATIVE_ARCH AUDIT_ARCH_AARCH64
#else
#error "write down the architecture, and read filter.c: it knows 64-bit little-endian ones"
#endif

enum { kFchmodat2 = 452, kIoUringSetup = 425, kOpenat2 = 437 };
enum { kSetIds = 06000, kMakes = 0100 /* O_CREAT */ | 020000000 /* O_TMPFILE's own bit */ };
enum { kAlways = -1 };

/* One call, where its mode is, and where the flags are without which it has none. */
struct marks {
  int call, mode, flags;
};

static const struct marks kMarks[] = {
#ifdef SYS_open
    {SYS_open, 2, 1},         {SYS_creat, 1, kAlways},   {SYS_chmod, 1, kAlways},
    {SYS_mknod, 1, kAlways},
#endif
    {SYS_openat, 3, 2},       {SYS_fchmod, 1, kAlways},  {SYS_fchmodat, 2, kAlways},
    {kFchmodat2, 2, kAlways}, {SYS_mknodat, 2, kAlways},
};
/* The mode is where a filter cannot look. Programs know older calls for the same. */
static const int kUnseen[] = {kOpenat2, kIoUringSetup};

struct code {
  struct sock_filter* at;
  size_t count;
};

static void Emit(struct code* code, unsigned op, unsigned yes, unsigned no, unsigned k) {
  const struct sock_filter one = {(unsigned short)op, (unsigned char)yes, (unsigned char)no, k};
  code->at[code->count++] = one;
}

static void Load(struct code* code, size_t offset) {
  Emit(code, BPF_LD | BPF_W | BPF_ABS, 0, 0, (unsigned)offset);
}

static void Return(struct code* code, unsigned answer) {
  Emit(code, BPF_RET | BPF_K, 0, 0, answer);
}

/* The low half of an argument. */
static size_t Argument(int index) {
  return offsetof(struct seccomp_data, args) + (size_t)index * sizeof(__u64);
}

static void RefuseMarks(struct code* code, const struct marks* marks) {
  const unsigned own = marks->flags == kAlways ? 4 : 7;
  Emit(code, BPF_JMP | BPF_JEQ | BPF_K, 0, own, (unsigned)marks->call);
  if (marks->flags != kAlways) {
    Load(code, Argument(marks->flags));
    Emit(code, BPF_JMP | BPF_JSET | BPF_K, 1, 0, kMakes);
    Return(code, SECCOMP_RET_ALLOW);
  }
  Load(code, Argument(marks->mode));
  Emit(code, BPF_JMP | BPF_JSET | BPF_K, 0, 1, kSetIds);
  Return(code, SECCOMP_RET_ERRNO | EPERM);
  Return(code, SECCOMP_RET_ALLOW);
}

size_t BuildFilter(struct sock_filter filter[kMostInstructions]) {
  struct code code = {filter, 0};
  Load(&code, offsetof(struct seccomp_data, arch));
  Emit(&code, BPF_JMP | BPF_JEQ | BPF_K, 1, 0, NATIVE_ARCH);
  Return(&code, SECCOMP_RET_ERRNO | ENOSYS);
  Load(&code, offsetof(struct seccomp_data, nr));
#ifdef FOREIGN_BIT
  Emit(&code, BPF_JMP | BPF_JGE | BPF_K, 0, 1, FOREIGN_BIT);
  Return(&code, SECCOMP_RET_ERRNO | ENOSYS);
#endif
  for (size_t i = 0; i < sizeof kUnseen / sizeof *kUnseen; ++i) {
    Emit(&code, BPF_JMP | BPF_JEQ | BPF_K, 0, 1, (unsigned)kUnseen[i]);
    Return(&code, SECCOMP_RET_ERRNO | ENOSYS);
  }
  for (size_t i = 0; i < sizeof kMarks / sizeof *kMarks; ++i)
    RefuseMarks(&code, &kMarks[i]);
  Return(&code, SECCOMP_RET_ALLOW);
  return code.count;
}
