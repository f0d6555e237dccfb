// SPDX-License-Identifier: MIT
#include <asm/poll.h>
#include <asm/signal.h>
#include <linux/errno.h>
#include <linux/fcntl.h>
#include <linux/mman.h>
#include <linux/prctl.h>

#include "core/platform/linux/launch/interpret.h"
#include "core/platform/linux/launch/raw.h"
#include "core/platform/linux/launch/reaper.h"
#include "core/platform/linux/launch/tree.h"
#include "init/modes.h"

namespace sbx::launch {
namespace {

using raw::Call;
using raw::ToLong;

constexpr int kOwnFailure = 125;

alignas(16) uint8_t g_target_stack[65536];

struct PollEntry {
  int32_t fd;
  int16_t events, returned;
};

Program* Load(int program_fd) {
  const long size = Call(__NR_lseek, static_cast<long>(program_fd), 0L, 2L /* SEEK_END */);
  if (size < static_cast<long>(sizeof(Program)))
    raw::Exit(kOwnFailure);
  // Read, not mapped: nearly every page of it is written to, and would be copied one by one.
  const long at = Call(__NR_mmap, 0L, size, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1L, 0L);
  if (at < 0 && at > -4096)
    raw::Exit(kOwnFailure);
  Program* program = reinterpret_cast<Program*>(at);
  if (Call(__NR_pread64, static_cast<long>(program_fd), at, size, 0L) != size)
    raw::Exit(kOwnFailure);
  if (Relocate(program, static_cast<uint64_t>(size)) != 0)
    raw::Exit(kOwnFailure);
  return program;
}

void ReportTrouble(int status_fd, EventKind kind, const Trouble& trouble) {
  Event event{};
  event.kind = kind;
  event.trouble = trouble;
  SendEvent(status_fd, event, -1);
}

[[noreturn]] void Fail(int status_fd, Stage stage, uint32_t index, int error) {
  ReportTrouble(status_fd, EventKind::kFailed, {static_cast<uint32_t>(stage), index, error});
  raw::Exit(kOwnFailure);
}

// Signals for the target, from the supervisor. False when there is none any more.
bool Obey(int status_fd, const Target& target) {
  Command command{};
  const long got =
      Call(__NR_recvfrom, status_fd, ToLong(&command), sizeof command, 0x40 /* MSG_DONTWAIT */, 0);
  if (got == -EAGAIN)
    return true;
  if (got != static_cast<long>(sizeof command))
    return false;
  switch (command.kind) {
    case CommandKind::kKill:
      return false;
    case CommandKind::kSignal:
      Call(__NR_kill, static_cast<long>(target.pid), static_cast<long>(command.number));
      return true;
  }
  return false;
}

void WaitForTarget(int status_fd, int signal_fd, Target* target) {
  for (;;) {
    Collect(target);
    if (target->ended)
      return;
    PollEntry entries[2] = {{status_fd, POLLIN, 0}, {signal_fd, POLLIN, 0}};
    if (Call(__NR_ppoll, entries, 2, 0, 0) < 0)
      continue;
    if (entries[1].returned != 0) {
      uint8_t info[128];
      Call(__NR_read, signal_fd, ToLong(info), sizeof info);
    }
    if (entries[0].returned != 0 && !Obey(status_fd, *target))
      raw::Exit(128 + SIGKILL);
  }
}

}  // namespace

void RunInside(int program_fd) {
  // What the target must not read or trace: this process has the same user.
  if (Call(__NR_prctl, static_cast<long>(PR_SET_DUMPABLE), 0, 0, 0, 0) != 0) {
    raw::Exit(kOwnFailure);
  }
  const uint64_t all = ~uint64_t{0};
  Call(__NR_rt_sigprocmask, static_cast<long>(SIG_BLOCK), ToLong(&all), 0L, 8);
  Program* program = Load(program_fd);
  program->target_stack = reinterpret_cast<uint64_t>(g_target_stack + sizeof g_target_stack);
  int status_fd = At<int32_t>(program, program->fds)[program->control];
  const int lifted = LiftFds(program);
  if (lifted != 0)
    Fail(status_fd, Stage::kStart, 0, -lifted);
  status_fd = At<int32_t>(program, program->fds)[program->control];

  Target target;
  target.pid = CloneTarget(program);
  if (target.pid < 0)
    Fail(status_fd, Stage::kStart, 0, -target.pid);
  for (uint32_t i = 0; i < program->notice_count; ++i) {
    ReportTrouble(status_fd, EventKind::kNotice, program->notices[i]);
  }
  const Trouble failed = program->failed;
  if (failed.stage != 0) {
    Fail(status_fd, static_cast<Stage>(failed.stage), failed.index, failed.error);
  }
  // Nothing of the target's streams may stay open here: whoever reads them
  // waits for their end.
  int32_t keep[] = {status_fd};
  CloseAllBut(keep, 1);
  const uint64_t watched = uint64_t{1} << (SIGCHLD - 1);
  const uint64_t standard[4] = {};
  Call(__NR_rt_sigaction, static_cast<long>(SIGCHLD), ToLong(standard), 0L, 8);
  const long signal_fd = Call(__NR_signalfd4, -1L, ToLong(&watched), 8, O_CLOEXEC | O_NONBLOCK);

  Event event{};
  event.kind = EventKind::kStarted;
  event.pid = target.pid;
  SendEvent(status_fd, event, -1);
  WaitForTarget(status_fd, static_cast<int>(signal_fd), &target);

  event.kind = EventKind::kExited;
  event.status = target.status;
  PutUsage(&event);
  SendEvent(status_fd, event, -1);
  const int signal = target.status & 0x7f;
  raw::Exit(signal != 0 ? 128 + signal : (target.status >> 8) & 0xff);
}

}  // namespace sbx::launch
