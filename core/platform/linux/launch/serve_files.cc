// SPDX-License-Identifier: MIT
//
// The confined process of a fence. It is not executed but forked from the target that
// ran the steps, so that a policy under which not even the helper may be read or
// executed can have one, and because the memory of the launcher is what it costs.
#include <asm/signal.h>
#include <linux/errno.h>
#include <linux/fcntl.h>
#include <linux/prctl.h>
#include <linux/sched.h>

#include "core/platform/linux/launch/file_request.h"
#include "core/platform/linux/launch/interpret.h"
#include "core/platform/linux/launch/message.h"
#include "core/platform/linux/launch/raw.h"

namespace sbx::launch {
namespace {

using raw::Call;
using raw::ToLong;

constexpr long kNoSignal = 0x4000;  // MSG_NOSIGNAL
constexpr int kOwnFailure = 125;

struct Packet {
  FileRequest head;
  char paths[2 * kPathBytes];
};

// Whether the packet is whole, and every path one string.
bool IsWhole(const Packet& packet, long got) {
  const FileRequest& head = packet.head;
  if (got < static_cast<long>(sizeof head) || head.first > kPathBytes || head.second > kPathBytes)
    return false;
  if (got != static_cast<long>(sizeof head + head.first + head.second))
    return false;
  const uint32_t lengths[] = {head.first, head.second};
  const char* at = packet.paths;
  for (const uint32_t length : lengths) {
    if (length != 0 && raw::Length(at) + 1 != length)
      return false;
    at += length;
  }
  return true;
}

// Never waits for the other end of a fifo.
long OpenFile(const FileRequest& head, const char* path) {
  const long flags = static_cast<long>(head.flags) | O_CLOEXEC | O_NOCTTY | O_NONBLOCK;
  const long at = AT_FDCWD;
  const long fd = Call(__NR_openat, at, ToLong(path), flags, static_cast<long>(head.mode));
  if (fd >= 0)
    Call(__NR_fcntl, fd, F_SETFL, static_cast<long>(head.flags & O_APPEND));
  return fd;
}

long Carry(const Packet& packet) {
  const FileRequest& head = packet.head;
  const long at = AT_FDCWD;
  const char* first = packet.paths;
  const char* second = packet.paths + head.first;
  if (head.call == FileCall::kHello)
    return 0;
  if (head.first == 0)
    return -EINVAL;
  switch (head.call) {
    case FileCall::kHello:
      break;
    case FileCall::kOpen:
      return OpenFile(head, first);
    case FileCall::kMakeDir:
      return Call(__NR_mkdirat, at, ToLong(first), static_cast<long>(head.mode));
    case FileCall::kRename:
      if (head.second == 0)
        return -EINVAL;
      return Call(__NR_renameat2, at, ToLong(first), at, ToLong(second),
                  static_cast<long>(head.flags));
    case FileCall::kRemove:
      return Call(__NR_unlinkat, at, ToLong(first), static_cast<long>(head.flags));
  }
  return -EINVAL;
}

bool Answer(int socket_fd, int error, int fd) {
  const FileAnswer answer = {error};
  IoVector vector = {&answer, sizeof answer};
  Rights<1> rights;
  rights.fds[0] = fd;
  Message message = {nullptr, 0, &vector, 1, nullptr, 0, 0};
  if (fd >= 0) {
    message.control = &rights;
    message.control_length = sizeof rights;
  }
  long sent = 0;
  do {
    sent = Call(__NR_sendmsg, socket_fd, ToLong(&message), kNoSignal);
  } while (sent == -EINTR);
  return sent == static_cast<long>(sizeof answer);
}

[[noreturn]] void Serve(int socket_fd) {
  Packet packet{};
  for (;;) {
    const long got = Call(__NR_recvfrom, socket_fd, ToLong(&packet), sizeof packet, 0);
    if (got == -EINTR)
      continue;
    if (got <= 0)
      raw::Exit(0);
    const bool whole = IsWhole(packet, got);
    const long result = whole ? Carry(packet) : -EINVAL;
    const bool opened = whole && packet.head.call == FileCall::kOpen && result >= 0;
    const bool answered = Answer(socket_fd, result < 0 ? static_cast<int>(-result) : 0,
                                 opened ? static_cast<int>(result) : -1);
    if (opened)
      raw::Close(static_cast<int>(result));
    if (!answered)
      raw::Exit(kOwnFailure);
  }
}

}  // namespace

void ServeFiles(Program* program) {
  // A sibling: its parent is the reaper, which ends and collects it as it would the target.
  const long pid = Call(__NR_clone, static_cast<long>(CLONE_PARENT) | SIGCHLD, 0L);
  if (pid != 0) {
    if (pid < 0) {
      program->failed = {static_cast<uint32_t>(Stage::kStart), 0, static_cast<int32_t>(-pid)};
    } else {
      program->stayed = static_cast<int32_t>(pid);
    }
    raw::Exit(pid < 0 ? kOwnFailure : 0);
  }
  // A fork has no death signal; the parent may be gone before there is one again.
  if (Call(__NR_prctl, static_cast<long>(PR_SET_PDEATHSIG), SIGKILL, 0, 0, 0) != 0 ||
      Call(__NR_getppid) != program->parent ||
      Call(__NR_prctl, static_cast<long>(PR_SET_DUMPABLE), 0, 0, 0, 0) != 0) {
    raw::Exit(kOwnFailure);
  }
  Call(__NR_prctl, static_cast<long>(PR_SET_NAME), ToLong("sbx-fence"));
  Call(__NR_umask, 0L);
  int32_t keep[] = {At<int32_t>(program, program->fds)[program->requests]};
  if (CloseAllBut(keep, 1) != 0)
    raw::Exit(kOwnFailure);
  Serve(keep[0]);
}

}  // namespace sbx::launch
