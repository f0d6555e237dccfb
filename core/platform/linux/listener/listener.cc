// SPDX-License-Identifier: MIT
#include "core/platform/linux/listener/listener.hpp"

#include <linux/seccomp.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <ctime>

#include "sbx/abi/draft/plan.h"

#include "core/platform/linux/listener/calls.hpp"
#include "core/platform/linux/listener/connect.hpp"
#include "core/platform/linux/listener/metadata.hpp"
#include "core/platform/linux/listener/schedule.hpp"
#include "core/platform/linux/listener/unix_sockets.hpp"

namespace sbx {
namespace {

using listener::Notifier;
using listener::Verdict;

constexpr int kCallsPerDispatch = 64;

// File times are taken from the coarse clock, which lags behind by up to its
// resolution: without this, a socket made in the first moment looked older.
std::int64_t ClockLag() {
  timespec resolution{};
  if (clock_getres(CLOCK_REALTIME_COARSE, &resolution) != 0)
    return 10'000'000;
  return resolution.tv_sec * 1'000'000'000 + resolution.tv_nsec;
}

// What only a judgement needs, for most commands end without a call to judge.
bool Complete(listener::RunFacts& facts) {
  if (facts.root.fd.valid())
    return true;
  facts.root = listener::OpenRoot("/");
  if (!facts.root.fd.valid())
    return false;
  facts.started -= ClockLag();
  facts.uid = geteuid();
  return true;
}

class SeccompListener final : public Listener {
 public:
  SeccompListener(std::shared_ptr<Notifier> notifier, listener::RunFacts facts,
                  std::uint32_t features)
      : notifier_(std::move(notifier)),
        connector_(notifier_),
        facts_(std::move(facts)),
        features_(features) {}

  int poll_fd() const override { return notifier_->fd(); }
  bool done() const override { return done_; }

  void Dispatch() override {
    for (int i = 0; i < kCallsPerDispatch && !done_; ++i) {
      switch (notifier_->Look()) {
        case Notifier::Ready::kNothing:
          return;
        case Notifier::Ready::kOver:
          done_ = true;
          return;
        case Notifier::Ready::kCall:
          Handle();
          break;
      }
    }
  }

 private:
  void Handle() {
    const seccomp_notif* call = notifier_->Take();
    if (call == nullptr)
      return;
    const Verdict verdict = Judge(*call);
    if (!verdict.later)
      notifier_->Answer(call->id, verdict.os_error);
  }

  Verdict Judge(const seccomp_notif& call) {
    if (!Complete(facts_))
      return Verdict{EPERM};
    if (call.pid == 0)
      return Verdict{EPERM};  // of a process that cannot be seen from here
    if (call.data.nr == __NR_connect && (features_ & SBX_LISTEN_UNIX) != 0) {
      return HandleConnect(facts_, *notifier_, connector_, call);
    }
    const listener::ScheduleCall* schedule = listener::FindScheduleCall(call.data.nr);
    if (schedule != nullptr && (features_ & SBX_LISTEN_SCHEDULE) != 0) {
      return HandleSchedule(facts_, *notifier_, call, *schedule);
    }
    const listener::MetadataCall* entry = listener::FindMetadataCall(call.data.nr);
    if (entry == nullptr || (features_ & SBX_LISTEN_METADATA) == 0)
      return Verdict{EPERM};
    return HandleMetadata(facts_, *notifier_, call, *entry);
  }

  std::shared_ptr<Notifier> notifier_;
  listener::Connector connector_;
  listener::RunFacts facts_;
  std::uint32_t features_;
  bool done_ = false;
};

}  // namespace

Result<std::unique_ptr<Listener>> Listener::Make(UniqueFd notify_fd,
                                                 std::shared_ptr<const ResolvedPolicy> policy,
                                                 std::uint32_t features, int reaper_pid,
                                                 std::int64_t started,
                                                 std::function<void(const Refusal&)> refused,
                                                 std::vector<UniqueFd> own_directories) {
  Result<Notifier> made = listener::MakeNotifier(std::move(notify_fd));
  if (!made)
    return made.failure();
  auto notifier = std::make_shared<Notifier>(std::move(made).value());

  listener::RunFacts facts;
  facts.reaper_pid = reaper_pid;
  facts.started = started;
  facts.own_directories = std::move(own_directories);
  facts.policy = std::move(policy);
  facts.refused = std::move(refused);
  if ((features & SBX_LISTEN_UNIX) != 0 && !facts.policy->policy().allow_sockets.empty()) {
    if (!Complete(facts))
      return FailOs(errno, "open", "/");
    facts.sockets = listener::OpenNamedSockets(facts);
  }
  return std::unique_ptr<Listener>(
      std::make_unique<SeccompListener>(std::move(notifier), std::move(facts), features));
}

}  // namespace sbx
