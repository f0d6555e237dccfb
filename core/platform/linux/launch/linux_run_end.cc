// SPDX-License-Identifier: MIT
//
// How a run ends: what happened becomes an outcome, the output is read to its
// end, and the last event is delivered.
#include <sys/wait.h>

#include <utility>

#include "core/platform/linux/launch/clock.hpp"
#include "core/platform/linux/launch/failure.hpp"
#include "core/platform/linux/launch/linux_run.hpp"

namespace sbx::launch {
namespace {

void FromWaitStatus(int status, Outcome* outcome) {
  if (WIFSIGNALED(status)) {
    outcome->end = Outcome::End::kSignaled;
    outcome->signal = WTERMSIG(status);
    outcome->code = 128 + outcome->signal;
  } else {
    outcome->end = Outcome::End::kExited;
    outcome->code = WEXITSTATUS(status);
  }
}

}  // namespace

void LinuxRun::OnFailed(const Trouble& trouble) {
  outcome_ = OutcomeOf(trouble, steps_, request_.launch, plan() != nullptr);
  if (wrapped() && trouble.stage == static_cast<std::uint32_t>(Stage::kExec)) {
    outcome_.end = Outcome::End::kNotStarted;  // it was the wrapper that could not be executed
    outcome_.code = 125;
    outcome_.try_next = true;
    outcome_.error = {
        SBX_E_OS, trouble.error, "run the wrapper", std::string(View(plan()->wrap[0])), {}};
  }
  Finish();
}

void LinuxRun::WrapperFailed(int wait_status) {
  wrapper_.Drain();
  const Captured captured = wrapper_.Take();
  const std::string text = captured.head + captured.tail;
  sbx_failure failure{};
  failure.size = sizeof failure;
  failure.wait_status = wait_status;
  failure.wrapper_text = Borrow(text);
  outcome_.end = Outcome::End::kNotStarted;
  outcome_.code = 125;
  outcome_.error = request_.plan->profile().runner().Classify(failure);
  outcome_.try_next = outcome_.error.status == SBX_E_UNSUPPORTED;
}

void LinuxRun::OnExited(const Event& event) {
  ReadStatus();
  outcome_.user = std::chrono::microseconds(event.user_us);
  outcome_.system = std::chrono::microseconds(event.system_us);
  outcome_.peak_memory = event.peak_bytes;
  if (inner_failure_) {
    Outcome failed = OutcomeOf(*inner_failure_, inner_steps_, request_.launch, true);
    outcome_.end = failed.end;
    outcome_.code = failed.code;
    outcome_.try_next = failed.try_next;
    outcome_.error = std::move(failed.error);
  } else if ((event.flags & kWasKilled) != 0 && !inner_status_) {
    outcome_.end = timed_out_ ? Outcome::End::kTimedOut : Outcome::End::kKilled;
    outcome_.code = timed_out_ ? 124 : 137;
    outcome_.signal = WIFSIGNALED(event.status) ? WTERMSIG(event.status) : 0;
  } else if (wrapped() && !executed_) {
    WrapperFailed(event.status);
  } else {
    FromWaitStatus(inner_status_.value_or(event.status), &outcome_);
  }
  if ((event.flags & kLeftBehind) != 0) {
    Say("cannot remove everything that was made for the run; look into its temporary directory");
  }
  Finish();
}

void LinuxRun::Finish() {
  using std::chrono::microseconds;
  reaper_->SetEnded();
  for (const int fd : {control_.get(), status_.get(), deadline_.get(), out_.fd(), err_.fd(),
                       wrapper_.fd(), listener_ == nullptr ? -1 : listener_->poll_fd()}) {
    watched_.Remove(fd);
  }
  control_.reset();
  status_.reset();
  deadline_.reset();
  listener_.reset();
  out_.Drain();
  err_.Drain();
  wrapper_.Drain();
  outcome_.out = out_.Take();
  outcome_.err = err_.Take();
  outcome_.wall = std::chrono::duration_cast<microseconds>(ReadClock(CLOCK_MONOTONIC) - begun_);
  if (denials_ != nullptr) {
    TellDenials();
    outcome_.denials = denials_->All();
    outcome_.denials_dropped = denials_->dropped();
  }
  finished_ = true;
  if (events_.exit)
    events_.exit(outcome_);
}

}  // namespace sbx::launch
