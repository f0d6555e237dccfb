// SPDX-License-Identifier: MIT
//
// The memory of a run, its two clones, and what its children have used.
#include <asm/signal.h>
#include <linux/errno.h>
#include <linux/mman.h>
#include <linux/resource.h>
#include <linux/sched.h>

#include "core/platform/linux/launch/interpret.h"
#include "core/platform/linux/launch/raw.h"
#include "core/platform/linux/launch/reaper.h"

namespace sbx::launch {

using raw::Call;
using raw::ToLong;

int CloneReaper(RunMemory* memory, int exit_signal) {
  char* base = reinterpret_cast<char*>(memory) - kRunMemoryOffset;
  Program* program = ProgramOf(memory);
  program->target_stack = reinterpret_cast<uint64_t>(base + kTargetStackTop);
  // A handler of this process must not run on the other side, in its memory.
  const uint64_t all = ~uint64_t{0};
  uint64_t before = 0;
  Call(__NR_rt_sigprocmask, static_cast<long>(SIG_BLOCK), ToLong(&all), ToLong(&before), 8);
  const long pid = raw::CloneOnStack(CLONE_VM | static_cast<unsigned>(exit_signal),
                                     base + kReaperStackTop, RunReaper, program);
  Call(__NR_rt_sigprocmask, static_cast<long>(SIG_SETMASK), ToLong(&before), 0L, 8);
  if (pid > 0)
    memory->pid = static_cast<int32_t>(pid);
  return static_cast<int>(pid);
}

RunMemory* MapRun(uint64_t program_size) {
  const uint64_t size =
      kRunMemoryOffset + ((sizeof(RunMemory) + program_size + kPage - 1) & ~(kPage - 1));
  const long at = Call(__NR_mmap, 0L, static_cast<long>(size), PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS, -1L, 0L);
  if (at < 0 && at > -4096)
    return nullptr;
  const uint64_t guards[] = {0, kPage * 2};
  for (const uint64_t guard : guards) {
    Call(__NR_mprotect, at + static_cast<long>(guard), static_cast<long>(kPage), PROT_NONE);
  }
  RunMemory* memory = reinterpret_cast<RunMemory*>(at + static_cast<long>(kRunMemoryOffset));
  memory->room = size - kRunMemoryOffset - sizeof(RunMemory);
  return memory;
}

void UnmapRun(RunMemory* memory) {
  Call(__NR_munmap, ToLong(memory) - static_cast<long>(kRunMemoryOffset),
       static_cast<long>(kRunMemoryOffset + sizeof(RunMemory) + memory->room));
}

int CloneTarget(Program* program) {
  program->parent = static_cast<int32_t>(Call(__NR_getpid));
  program->stayed = 0;
  const int pid = static_cast<int>(raw::CloneOnStack(CLONE_VM | CLONE_VFORK | SIGCHLD,
                                                     reinterpret_cast<void*>(program->target_stack),
                                                     RunTarget, program));
  if (pid <= 0 || program->stayed == 0)
    return pid;
  // It has left its copy in its place.
  while (Call(__NR_wait4, static_cast<long>(pid), 0L, 0L, 0L) == -EINTR) {
  }
  return program->stayed;
}

void PutUsage(Event* event) {
  struct rusage usage = {};
  if (Call(__NR_getrusage, static_cast<long>(RUSAGE_CHILDREN), ToLong(&usage)) != 0)
    return;
  const auto micros = [](const auto& time) {
    return static_cast<uint64_t>(time.tv_sec) * 1000000 + static_cast<uint64_t>(time.tv_usec);
  };
  event->user_us = micros(usage.ru_utime);
  event->system_us = micros(usage.ru_stime);
  event->peak_bytes = static_cast<uint64_t>(usage.ru_maxrss) * 1024;
}

}  // namespace sbx::launch
