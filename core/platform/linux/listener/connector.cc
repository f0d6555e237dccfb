// SPDX-License-Identifier: MIT
#include "core/platform/linux/listener/connector.hpp"

#include <pthread.h>
#include <sys/resource.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <deque>
#include <mutex>

#include "core/platform/linux/listener/waiting_connect.hpp"

namespace sbx::listener {
namespace {

constexpr std::size_t kFewestPending = 16;
constexpr std::size_t kMostPending = 256;
constexpr std::size_t kDescriptorsPerJob = 8;  // of the limit: other runs want some too
constexpr std::size_t kStack = 256 << 10;
constexpr auto kIdle = std::chrono::seconds(2);

}  // namespace

struct Connector::Shared {
  explicit Shared(std::shared_ptr<const Notifier> from) : notifier(std::move(from)) {}

  const std::shared_ptr<const Notifier> notifier;
  std::atomic<bool> stop = false;
  std::mutex mutex;  // guards all that follows
  std::condition_variable wake;
  std::deque<ConnectJob> queue;  // for threads that are about to take them
  std::size_t pending = 0;       // queued, or being connected
  std::size_t idle = 0;
};

namespace {

void Work(Connector::Shared& shared) {
  std::unique_lock lock(shared.mutex);
  for (;;) {
    ++shared.idle;
    const bool work = shared.wake.wait_for(
        lock, kIdle, [&] { return shared.stop.load() || !shared.queue.empty(); });
    --shared.idle;
    if (!work || shared.stop)
      break;
    {
      ConnectJob job = std::move(shared.queue.front());
      shared.queue.pop_front();
      lock.unlock();
      if (shared.notifier->Stands(job.id)) {
        const int error = WaitingConnect(job, *shared.notifier, shared.stop);
        shared.notifier->Answer(job.id, error);
      }
    }
    lock.lock();
    --shared.pending;
  }
}

void* Main(void* argument) {
  const std::unique_ptr<std::shared_ptr<Connector::Shared>> shared(
      static_cast<std::shared_ptr<Connector::Shared>*>(argument));
  Work(**shared);
  return nullptr;
}

// Detached, with all signals blocked: they are for the host's own threads.
bool StartThread(const std::shared_ptr<Connector::Shared>& shared) {
  pthread_attr_t attributes;
  if (pthread_attr_init(&attributes) != 0)
    return false;
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_attr_setstacksize(&attributes, kStack);
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  auto argument = std::make_unique<std::shared_ptr<Connector::Shared>>(shared);
  pthread_t thread{};
  const bool started = pthread_create(&thread, &attributes, Main, argument.get()) == 0;
  if (started)
    (void)argument.release();
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  pthread_attr_destroy(&attributes);
  return started;
}

}  // namespace

Connector::Connector(std::shared_ptr<const Notifier> notifier)
    : shared_(std::make_shared<Shared>(std::move(notifier))) {
}

Connector::~Connector() {
  const std::lock_guard lock(shared_->mutex);
  shared_->stop = true;
  shared_->queue.clear();
  shared_->wake.notify_all();
}

std::size_t Connector::MostPending() {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
    return kFewestPending;
  return std::clamp<std::size_t>(limit.rlim_cur / kDescriptorsPerJob, kFewestPending, kMostPending);
}

Verdict Connector::Start(ConnectJob job) {
  const std::lock_guard lock(shared_->mutex);
  if (shared_->pending >= MostPending())
    return Verdict{EAGAIN};
  shared_->queue.push_back(std::move(job));
  if (shared_->idle >= shared_->queue.size()) {
    shared_->wake.notify_one();
  } else if (!StartThread(shared_)) {
    shared_->queue.pop_back();
    return Verdict{EAGAIN};
  }
  ++shared_->pending;
  return Verdict{0, true};
}

}  // namespace sbx::listener
