// SPDX-License-Identifier: MIT
//
// ListenerThreads: where the listeners of an engine are dispatched when its own
// threads must stay as they are. One thread for each identity that targets
// have, with that identity and no capabilities.
#ifndef SBX_CORE_PLATFORM_LINUX_LAUNCH_LISTENER_THREADS_HPP_
#define SBX_CORE_PLATFORM_LINUX_LAUNCH_LISTENER_THREADS_HPP_

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "core/platform/linux/listener/listener.hpp"
#include "core/platform/run.hpp"

namespace sbx::launch {

class ListenerThreads {
 public:
  // Makes the listener on its thread; null when it cannot be made, which lets
  // the calls of the target fail.
  using Maker = std::function<std::unique_ptr<Listener>()>;

  ListenerThreads();
  ListenerThreads(const ListenerThreads&) = delete;
  ListenerThreads& operator=(const ListenerThreads&) = delete;
  ~ListenerThreads();

  void Add(const std::optional<Identity>& identity, Maker maker);  // [any]

 private:
  class Worker;

  std::mutex mutex_;  // of workers_
  std::vector<std::unique_ptr<Worker>> workers_;
};

}  // namespace sbx::launch

#endif  // SBX_CORE_PLATFORM_LINUX_LAUNCH_LISTENER_THREADS_HPP_
