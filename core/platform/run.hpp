// SPDX-License-Identifier: MIT
//
// Launch, Outcome and Run: starting one command under a prepared plan, watching
// it, and ending its whole tree. Declared here without any operating system in
// it; each platform folder implements it.
#ifndef SBX_CORE_PLATFORM_RUN_HPP_
#define SBX_CORE_PLATFORM_RUN_HPP_

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/denial/denial.hpp"
#include "core/plugin/runner.hpp"
#include "core/policy/resolved_policy.hpp"
#include "sbx/plugin/result.hpp"

namespace sbx {

struct Identity {
  std::uint32_t uid = 0;
  std::uint32_t gid = 0;
  std::vector<std::uint32_t> groups;
};

// Where one of the target's standard streams leads.
struct Stream {
  enum class Kind : std::uint8_t {
    kInherit,  // the caller's own descriptor, byte for byte
    kNull,
    kCapture,  // through Run, as events; head and tail are kept in constant memory
  };
  Kind kind = Kind::kInherit;
};

// Who asked, carried from the first day into every record.
struct Context {
  std::string session;
  std::string parent_session;
  std::string request;
  std::string tool;
  std::string origin = "user";  // "user" or "agent"
};

struct Launch {
  std::vector<std::string> argv;  // argv[0] is looked up in the PATH of `env` like a shell does
  std::vector<std::string> env;   // complete, NAME=VALUE
  std::string cwd;                // absolute
  Stream in, out, err;
  bool terminal = false;             // one of the inherited streams is the controlling terminal
  std::optional<Identity> identity;  // run as somebody else (needs privilege)
  std::optional<std::chrono::milliseconds> timeout;
  std::optional<std::uint64_t>
      open_files;              // soft limit to give back, where the caller raised its own
  std::size_t keep = 1 << 20;  // bytes of each captured stream that are kept: half head, half tail
  // A socket of core/platform/file_requests.hpp, borrowed until the run has started: what is
  // confined is no command then but a process that opens files for whoever has its other end.
  // It has no limits, and `argv` only names it. Needs the launcher.
  int requests_fd = -1;
  Context context;
};

// How far a restriction is really held in this run, and by what.
struct Enforcement {
  sbx_restrictions restriction = 0;
  std::uint32_t level = SBX_LEVEL_NONE;
  std::string mechanism;
  std::string gap;
  std::string mend;
};

// One captured stream: `head`, then `dropped` bytes that were not kept, then `tail`.
struct Captured {
  std::string head;
  std::string tail;
  std::uint64_t dropped = 0;
};

struct Outcome {
  enum class End : std::uint8_t {
    kExited,       // code
    kSignaled,     // signal
    kTimedOut,     // the deadline came; the tree was ended
    kKilled,       // Run::Kill, or the supervisor was told to end
    kNotExecuted,  // confined, but exec failed: error, code 126 or 127
    kNotStarted,   // could not be confined: error; nothing of the command ran
  };
  End end = End::kNotStarted;
  int code = 125;  // what `sbx` exits with
  int signal = 0;
  bool try_next = false;  // kNotStarted only: another runner may do better
  Error error;
  Captured out, err;
  std::chrono::microseconds wall{0}, user{0}, system{0};
  std::uint64_t peak_memory = 0;  // bytes, the largest process
  // What sbx itself refused while the command ran; the kernel's own refusals under the
  // runner's rules are not among them.
  std::vector<Denial> denials;
  std::uint64_t denials_dropped = 0;  // refused as well, and too many to be kept
};

struct RunEvents {
  // True: a plan is bound, and what starts next can be told to end by its run. False: that run
  // came to nothing, and a plugin is asked again, which may never answer. Of Engine::Execute.
  std::function<void(bool begins)> starting;
  std::function<void(int stream, std::span<const char> bytes)> output;  // 1 or 2
  std::function<void(const std::string& sentence)> notice;  // something is weaker than planned
  std::function<void(const Denial&)> denial;                // once for each different one
  std::function<void(const Outcome&)> exit;                 // last, exactly once
};

// What tests may switch off, to watch the test of that mechanism fail. Nothing
// outside tests sets it; it is no part of any interface that users reach.
struct WeakenForTests {
  bool keep_descriptors = false;
  bool keep_capabilities = false;
  bool keep_keyring = false;
  bool no_listener = false;
  bool no_limits = false;
  bool no_tree_kill = false;
};

struct RunRequest {
  std::shared_ptr<const ResolvedPolicy> policy;
  std::unique_ptr<Plan> plan;  // null in danger-full-access: nothing is confined
  Launch launch;
  WeakenForTests weaken;
};

// How processes are made. One per engine; thread rule [any].
class Spawner {
 public:
  virtual ~Spawner() = default;
};

// Starts targets from the calling process itself: right for a program whose
// only purpose is one command: each run leaves some memory behind. The tree is
// watched by a reaper that outlives the caller by as long as it takes to end the
// tree.
[[nodiscard]] std::unique_ptr<Spawner> MakeOneShotSpawner();

// Starts targets from the static helper at `helper_path`, which is started at
// the first use: cost does not depend on the size of the calling process.
[[nodiscard]] std::unique_ptr<Spawner> MakeLauncherSpawner(std::string helper_path);

class Run {
 public:
  // `helper_path` is the static helper that WRAP plans exec inside.
  static Result<std::unique_ptr<Run>> Start(Spawner& spawner, const std::string& helper_path,
                                            RunRequest request, RunEvents events);
  virtual ~Run() = default;  // ends the tree if it still runs

  // Readable whenever Dispatch has something to do. -1 where the spawner is a
  // one-shot one: there is no loop but the caller's own Await.
  [[nodiscard]] virtual int poll_fd() const = 0;

  // Returns when Dispatch has something to do, when `other_fd` (or -1) is readable,
  // when `patience` is over, or before.
  virtual void Await(int other_fd, std::optional<std::chrono::milliseconds> patience) const = 0;

  // Delivers what has happened. Never blocks. Events are called only from here.
  virtual void Dispatch() = 0;

  // Dispatches until the run is over.
  virtual const Outcome& Wait() = 0;

  virtual void Kill() = 0;              // the whole tree, at once
  virtual void Signal(int number) = 0;  // to the target only

  [[nodiscard]] virtual bool finished() const = 0;
  [[nodiscard]] virtual const Outcome& outcome() const = 0;

  // The plan's enforcement together with what the launch itself holds
  // (descriptors, capabilities, keyring, the listener's restrictions, limits).
  // Final once the target has been executed: a listener that could not be had
  // is no longer in it.
  [[nodiscard]] virtual const std::vector<Enforcement>& enforcement() const = 0;
};

// The enforcement that a run of `plan` would have, without running it.
[[nodiscard]] std::vector<Enforcement> Foresee(const ResolvedPolicy& policy, const Plan* plan);

}  // namespace sbx

#endif  // SBX_CORE_PLATFORM_RUN_HPP_
