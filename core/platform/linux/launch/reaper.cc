// SPDX-License-Identifier: MIT
#include "core/platform/linux/launch/reaper.h"

#include <asm/ioctls.h>
#include <asm/poll.h>
#include <asm/signal.h>
#include <linux/errno.h>
#include <linux/fcntl.h>
#include <linux/prctl.h>

#include "core/platform/linux/launch/holds.h"
#include "core/platform/linux/launch/interpret.h"
#include "core/platform/linux/launch/placement.h"
#include "core/platform/linux/launch/raw.h"
#include "core/platform/linux/launch/streams.h"
#include "core/platform/linux/launch/tree.h"

namespace sbx::launch {
namespace {

using raw::Call;
using raw::ToLong;

struct Reaper {
  Program* program = nullptr;
  int control_fd = -1;
  int signal_fd = -1;
  int tty_fd = -1;
  int supervisor = 0;  // who stays where this process is until it goes; 0: nobody
  StreamState streams[3];
  Target target;
  bool killed = false;
  bool orphaned = false;  // the supervisor is gone
  bool clean = true;
};

// How long a run is a short one. Nanoseconds.
constexpr int64_t kShort = 20'000'000;

constexpr long kPeek = 0x02;       // MSG_PEEK
constexpr long kDoNotWait = 0x40;  // MSG_DONTWAIT

struct PollEntry {
  int32_t fd;
  int16_t events, returned;
};

void Report(Reaper* reaper, const Event& event) {
  if (SendEvent(reaper->control_fd, event, -1) == -EPIPE)
    reaper->orphaned = true;
}

void ReportTrouble(Reaper* reaper, EventKind kind, const Trouble& trouble) {
  Event event{};
  event.kind = kind;
  event.trouble = trouble;
  Report(reaper, event);
}

[[noreturn]] void Fail(Reaper* reaper, Stage stage, uint32_t index, int error) {
  reaper->clean = UndoHolds(reaper->program);
  ReportTrouble(reaper, EventKind::kFailed, {static_cast<uint32_t>(stage), index, error});
  raw::Exit(0);
}

// A terminal that is left to a process group which no longer exists would stop
// its next reader. Whoever took it meanwhile (the shell) keeps it, as it is.
void RestoreTerminal(const Reaper& reaper, bool at_once) {
  const Program& program = *reaper.program;
  if (reaper.tty_fd < 0 || program.tty_group <= 0)
    return;
  int32_t foreground = 0;
  if (Call(__NR_ioctl, reaper.tty_fd, TIOCGPGRP, ToLong(&foreground)) != 0)
    return;
  if (!at_once && foreground != program.tty_group) {
    if (foreground > 0 && Call(__NR_kill, -static_cast<long>(foreground), 0L) == 0)
      return;
    foreground = program.tty_group;
    Call(__NR_ioctl, reaper.tty_fd, TIOCSPGRP, ToLong(&foreground));
  }
  if (program.has_modes != 0) {
    Call(__NR_ioctl, reaper.tty_fd, at_once ? TCSETS : TCSETSW, ToLong(program.tty_modes));
  }
}

void EndTree(Reaper* reaper) {
  if ((reaper->program->flags & kNoTreeKill) != 0) {
    while (!reaper->target.ended) {
      Call(__NR_kill, static_cast<long>(reaper->target.pid), static_cast<long>(SIGKILL));
      int32_t status = 0;
      if (Call(__NR_wait4, reaper->target.pid, ToLong(&status), 0, 0) > 0) {
        reaper->target.ended = true;
        reaper->target.status = status;
      }
    }
    return;
  }
  if (!KillTree(&reaper->target))
    reaper->clean = false;
}

// Leaves commands where they are.
bool SupervisorIsGone(const Reaper& reaper) {
  Command command{};
  return Call(__NR_recvfrom, reaper.control_fd, ToLong(&command), sizeof command,
              kPeek | kDoNotWait, 0) == 0;
}

// Commands until there are none. False when the tree has to end.
bool Obey(Reaper* reaper) {
  for (;;) {
    Command command{};
    const long got =
        Call(__NR_recvfrom, reaper->control_fd, ToLong(&command), sizeof command, kDoNotWait, 0);
    if (got == -EAGAIN)
      return true;
    if (got != static_cast<long>(sizeof command)) {
      reaper->orphaned = true;
      RestoreTerminal(*reaper, true);
      return false;
    }
    switch (command.kind) {
      case CommandKind::kKill:
        return false;
      case CommandKind::kSignal:
        if (!reaper->target.ended && reaper->target.pid > 0) {
          Call(__NR_kill, static_cast<long>(reaper->target.pid), static_cast<long>(command.number));
        }
        break;
    }
  }
}

// The run goes on: whoever watches it may be elsewhere than it is. A supervisor that
// has died meanwhile left us to somebody whose processors are not ours to set.
void Spread(const Reaper& reaper) {
  const Program& program = *reaper.program;
  MoveFreely(program.placement, 0);
  if (reaper.supervisor != 0 && Call(__NR_getppid) == reaper.supervisor)
    MoveFreely(program.placement, reaper.supervisor);
}

void Watch(Reaper* reaper) {
  const int64_t patience[2] = {0, kShort};  // struct timespec
  bool spread = false;
  for (;;) {
    Collect(&reaper->target);
    if (reaper->target.ended)
      return;
    PollEntry entries[2] = {{reaper->control_fd, POLLIN, 0}, {reaper->signal_fd, POLLIN, 0}};
    const long ready = Call(__NR_ppoll, entries, 2, spread ? 0 : ToLong(patience), 0);
    if (ready == 0) {
      Spread(*reaper);
      spread = true;
    }
    if (ready <= 0)
      continue;
    bool end = false;
    if (entries[1].returned != 0) {
      uint8_t info[128];  // struct signalfd_siginfo
      if (Call(__NR_read, reaper->signal_fd, ToLong(info), sizeof info) > 0) {
        end = *reinterpret_cast<uint32_t*>(info) == SIGTERM;
      }
    }
    if (entries[0].returned != 0 && !Obey(reaper))
      end = true;
    if (!end)
      continue;
    Collect(&reaper->target);
    reaper->killed = !reaper->target.ended;
    return;
  }
}

// The descriptors that outlive the clone of the target: with everything else
// closed, pipes of the target end when its tree does. Streams that the caller
// gave are its own to end.
void CloseForTarget(Reaper* reaper) {
  Program* program = reaper->program;
  const int32_t* fds = At<int32_t>(program, program->fds);
  const ProgramHold* holds = At<ProgramHold>(program, program->holds);
  int32_t* keep = At<int32_t>(program, program->keep);
  uint32_t count = 0;
  keep[count++] = reaper->control_fd;
  keep[count++] = reaper->signal_fd;
  if (reaper->tty_fd >= 0)
    keep[count++] = reaper->tty_fd;
  for (const StreamState& stream : reaper->streams) {
    if (stream.fd >= 0)
      keep[count++] = stream.fd;
  }
  for (uint32_t i = 0; i < program->hold_count; ++i) {
    if (holds[i].open_fd < 0)
      continue;
    keep[count++] = fds[holds[i].fd];
    keep[count++] = holds[i].open_fd;
  }
  CloseAllBut(keep, count);
}

int Prepare(Reaper* reaper) {
  Program* program = reaper->program;
  Call(__NR_prctl, static_cast<long>(PR_SET_NAME), ToLong("sbx-reaper"));
  long result = Call(__NR_prctl, static_cast<long>(PR_SET_CHILD_SUBREAPER), 1);
  if (result != 0)
    return static_cast<int>(result);
  const uint64_t standard[4] = {};
  Call(__NR_rt_sigaction, static_cast<long>(SIGCHLD), ToLong(standard), 0L, 8);
  result = LiftFds(program);
  if (result != 0)
    return static_cast<int>(result);
  const int32_t* fds = At<int32_t>(program, program->fds);
  reaper->control_fd = fds[program->control];
  if (program->tty >= 0)
    reaper->tty_fd = fds[program->tty];
  NoteStreams(program, reaper->streams);
  if ((program->flags & kKeepDescriptors) == 0) {
    int32_t* keep = At<int32_t>(program, program->keep);
    for (uint32_t i = 0; i < program->fd_count; ++i)
      keep[i] = fds[i];
    result = CloseAllBut(keep, program->fd_count);
    if (result != 0)
      return static_cast<int>(result);
  }
  const uint64_t watched = (uint64_t{1} << (SIGCHLD - 1)) | (uint64_t{1} << (SIGTERM - 1));
  result = Call(__NR_signalfd4, -1L, ToLong(&watched), 8, O_CLOEXEC | O_NONBLOCK);
  if (result < 0)
    return static_cast<int>(result);
  reaper->signal_fd = static_cast<int>(result);
  return 0;
}

// Out of the caller's process group: what is sent to that group, SIGKILL
// included, must not keep us from cleaning up. The session stays: a new one would
// be one more group for the scheduler to make, and on a terminal only members of
// its session may give it back.
void StepAside() {
  Call(__NR_setpgid, 0L, 0L);
}

}  // namespace

void RunReaper(void* argument) {
  Reaper reaper;
  reaper.program = static_cast<Program*>(argument);
  Program* program = reaper.program;
  reaper.control_fd = At<int32_t>(program, program->fds)[program->control];
  const int prepared = Prepare(&reaper);
  if (prepared != 0)
    Fail(&reaper, Stage::kStart, 0, -prepared);

  if ((program->flags & kSayHello) != 0) {
    Event hello{};
    hello.kind = EventKind::kHello;
    hello.pid = static_cast<int32_t>(Call(__NR_getpid));
    Report(&reaper, hello);
  }
  if ((program->flags & kSupervisorStays) != 0)
    reaper.supervisor = static_cast<int>(Call(__NR_getppid));
  if (SupervisorIsGone(reaper))
    raw::Exit(0);  // nothing has been made yet
  if ((program->flags & kTerminal) == 0)
    StepAside();

  for (uint32_t i = 0; i < program->hold_count; ++i) {
    const int made = MakeHold(program, i);
    if (made != 0)
      Fail(&reaper, Stage::kHold, i, -made);
  }
  const int pid = CloneTarget(program);
  if (pid < 0)
    Fail(&reaper, Stage::kStart, 0, -pid);
  reaper.target.pid = pid;
  if ((program->flags & kTerminal) != 0)
    StepAside();
  for (uint32_t i = 0; i < program->notice_count; ++i) {
    ReportTrouble(&reaper, EventKind::kNotice, program->notices[i]);
  }
  const Trouble failed = program->failed;
  if (failed.stage != 0) {
    EndTree(&reaper);
    Fail(&reaper, static_cast<Stage>(failed.stage), failed.index, failed.error);
  }
  CloseForTarget(&reaper);
  if (!reaper.orphaned)
    Watch(&reaper);
  EndTree(&reaper);
  RestoreStreams(reaper.streams);
  RestoreTerminal(reaper, false);
  if (!UndoHolds(program))
    reaper.clean = false;

  Event exited{};
  exited.kind = EventKind::kExited;
  exited.pid = pid;
  exited.status = reaper.target.status;
  if (reaper.killed)
    exited.flags |= kWasKilled;
  if (!reaper.clean)
    exited.flags |= kLeftBehind;
  PutUsage(&exited);
  Report(&reaper, exited);
  raw::Exit(0);
}

}  // namespace sbx::launch
