// SPDX-License-Identifier: MIT
//
// Run: the handle of one command. Asynchronous: a descriptor to poll, and events
// that are delivered inside of Dispatch() only. Wait() is written on top of it.
//
// Thread tags: [any] may be called from any thread at any time; [serial] calls
// on one object must not overlap, but may come from different threads.
#ifndef SBX_HOST_RUN_HPP_
#define SBX_HOST_RUN_HPP_

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "sbx/host/launch.hpp"
#include "sbx/host/status.hpp"
#include "sbx/plugin/result.hpp"

namespace sbx::host {

// A captured stream: `head`, then `dropped` bytes that were not kept, then `tail`.
struct Captured {
  std::string head;
  std::string tail;
  std::uint64_t dropped = 0;
};

struct Outcome {
  enum class End : std::uint8_t {
    kExited,       // code
    kSignaled,     // signal; code is 128 + signal
    kTimedOut,     // the deadline came; the tree was ended; code 124
    kKilled,       // Run::Kill, or what watched it was killed; code 137
    kNotExecuted,  // it could not be executed: error; code 126 or 127
    kNotStarted,   // it could not be confined: error; nothing of it ran; code 125
  };
  End end = End::kNotStarted;
  int code = 125;
  int signal = 0;
  Error error;
  Captured out, err;
  std::chrono::microseconds wall{0}, user{0}, system{0};
  std::uint64_t peak_memory = 0;  // bytes, of the largest process
};

// Called from Dispatch and Wait only, on the thread that calls them, with no
// lock held. They may call every function of the run but Dispatch and Wait, and
// must not destroy it. They must not throw. Any may be empty.
struct Handlers {
  std::function<void(int stream, std::string_view bytes)> output;  // 1 or 2; borrowed for the call
  std::function<void(const std::string& sentence)> notice;  // something is weaker than planned,
                                                            // or an earlier runner would not do
  std::function<void(const Outcome&)> exit;                 // last, exactly once
};

class Run {
 public:
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;
  // Ends the whole tree if it still runs, and waits for that. Keeps the engine's
  // parts alive until then, so it may outlive the engine. [serial]
  ~Run();

  // Readable whenever Dispatch has something to do. The same for the whole life
  // of the run, which owns it: never read, write or close it. [any]
  [[nodiscard]] int poll_fd() const;

  void Dispatch();  // delivers what has happened; never blocks. [serial]

  // Dispatches until the run is over. [serial]
  const Outcome& Wait();
  // The same for at most `patience`; whether it is over. [serial]
  bool WaitFor(std::chrono::milliseconds patience);

  // Ends the whole tree at once, what has left its session or parent included.
  // The outcome tells when it is done. Nothing when it is over already. [any]
  void Kill();
  void Signal(int number);  // to the command itself, not to its tree. [any]

  // The rest is of the state that the last Dispatch left. [serial]
  [[nodiscard]] bool finished() const;
  [[nodiscard]] const Outcome& outcome() const;     // meaningful when finished
  [[nodiscard]] const std::string& runner() const;  // the id that counts
  [[nodiscard]] std::vector<Enforcement> enforcement() const;
  [[nodiscard]] const Context& context() const;

 private:
  friend class Engine;
  struct Impl;
  explicit Run(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace sbx::host

#endif  // SBX_HOST_RUN_HPP_
