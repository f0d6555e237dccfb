// SPDX-License-Identifier: MIT
#include "core/platform/linux/launch/listener_threads.hpp"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <thread>
#include <utility>

#include "core/platform/linux/launch/privilege.hpp"
#include "sbx/plugin/unique_fd.hpp"

namespace sbx::launch {
namespace {

bool Same(const std::optional<Identity>& a, const std::optional<Identity>& b) {
  if (!a || !b)
    return !a && !b;
  return a->uid == b->uid && a->gid == b->gid && a->groups == b->groups;
}

}  // namespace

class ListenerThreads::Worker {
 public:
  explicit Worker(const std::optional<Identity>& identity)
      : identity_(identity), wake_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
    // The signals of the host are for its own threads.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    thread_ = std::jthread([this] { Work(); });
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
  }
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  ~Worker() {
    {
      const std::lock_guard lock(mutex_);
      stop_ = true;
    }
    Wake();
  }

  [[nodiscard]] const std::optional<Identity>& identity() const { return identity_; }

  void Add(Maker maker) {
    {
      const std::lock_guard lock(mutex_);
      waiting_.push_back(std::move(maker));
    }
    Wake();
  }

 private:
  void Wake() {
    const std::uint64_t one = 1;
    while (write(wake_.get(), &one, sizeof one) < 0 && errno == EINTR) {
    }
  }

  // False when the thread has to end.
  bool TakeWaiting(bool ready) {
    std::vector<Maker> makers;
    {
      const std::lock_guard lock(mutex_);
      if (stop_)
        return false;
      makers.swap(waiting_);
    }
    for (Maker& maker : makers) {
      if (!ready)
        continue;  // dropping the maker closes the listener: calls fail
      if (std::unique_ptr<Listener> listener = maker())
        listeners_.push_back(std::move(listener));
    }
    return true;
  }

  void Work() {
    const bool ready = BecomeTarget(identity_).has_value();
    std::vector<pollfd> entries;
    for (;;) {
      entries.assign(1, {wake_.get(), POLLIN, 0});
      for (const auto& listener : listeners_)
        entries.push_back({listener->poll_fd(), POLLIN, 0});
      if (poll(entries.data(), entries.size(), -1) < 0)
        continue;
      for (std::size_t i = 1; i < entries.size(); ++i) {
        if (entries[i].revents != 0)
          listeners_[i - 1]->Dispatch();
      }
      std::erase_if(listeners_, [](const auto& listener) { return listener->done(); });
      if (entries[0].revents == 0)
        continue;
      std::uint64_t count = 0;
      [[maybe_unused]] const ssize_t got = read(wake_.get(), &count, sizeof count);
      if (!TakeWaiting(ready))
        return;
    }
  }

  const std::optional<Identity> identity_;
  UniqueFd wake_;
  std::mutex mutex_;  // of waiting_ and stop_
  std::vector<Maker> waiting_;
  bool stop_ = false;
  std::vector<std::unique_ptr<Listener>> listeners_;  // of the thread
  std::jthread thread_;                               // last: it ends before what it uses
};

ListenerThreads::ListenerThreads() = default;
ListenerThreads::~ListenerThreads() = default;

void ListenerThreads::Add(const std::optional<Identity>& identity, Maker maker) {
  const std::lock_guard lock(mutex_);
  for (const auto& worker : workers_) {
    if (!Same(worker->identity(), identity))
      continue;
    worker->Add(std::move(maker));
    return;
  }
  workers_.push_back(std::make_unique<Worker>(identity));
  workers_.back()->Add(std::move(maker));
}

}  // namespace sbx::launch
