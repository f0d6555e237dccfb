// SPDX-License-Identifier: MIT
#include "sbx/host/run.hpp"

#include <optional>
#include <utility>

#include "core/host/run_impl.hpp"

namespace sbx::host {

Run::Impl::Impl(PollRelay relay_, Attempts attempts_, Handlers handlers_, Context context_)
    : attempts(std::move(attempts_)),
      handlers(std::move(handlers_)),
      context(std::move(context_)),
      relay(std::move(relay_)) {
}

// Called by the core inside of its Dispatch, under the lock: kept for later.
RunEvents Run::Impl::Events() {
  RunEvents events;
  if (handlers.output) {
    events.output = [this](int stream, std::span<const char> bytes) {
      events_.push_back({stream, std::string(bytes.data(), bytes.size())});
    };
  }
  if (handlers.notice) {
    events.notice = [this](const std::string& sentence) { events_.push_back({0, sentence}); };
  }
  return events;
}

Result<void> Run::Impl::Take(Result<std::unique_ptr<sbx::Run>> run) {
  if (!run)
    return run.failure();
  auto followed = relay.Follow((*run)->poll_fd());
  if (!followed)
    return followed;
  core = std::move(*run);
  runner = attempts.runner();
  enforcement = FromCore(core->enforcement());
  if (handlers.notice) {
    if (std::string said = attempts.PassedOver(*core); !said.empty())
      events_.push_back({0, std::move(said)});
  }
  return {};
}

Result<void> Run::Impl::Begin() {
  const std::lock_guard lock(mutex);
  return Take(attempts.Next(Events()));
}

void Run::Impl::TryNext() {
  attempts.Remember(core->outcome().error);
  events_.clear();  // nothing of the command ran
  Outcome failed;
  auto followed = relay.Follow(-1);
  if (followed)
    followed = Take(attempts.Next(Events()));
  if (followed)
    return;
  failed.error = followed.error();
  Finish(std::move(failed));
}

void Run::Impl::Finish(Outcome ended) {
  outcome = std::move(ended);
  enforcement = FromCore(core->enforcement());
  [[maybe_unused]] const auto nothing = relay.Follow(-1);
  finished = true;
}

void Run::Impl::Dispatch() {
  if (finished)
    return;
  {
    const std::lock_guard lock(mutex);
    core->Dispatch();
    if (core->finished()) {
      const sbx::Outcome& end = core->outcome();
      const bool another =
          end.end == sbx::Outcome::End::kNotStarted && end.try_next && attempts.left() && !killed;
      if (another) {
        TryNext();
      } else {
        Outcome last = FromCore(end);
        if (end.end == sbx::Outcome::End::kNotStarted) {
          attempts.Remember(end.error);
          last.error = attempts.Reason();
        }
        Finish(std::move(last));
      }
    }
  }
  // A handler may not dispatch, so this is the only user of events_.
  const std::vector<Event> events = std::exchange(events_, {});
  for (const Event& event : events) {
    if (event.stream == 0) {
      handlers.notice(event.text);
    } else {
      handlers.output(event.stream, event.text);
    }
  }
  if (finished && handlers.exit)
    handlers.exit(outcome);
}

Run::Run(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {
}
Run::~Run() = default;

int Run::poll_fd() const {
  return impl_->relay.fd();
}
void Run::Dispatch() {
  impl_->Dispatch();
}

const Outcome& Run::Wait() {
  while (!impl_->finished) {
    impl_->relay.Wait(std::nullopt);
    impl_->Dispatch();
  }
  return impl_->outcome;
}

bool Run::WaitFor(std::chrono::milliseconds patience) {
  const auto until = std::chrono::steady_clock::now() + patience;
  while (!impl_->finished) {
    const auto left =
        std::chrono::ceil<std::chrono::milliseconds>(until - std::chrono::steady_clock::now());
    if (left.count() <= 0)
      break;
    impl_->relay.Wait(left);
    impl_->Dispatch();
  }
  return impl_->finished;
}

void Run::Kill() {
  const std::lock_guard lock(impl_->mutex);
  impl_->killed = true;
  impl_->core->Kill();
}

void Run::Signal(int number) {
  const std::lock_guard lock(impl_->mutex);
  impl_->core->Signal(number);
}

bool Run::finished() const {
  return impl_->finished;
}
const Outcome& Run::outcome() const {
  return impl_->outcome;
}
const std::string& Run::runner() const {
  return impl_->runner;
}

std::vector<Enforcement> Run::enforcement() const {
  // Final once the command was executed: a listener that could not be had is gone.
  const std::lock_guard lock(impl_->mutex);
  return impl_->finished ? impl_->enforcement : FromCore(impl_->core->enforcement());
}

const Context& Run::context() const {
  return impl_->context;
}

}  // namespace sbx::host
