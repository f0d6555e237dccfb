// SPDX-License-Identifier: MIT
//
// Run::Impl: a run of the core, with the next runner in its place when one turns
// out not to work, and with events that are delivered while no lock is held.
#ifndef SBX_CORE_HOST_RUN_IMPL_HPP_
#define SBX_CORE_HOST_RUN_IMPL_HPP_

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "core/host/attempts.hpp"
#include "core/platform/poll_relay.hpp"
#include "sbx/host/run.hpp"

namespace sbx::host {

struct Run::Impl {
  Impl(PollRelay relay, Attempts attempts, Handlers handlers, Context context);
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;
  ~Impl() = default;

  Result<void> Begin();
  void Dispatch();

  Attempts attempts;  // first: it keeps the engine, which has to outlive core

  // What follows is of the thread that dispatches, but for core.
  Handlers handlers;
  const Context context;
  PollRelay relay;
  bool finished = false;
  Outcome outcome;
  std::string runner;
  std::vector<Enforcement> enforcement;

  std::mutex mutex;  // of core, while it changes or is told something
  std::unique_ptr<sbx::Run> core;
  bool killed = false;  // so that no other runner is tried

 private:
  struct Event {
    int stream = 0;  // 0: a notice
    std::string text;
  };

  RunEvents Events();
  Result<void> Take(Result<std::unique_ptr<sbx::Run>> run);
  void TryNext();
  void Finish(Outcome ended);

  std::vector<Event> events_;
};

}  // namespace sbx::host

#endif  // SBX_CORE_HOST_RUN_IMPL_HPP_
