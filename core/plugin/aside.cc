// SPDX-License-Identifier: MIT
#include "core/plugin/aside.hpp"

#include <condition_variable>
#include <memory>
#include <mutex>
#include <utility>

#include "core/platform/quiet_thread.hpp"

namespace sbx {
namespace {

struct Meeting {
  std::mutex mutex;  // guards done
  std::condition_variable_any changed;
  bool done = false;
};

}  // namespace

AsideEnd RunAside(std::function<void()> work, std::chrono::steady_clock::time_point deadline,
                  const std::stop_token& stop) {
  const auto meeting = std::make_shared<Meeting>();
  const bool started = StartQuietThread([meeting, work = std::move(work)] {
    work();
    const std::lock_guard lock(meeting->mutex);
    meeting->done = true;
    meeting->changed.notify_all();
  });
  if (!started)
    return AsideEnd::kNotStarted;
  std::unique_lock lock(meeting->mutex);
  meeting->changed.wait_until(lock, stop, deadline, [&] { return meeting->done; });
  if (stop.stop_requested())
    return AsideEnd::kStopped;
  return meeting->done ? AsideEnd::kDone : AsideEnd::kTimedOut;
}

}  // namespace sbx
