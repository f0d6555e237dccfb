// SPDX-License-Identifier: MIT
#include <asm/poll.h>
#include <asm/signal.h>
#include <linux/errno.h>
#include <linux/fcntl.h>
#include <linux/prctl.h>
#include <linux/resource.h>

#include "core/platform/linux/launch/interpret.h"
#include "core/platform/linux/launch/message.h"
#include "core/platform/linux/launch/raw.h"
#include "core/platform/linux/launch/reaper.h"
#include "init/modes.h"

namespace sbx::launch {
namespace {

using raw::Call;
using raw::ToLong;

constexpr long kCloexecMessage = 0x40000000;  // MSG_CMSG_CLOEXEC
constexpr uint32_t kMostBytes = 64u << 20;
constexpr uint32_t kMostFds = 65536;
constexpr uint64_t kMostSpare = 1u << 20;

struct PollEntry {
  int32_t fd;
  int16_t events, returned;
};

struct FileLimit {
  uint64_t soft, hard;
};

RunMemory* g_runs = nullptr;
RunMemory* g_spare = nullptr;  // of a run that has ended
Placement g_own;               // of this process
bool g_settled = false;
uint64_t g_ignored = ~uint64_t{0};
uint64_t g_nofile_soft = 0;  // what targets get, when it had to be raised here

[[noreturn]] void End();

// One message and its descriptors, which are appended at `fds`. How many, or -1
// when the socket has ended.
int32_t Receive(int socket_fd, void* bytes, uint64_t size, int32_t* fds) {
  Rights<kFdsPerMessage> rights{};
  IoVector vector = {bytes, size};
  Message message = {nullptr, 0, &vector, 1, &rights, sizeof rights, 0};
  long got = 0;
  do {
    got = Call(__NR_recvmsg, socket_fd, ToLong(&message), kCloexecMessage);
  } while (got == -EINTR);
  if (got != static_cast<long>(size))
    return -1;
  if (message.control_length < kRightsHead)
    return 0;
  const auto count = static_cast<int32_t>((rights.length - kRightsHead) / sizeof(int32_t));
  for (int32_t i = 0; i < count; ++i)
    fds[i] = rights.fds[i];
  return count;
}

// Only what a reaper left in order is used again: of one that was killed a target may
// still be on its way to exec, and must meet no other program in its memory.
void Forget(RunMemory* memory, bool orderly) {
  for (RunMemory** at = &g_runs; *at != nullptr; at = &(*at)->next) {
    if (*at != memory)
      continue;
    *at = memory->next;
    break;
  }
  if (orderly && g_spare == nullptr && memory->room <= kMostSpare) {
    g_spare = memory;
  } else {
    UnmapRun(memory);
  }
}

// Memory whose pages are there already saves more than half of what a run costs
// this process.
RunMemory* TakeMemory(uint64_t program_size) {
  RunMemory* spare = g_spare;
  if (spare == nullptr || spare->room < program_size)
    return MapRun(program_size);
  g_spare = nullptr;
  spare->pid = 0;
  return spare;
}

void CollectReapers() {
  for (;;) {
    int32_t status = 0;
    const long pid =
        Call(__NR_wait4, -1L, ToLong(&status), 1L | 0x40000000L /* WNOHANG | __WALL */, 0L);
    if (pid <= 0)
      return;
    for (RunMemory* run = g_runs; run != nullptr; run = run->next) {
      if (run->pid != pid)
        continue;
      Forget(run, status == 0);
      break;
    }
  }
}

void ReportFailure(int control_fd, int error) {
  Event event{};
  event.kind = EventKind::kFailed;
  event.trouble = {static_cast<uint32_t>(Stage::kStart), 0, error};
  SendEvent(control_fd, event, -1);
}

// Everything but the socket and the watch over children came with a program and
// has been taken over by its reaper.
void CloseReceived(int socket_fd, int signal_fd, int host_fd) {
  int32_t keep[] = {socket_fd, signal_fd, host_fd};
  CloseAllBut(keep, host_fd < 0 ? 2 : 3);
}

// A descriptor that is readable once the host has died. The end of the socket
// alone does not tell: a process that the host forked holds a copy of it. The
// kernel noted who made the socket, so a host that died before is not mistaken.
int WatchHost(int socket_fd) {
  struct {
    int32_t pid;
    uint32_t uid, gid;
  } peer{};
  uint32_t size = sizeof peer;
  if (Call(__NR_getsockopt, socket_fd, 1 /* SOL_SOCKET */, 17 /* SO_PEERCRED */, ToLong(&peer),
           ToLong(&size)) != 0) {
    raw::Exit(125);
  }
  const long made = Call(__NR_pidfd_open, static_cast<long>(peer.pid), 0L);
  if (made == -ESRCH)
    raw::Exit(125);
  return made < 0 ? -1 : static_cast<int>(made);  // not every outer sandbox lets one be made
}

// One run at a time starts fastest on one processor: this one, as long as it is one of
// those that the run may use. To go where its host is costs more than to wake it, for
// the host leaves that processor to the target. Many runs start fastest everywhere.
void Settle(const Program& program) {
  if (g_runs == nullptr) {
    Placement place = program.placement;
    NoteProcessor(&place);
    StayAt(place);
    g_settled = true;
  } else if (g_settled) {
    MoveFreely(g_own, 0);
    g_settled = false;
  }
}

void Serve(int socket_fd) {
  // The first packet may bring kFdsPerMessage descriptors before the memory for
  // them can be asked for.
  int32_t first[kFdsPerMessage];
  ProgramHeader header{};
  int32_t count = Receive(socket_fd, &header, sizeof header, first);
  if (count < 1 || header.magic != kProgramMagic || header.size > kMostBytes ||
      header.fd_count > kMostFds || static_cast<uint32_t>(count) > header.fd_count) {
    End();
  }
  const uint64_t scratch = uint64_t{header.fd_count + kFdsPerMessage} * sizeof(int32_t);
  RunMemory* memory = TakeMemory(header.size + scratch);
  if (memory == nullptr) {
    ReportFailure(first[0], ENOMEM);
    End();
  }
  Program* program = ProgramOf(memory);
  auto* fds = reinterpret_cast<int32_t*>(reinterpret_cast<char*>(program) +
                                         ((header.size + uint64_t{7}) & ~uint64_t{7}));
  for (int32_t i = 0; i < count; ++i)
    fds[i] = first[i];
  auto have = static_cast<uint32_t>(count);
  while (have < header.fd_count) {
    uint8_t byte = 0;
    count = Receive(socket_fd, &byte, 1, fds + have);
    if (count < 1)
      End();
    have += static_cast<uint32_t>(count);
  }
  for (uint64_t done = 0; done < header.size;) {
    const long got = Call(__NR_read, socket_fd, ToLong(program) + static_cast<long>(done),
                          static_cast<long>(header.size - done));
    if (got == -EINTR)
      continue;
    if (got <= 0)
      End();
    done += static_cast<uint64_t>(got);
  }
  int result = Relocate(program, header.size);
  if (result == 0 && (have != header.fd_count || have != program->fd_count))
    result = -EINVAL;
  if (result == 0) {
    for (uint32_t i = 0; i < have; ++i)
      At<int32_t>(program, program->fds)[i] = fds[i];
    if (g_nofile_soft != 0 && program->has_nofile == 0) {
      program->has_nofile = 1;
      program->nofile_soft = g_nofile_soft;
    }
    program->ignored = g_ignored;
    Settle(*program);
    result = CloneReaper(memory, SIGCHLD);
  }
  if (result < 0) {
    ReportFailure(first[0], -result);
    UnmapRun(memory);
    return;
  }
  memory->next = g_runs;
  g_runs = memory;
}

// A plan may bring more descriptors than the soft limit lets us receive.
void RaiseLimit() {
  FileLimit limit{};
  if (Call(__NR_prlimit64, 0L, static_cast<long>(RLIMIT_NOFILE), 0L, ToLong(&limit)) != 0)
    return;
  if (limit.soft >= limit.hard)
    return;
  const uint64_t before = limit.soft;
  limit.soft = limit.hard;
  if (Call(__NR_prlimit64, 0L, static_cast<long>(RLIMIT_NOFILE), ToLong(&limit), 0L) == 0) {
    g_nofile_soft = before;
  }
}

// A reaper takes SIGTERM as the command to end its tree.
void End() {
  for (RunMemory* run = g_runs; run != nullptr; run = run->next) {
    Call(__NR_kill, static_cast<long>(run->pid), static_cast<long>(SIGTERM));
  }
  while (Call(__NR_wait4, -1L, 0L, 0x40000000L, 0L) != -ECHILD) {
  }
  raw::Exit(0);
}

}  // namespace

void RunLauncher(int socket_fd) {
  const uint64_t all = ~uint64_t{0};
  Call(__NR_rt_sigprocmask, static_cast<long>(SIG_BLOCK), ToLong(&all), 0L, 8);
  const uint64_t standard[4] = {};
  Call(__NR_rt_sigaction, static_cast<long>(SIGCHLD), ToLong(standard), 0L, 8);
  Call(__NR_prctl, static_cast<long>(PR_SET_NAME), ToLong("sbx-launcher"));
  Call(__NR_fcntl, socket_fd, F_SETFD, FD_CLOEXEC);
  int32_t keep[] = {socket_fd};
  CloseAllBut(keep, 1);
  RaiseLimit();
  NotePlacement(&g_own);
  g_ignored = IgnoredSignals();
  const uint64_t watched = uint64_t{1} << (SIGCHLD - 1);
  const long made = Call(__NR_signalfd4, -1L, ToLong(&watched), 8, O_CLOEXEC | O_NONBLOCK);
  if (made < 0)
    raw::Exit(125);
  const int signal_fd = static_cast<int>(made);
  const int host_fd = WatchHost(socket_fd);
  for (;;) {
    PollEntry entries[3] = {{socket_fd, POLLIN, 0}, {signal_fd, POLLIN, 0}, {host_fd, POLLIN, 0}};
    if (Call(__NR_ppoll, entries, 3, 0, 0) < 0)
      continue;
    if (entries[2].returned != 0)
      End();
    if (entries[1].returned != 0) {
      uint8_t info[128];
      Call(__NR_read, signal_fd, ToLong(info), sizeof info);
      CollectReapers();
    }
    if (entries[0].returned != 0) {
      Serve(socket_fd);
      CloseReceived(socket_fd, signal_fd, host_fd);
    }
  }
}

}  // namespace sbx::launch
