/* SPDX-License-Identifier: MIT
 *
 * Calls on the memory of a process outside that neither read nor write it: they
 * say where pages lie, move them, or drop them from the cache. Each does what
 * changes nothing where it is possible. */
#define _GNU_SOURCE
#include <linux/kcmp.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include "attack.h"

#define MEMORY_REFUSALS ERRNOS(EPERM, EACCES, ESRCH)

#ifndef MADV_WILLNEED
#define MADV_WILLNEED 3
#endif

static void* PageOf(const char* address) {
  return (void*)(Number(address) & ~(unsigned long)(sysconf(_SC_PAGESIZE) - 1));
}

ATTACK(Kcmp) {
  (void)argc;
  return Judge(syscall(SYS_kcmp, getpid(), Number(argv[0]), KCMP_VM, 0, 0), "kcmp",
               MEMORY_REFUSALS);
}

ATTACK(MovePages) { /* without a list of nodes: only asks where the page is */
  (void)argc;
  void* page = PageOf(argv[1]);
  int node = 0;
  const long rc = syscall(SYS_move_pages, Number(argv[0]), 1UL, &page, NULL, &node, 0);
  if (rc < 0 && errno == ENOSYS)
    return NotApplicable("the kernel has no move_pages");
  return Judge(rc, "move_pages", MEMORY_REFUSALS);
}

ATTACK(MigratePages) { /* from a node to itself */
  (void)argc;
  const unsigned long node = 1;
  const long rc = syscall(SYS_migrate_pages, Number(argv[0]), 2UL, &node, &node);
  if (rc < 0 && errno == ENOSYS)
    return NotApplicable("the kernel has no migrate_pages");
  return Judge(rc, "migrate_pages", MEMORY_REFUSALS);
}

ATTACK(ProcessMadvise) {
  (void)argc;
  const int pidfd = (int)syscall(SYS_pidfd_open, Number(argv[0]), 0);
  if (pidfd < 0)
    return Judge(-1, "pidfd_open", MEMORY_REFUSALS);
  const struct iovec page = {PageOf(argv[1]), (size_t)sysconf(_SC_PAGESIZE)};
  const long rc = syscall(440 /* process_madvise */, pidfd, &page, 1UL, MADV_WILLNEED, 0U);
  if (rc < 0 && errno == ENOSYS)
    return NotApplicable("the kernel has no process_madvise");
  return Judge(rc, "process_madvise", MEMORY_REFUSALS);
}
