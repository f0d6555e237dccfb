// SPDX-License-Identifier: MIT
#include "core/platform/quiet_thread.hpp"

#include <csignal>
#include <system_error>
#include <thread>
#include <utility>

namespace sbx {

bool StartQuietThread(std::function<void()> work) {
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  bool started = true;
  try {
    std::thread(std::move(work)).detach();
  } catch (const std::system_error&) {
    started = false;
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return started;
}

}  // namespace sbx
