// SPDX-License-Identifier: MIT
//
// The two ways to get a reaper going: cloned here, or by the launcher. Both end
// with a process that talks over the control socket.
#ifndef SBX_CORE_PLATFORM_LINUX_LAUNCH_SPAWNER_HPP_
#define SBX_CORE_PLATFORM_LINUX_LAUNCH_SPAWNER_HPP_

#include <memory>
#include <optional>

#include "core/platform/linux/launch/compose.hpp"
#include "core/platform/linux/launch/listener_threads.hpp"
#include "core/platform/run.hpp"

namespace sbx::launch {

// What has to be given back when a reaper has ended: by the destructor, which
// waits for the moment that its exit takes. A reaper that never ended keeps it.
class ReaperHandle {
 public:
  virtual ~ReaperHandle() = default;
  // It has said its last word.
  virtual void SetEnded() = 0;
  // 0 where it has to say so itself (kSayHello).
  [[nodiscard]] virtual int pid() const { return 0; }
};

class LinuxSpawner : public Spawner {
 public:
  // Borrows the descriptors until it returns. [any]
  virtual Result<std::unique_ptr<ReaperHandle>> Spawn(const Prepared& prepared) = 0;

  // Where listeners are dispatched; null: by whoever dispatches the run, after
  // it has given up what the target does not have.
  virtual ListenerThreads* listeners() = 0;

  // The process exists for one command: the handle knows the reaper's pid, and
  // whoever waits does so by Run::Await alone.
  [[nodiscard]] virtual bool one_shot() const { return false; }
};

}  // namespace sbx::launch

#endif  // SBX_CORE_PLATFORM_LINUX_LAUNCH_SPAWNER_HPP_
