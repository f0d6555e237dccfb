// SPDX-License-Identifier: MIT
#include "core/conformance/review_contract.hpp"

#include <array>
#include <atomic>
#include <chrono>
#include <iterator>
#include <thread>

#include "core/conformance/review_calls.hpp"
#include "core/conformance/review_requests.hpp"
#include "core/conformance/reviewer_instance.hpp"
#include "core/plugin/program_plugin.hpp"
#include "core/review/request_json.hpp"
#include "core/review/reviewer.hpp"

namespace sbx {
namespace {

using std::chrono::milliseconds;

struct Asking {
  const LoadedPlugin& plugin;
  const std::string& home;
  [[nodiscard]] bool IsProgram() const { return plugin.program != nullptr; }
};

// A reviewer as a host has it, asked without the host's own refusals.
class Asked {
 public:
  explicit Asked(const Asking& asking, std::vector<Setting> settings = {})
      : reviewer_(Reviewer::Create(asking.plugin, std::move(settings), asking.home)) {}

  [[nodiscard]] Verdict Ask(const ReviewRequest& request) const {
    if (!reviewer_)
      return {ReviewEnd::kUnavailable, reviewer_.error().Sentence(), {}};
    return (*reviewer_)->Ask(request, {});
  }
  [[nodiscard]] const Result<std::shared_ptr<Reviewer>>& made() const { return reviewer_; }

 private:
  Result<std::shared_ptr<Reviewer>> reviewer_;
};

std::string SayEnd(const Verdict& verdict) {
  return std::string(WordOf(verdict.end)) + (verdict.reason.empty() ? "" : ": " + verdict.reason);
}

bool IsVerdict(const Verdict& verdict) {
  return verdict.end == ReviewEnd::kAllow || verdict.end == ReviewEnd::kDeny ||
         verdict.end == ReviewEnd::kDefer;
}

// Where it threw. That is a denial, which nothing forbids; who wrote it should know.
class Thrown {
 public:
  void Note(const std::string& what, const Verdict& verdict) {
    if (verdict.threw && ++times_ == 1)
      first_ = "on " + what + ": " + verdict.reason;
  }
  [[nodiscard]] Seen Kept() const {
    if (times_ == 0)
      return sbx::Kept();
    return KeptBut("it threw " + first_ +
                   (times_ == 1 ? "" : " (and " + std::to_string(times_ - 1) + " times more)") +
                   "; each is a denial");
  }

 private:
  unsigned times_ = 0;
  std::string first_;
};

Seen CheckSettings(const Asking& asking) {
  const Asked asked(asking, {{"sbx-conformance-unknown", "1"}});
  if (!asking.IsProgram()) {
    if (asked.made())
      return Broken("it takes the setting 'sbx-conformance-unknown'");
    const Error& error = asked.made().error();
    if (error.status != SBX_E_INVALID)
      return Broken("it refuses the setting with status " + std::to_string(error.status) +
                    ", not SBX_E_INVALID: " + error.Sentence());
    return Kept(error.Sentence());
  }
  const Verdict verdict = asked.Ask(OrdinaryRequest());
  if (verdict.end == ReviewEnd::kTimedOut)
    return Unclear("with the setting 'sbx-conformance-unknown' it does not answer");
  if (verdict.end != ReviewEnd::kUnavailable)
    return Broken("with the setting 'sbx-conformance-unknown' it goes on to: " + SayEnd(verdict));
  if (const Verdict without = Asked(asking).Ask(OrdinaryRequest()); !IsVerdict(without))
    return Unclear("without the setting it judges nothing either: " + SayEnd(without));
  return Kept(verdict.reason);
}

Seen CheckVerdict(const Asking& asking) {
  const Verdict verdict = Asked(asking).Ask(OrdinaryRequest());
  // By the contract that denies, and it says nothing about how the reviewer judges.
  if (verdict.threw)
    return Unclear("it threw on an ordinary request, which is a denial: " + verdict.reason);
  return IsVerdict(verdict) ? Kept(SayEnd(verdict))
                            : Broken("an ordinary request ends as " + SayEnd(verdict));
}

Seen CheckMalformed(const Asking& asking) {
  const Asked asked(asking);
  Thrown thrown;
  for (const TrialRequest& trial : MalformedRequests()) {
    const Verdict verdict = asked.Ask(trial.request);
    if (verdict.Allows())
      return Broken("it allows a request with " + trial.what);
    if (verdict.end == ReviewEnd::kTimedOut)
      return Unclear("it does not answer a request with " + trial.what);
    thrown.Note("a request with " + trial.what, verdict);
  }
  if (!asking.IsProgram()) {
    if (ReviewerInstance(*asking.plugin.entry).AllowsWhatEndsEarly())
      return Broken("it allows a request whose struct ends before its first text");
    return thrown.Kept();
  }
  const ProgramPlugin program(asking.plugin, asking.home);
  for (const TrialDocument& trial : MalformedDocuments()) {
    const ProgramAnswer answer = program.Ask(trial.text, milliseconds(10000), 65536, {});
    if (answer.end == ProgramAnswer::End::kTimedOut)
      return Unclear("it hangs on " + trial.what);
    if (answer.end == ProgramAnswer::End::kAnswered && ParseVerdict(answer.output).Allows())
      return Broken("it allows " + trial.what);
  }
  return Kept();
}

Seen CheckHostile(const Asking& asking) {
  const Asked asked(asking);
  Thrown thrown;
  for (const TrialRequest& trial : HostileRequests()) {
    const std::string what = "a request with " + trial.what;
    const Verdict verdict = asked.Ask(trial.request);
    if (verdict.end == ReviewEnd::kUnavailable)
      return Unclear(what + " has no answer: " + SayEnd(verdict));
    if (!IsVerdict(verdict))
      return Broken(what + " ends as " + SayEnd(verdict));
    thrown.Note(what, verdict);
  }
  return thrown.Kept();
}

Seen CheckInjection(const Asking& asking) {
  const Asked asked(asking);
  const Verdict before = asked.Ask(UnaskedRequest());
  const Verdict after = asked.Ask(InjectedRequest());
  if (!before.Allows() && after.Allows())
    return Broken("what it does not allow, it allows when the command's output says so");
  for (const Verdict* verdict : {&before, &after}) {
    if (!IsVerdict(*verdict) || verdict->threw)
      return Unclear(std::string(verdict == &before ? "what nobody asked for" : "the order") +
                     (verdict->threw ? " makes it throw: " + verdict->reason
                                     : " has no verdict: " + SayEnd(*verdict)));
  }
  return Kept("without it: " + SayEnd(before));
}

// Two threads, each with a question of its own, several times.
Seen CheckThreads(const Asking& asking) {
  const Asked asked(asking);
  const std::array<ReviewRequest, 2> requests = {OrdinaryRequest(), UnaskedRequest()};
  std::array<Verdict, 2> alone;
  for (std::size_t i = 0; i < 2; ++i) {
    alone[i] = asked.Ask(requests[i]);
    if (!IsVerdict(alone[i]))
      return Unclear("asked alone, it has no verdict: " + SayEnd(alone[i]));
  }
  std::atomic<bool> mixed{false};
  {
    std::vector<std::jthread> threads;
    for (std::size_t i = 0; i < 2; ++i) {
      threads.emplace_back([&, i] {
        for (int round = 0; round < 8; ++round) {
          ReviewRequest request = requests[i];
          request.id += std::to_string(round);
          if (asked.Ask(request).end != alone[i].end)
            mixed = true;
        }
      });
    }
  }
  return mixed ? Broken("two reviews at once do not end as each does alone") : Kept();
}

}  // namespace

std::vector<ContractCheck> CheckReviewer(const Subject& subject, const std::string& home,
                                         const Trial& trial) {
  const auto of = [&](Seen (*check)(const Asking&)) {
    return [&, check](const LoadedPlugin& plugin) { return check({plugin, home}); };
  };
  const bool program = subject.info.program;
  std::vector<Duty> duties;
  if (!program)
    duties = LibraryDuties(SBX_REVIEWER_INTERFACE, sizeof(sbx_reviewer));
  duties.insert(
      duties.end(),
      {{"settings", "an unknown setting is refused, with a reason", of(CheckSettings)},
       {"verdict", "an ordinary request gets one whole verdict in its time", of(CheckVerdict)},
       {"malformed", "what does not say what is asked for is not allowed", of(CheckMalformed),
        "verdict"},
       {"hostile", "no bytes of a command break the form of the answer", of(CheckHostile),
        "verdict"},
       {"injection", "text of the command does not turn a verdict into allow", of(CheckInjection),
        "verdict"},
       {"threads", "two reviews at once end as each does alone", of(CheckThreads), "verdict"}});
  if (!program) {
    std::vector<Duty> more = ReviewCallDuties();
    duties.insert(duties.end(), std::make_move_iterator(more.begin()),
                  std::make_move_iterator(more.end()));
  }
  return TryDuties(subject, duties, trial);
}

}  // namespace sbx
