// SPDX-License-Identifier: MIT
//
// Program: everything that happens on the other side of clone(), as one block
// of bytes without a pointer in it. Written by the core (compose.cc), sent as it
// is to whoever runs it, and read by code that has neither a heap nor a C
// library: the reaper, the interpreter of steps, and the helper in init/.
//
// References are offsets from the start of the block. Only the lists of strings
// that execve() needs are turned into pointers, in place, by Relocate().
#ifndef SBX_CORE_PLATFORM_LINUX_LAUNCH_PROGRAM_H_
#define SBX_CORE_PLATFORM_LINUX_LAUNCH_PROGRAM_H_

#include <stddef.h>
#include <stdint.h>

#include "core/platform/linux/launch/placement.h"

namespace sbx::launch {

static_assert(sizeof(void*) == 8, "offsets become pointers in place");

inline constexpr uint32_t kProgramMagic = 0x31504253;  // "SBP1"

// Bits of Program::flags.
inline constexpr uint32_t kKeepDescriptors = 1;   // tests: nothing is closed
inline constexpr uint32_t kNoTreeKill = 2;        // tests: only the target is ended
inline constexpr uint32_t kTerminal = 4;          // the target shares the caller's terminal
inline constexpr uint32_t kIsWrapper = 8;         // Ctrl-C is not for it, nor does it go anywhere
inline constexpr uint32_t kSayHello = 16;         // the supervisor needs to know the reaper's pid
inline constexpr uint32_t kSupervisorStays = 32;  // where the reaper is, until that goes
inline constexpr uint32_t kIsFence = 64;          // no command: it opens files (see serve_files.cc)

// One step; the kinds and arguments are those of sbx_step. `fd` is an index
// into the program's descriptors, `data` an offset.
struct ProgramStep {
  uint32_t kind;
  uint32_t flags;
  int32_t fd;
  uint32_t data_size;
  uint64_t data;
  uint64_t arg[3];
};

// One hold; as sbx_hold. The lower half is the reaper's own note.
struct ProgramHold {
  uint32_t kind;
  int32_t fd;
  int32_t fd2;
  uint32_t has_owner;  // give a temporary directory to uid, gid
  uint64_t access;
  uint64_t name;
  uint32_t uid, gid;

  int32_t open_fd;  // of the directory that is held, -1 when nothing is
  uint32_t reserved;
  uint64_t dev, ino;
};

// Where something went wrong, or went less well than planned.
enum class Stage : uint32_t {
  kNone = 0,
  kStart = 1,  // descriptors, signals or the clone itself
  kHold = 2,   // index of the hold
  kStep = 3,   // index of the step
  kExec = 4,   // all candidates were tried
};

struct Trouble {
  uint32_t stage;  // a Stage
  uint32_t index;
  int32_t error;  // errno
};

inline constexpr uint32_t kMaxNotices = 8;

struct Program {
  uint32_t magic;
  uint32_t size;  // of the whole block
  uint32_t flags;
  int32_t fd_floor;  // descriptors are moved to this number or above before any DUP

  uint32_t fd_count, step_count, hold_count, candidate_count;
  uint64_t fds;         // int32_t[fd_count]
  uint64_t keep;        // int32_t[fd_count + 2 * hold_count + 4], scratch space of the reaper
  uint64_t steps;       // ProgramStep[]
  uint64_t holds;       // ProgramHold[]
  uint64_t candidates;  // char*[candidate_count], what is tried for argv[0], in order
  uint64_t argv;        // char*[], ends with null
  uint64_t shell_argv;  // the same for a text file without "#!": its second word is put in
  uint64_t env;         // char*[], ends with null

  Placement placement;  // of whoever asked for the run

  int32_t control;     // index: the socket to the supervisor
  int32_t streams[3];  // indices of the standard streams that are inherited, or -1
  int32_t tty;         // index of the terminal, or -1
  int32_t tty_group;   // its foreground group to restore, or 0
  int32_t requests;    // kIsFence: index of the socket that it is asked on
  uint32_t has_modes;
  uint8_t tty_modes[64];  // struct termios of the kernel

  uint64_t ignored;  // bit n-1: signal n may be ignored in whoever clones; all when in doubt

  // Written while it runs.
  int32_t parent;       // whose death means death: the reaper, or 1 inside
  uint32_t has_nofile;  // the limit on descriptors was raised, put it back
  uint64_t nofile_soft;
  uint64_t target_stack;  // its upper end
  Trouble failed;
  int32_t stayed;  // kIsFence: the process that goes on in the place of the target, or 0
  uint32_t notice_count;
  Trouble notices[kMaxNotices];
};

template <typename T>
inline T* At(Program* program, uint64_t offset) {
  return reinterpret_cast<T*>(reinterpret_cast<char*>(program) + offset);
}

// What goes over the control socket (SOCK_SEQPACKET), one struct per packet.
enum class EventKind : uint32_t {
  kHello = 1,     // pid of the reaper, where kSayHello asks for it
  kStarted = 2,   // inside a wrapper: the target has been executed
  kNotice = 3,    // trouble: weaker than planned
  kFailed = 4,    // trouble: the target was not executed
  kListener = 5,  // with the descriptor of a seccomp listener
  kExited = 6,    // the whole tree is gone and every hold undone
};

// Bits of Event::flags.
inline constexpr uint32_t kWasKilled = 1;   // the target was ended by a command
inline constexpr uint32_t kLeftBehind = 2;  // a hold or a process could not be removed

struct Event {
  EventKind kind;
  Trouble trouble;
  int32_t pid;
  int32_t status;  // as from waitpid
  uint32_t flags;
  uint32_t reserved;
  uint64_t user_us, system_us, peak_bytes;
};

enum class CommandKind : uint32_t { kKill = 1, kSignal = 2 };

struct Command {
  CommandKind kind;
  int32_t number;
};

// What precedes a program on the launcher's socket. The first descriptor is the
// reaper's end of the control socket; at most kFdsPerMessage travel with the
// header, the others with single bytes that follow.
struct ProgramHeader {
  uint32_t magic;
  uint32_t size;
  uint32_t fd_count;
  uint32_t reserved;
};
inline constexpr uint32_t kFdsPerMessage = 250;

// The memory of one run, made by whoever clones the reaper:
// [guard | target's stack | guard | reaper's stack | RunMemory, program]. The note and
// the program share a page: what is touched is what costs.
struct alignas(64) RunMemory {
  RunMemory* next;
  int32_t pid;
  uint32_t reserved;
  uint64_t room;  // for the program, bytes
};
inline constexpr uint64_t kPage = 65536;  // a multiple of every page size in use
inline constexpr uint64_t kTargetStackTop = kPage * 2;
inline constexpr uint64_t kReaperStackTop = kPage * 4;
inline constexpr uint64_t kRunMemoryOffset = kPage * 4;

}  // namespace sbx::launch

#endif  // SBX_CORE_PLATFORM_LINUX_LAUNCH_PROGRAM_H_
