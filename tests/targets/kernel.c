/* SPDX-License-Identifier: MIT
 *
 * Parts of the kernel that a confined program has no business with. Bad
 * arguments where a good call would do something: being told so is being let in. */
#define _GNU_SOURCE
#include <linux/bpf.h>
#include <linux/perf_event.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "attack.h"

#define KERNEL_REFUSALS ERRNOS(EPERM, EACCES, ENOSYS)

ATTACK(IoUring) {
  (void)argc, (void)argv;
  char params[120];
  memset(params, 0, sizeof params);
  return Judge(syscall(SYS_io_uring_setup, 1, params), "io_uring_setup", KERNEL_REFUSALS);
}

ATTACK(Bpf) {
  (void)argc, (void)argv;
  union bpf_attr attr;
  memset(&attr, 0, sizeof attr);
  attr.map_type = BPF_MAP_TYPE_ARRAY;
  attr.key_size = 4;
  attr.value_size = 4;
  attr.max_entries = 1;
  return Judge(syscall(SYS_bpf, BPF_MAP_CREATE, &attr, sizeof attr), "bpf", KERNEL_REFUSALS);
}

ATTACK(Module) {
  (void)argc, (void)argv;
  if (syscall(SYS_finit_module, -1, "", 0) != 0 && errno == EBADF)
    return Open("finit_module");
  return Judge(-1, "finit_module", KERNEL_REFUSALS);
}

ATTACK(Userfaultfd) {
  (void)argc, (void)argv;
  const int user_mode_only = 1;
  return Judge(syscall(SYS_userfaultfd, user_mode_only), "userfaultfd", KERNEL_REFUSALS);
}

ATTACK(Perf) {
  (void)argc, (void)argv;
  struct perf_event_attr attr;
  memset(&attr, 0, sizeof attr);
  attr.type = PERF_TYPE_SOFTWARE;
  attr.size = sizeof attr;
  attr.config = PERF_COUNT_SW_TASK_CLOCK;
  attr.exclude_kernel = 1;
  return Judge(syscall(SYS_perf_event_open, &attr, 0, -1, -1, 0), "perf_event_open",
               KERNEL_REFUSALS);
}
