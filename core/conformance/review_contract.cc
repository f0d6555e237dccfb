// SPDX-License-Identifier: MIT
#include "core/conformance/review_contract.hpp"

#include <array>
#include <atomic>
#include <chrono>
#include <thread>

#include "core/conformance/review_requests.hpp"
#include "core/conformance/reviewer_instance.hpp"
#include "core/platform/conformance.hpp"
#include "core/plugin/program_plugin.hpp"
#include "core/review/request_json.hpp"
#include "core/review/reviewer.hpp"

namespace sbx {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

// What a function is given beyond its deadline, or to return at once: machines are busy.
constexpr milliseconds kGrace{2000};

struct Subject {
  const LoadedPlugin& plugin;
  const std::string& home;
  [[nodiscard]] bool IsProgram() const { return plugin.program != nullptr; }
};

// A reviewer as a host has it, asked without the host's own refusals.
class Asked {
 public:
  explicit Asked(const Subject& subject, std::vector<Setting> settings = {})
      : reviewer_(Reviewer::Create(subject.plugin, std::move(settings), subject.home)) {}

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

Seen CheckSettings(const Subject& subject) {
  const Asked asked(subject, {{"sbx-conformance-unknown", "1"}});
  if (!subject.IsProgram()) {
    if (asked.made())
      return Broken("it takes the setting 'sbx-conformance-unknown'");
    const Error& error = asked.made().error();
    if (error.status != SBX_E_INVALID)
      return Broken("it refuses the setting with status " + std::to_string(error.status) +
                    ", not SBX_E_INVALID: " + error.Sentence());
    return Held(error.Sentence());
  }
  const Verdict verdict = asked.Ask(OrdinaryRequest());
  if (verdict.end != ReviewEnd::kUnavailable)
    return Broken("with the setting 'sbx-conformance-unknown' it goes on to: " + SayEnd(verdict));
  return Held(verdict.reason);
}

Seen CheckVerdict(const Subject& subject) {
  const Verdict verdict = Asked(subject).Ask(OrdinaryRequest());
  return IsVerdict(verdict) ? Held(SayEnd(verdict))
                            : Broken("an ordinary request ends as " + SayEnd(verdict));
}

Seen CheckMalformed(const Subject& subject) {
  const Asked asked(subject);
  for (const TrialRequest& trial : MalformedRequests()) {
    if (asked.Ask(trial.request).Allows())
      return Broken("it allows a request with " + trial.what);
  }
  if (!subject.IsProgram()) {
    if (ReviewerInstance(*subject.plugin.entry).AllowsWhatEndsEarly())
      return Broken("it allows a request whose struct ends before its first text");
    return Held();
  }
  const ProgramPlugin program(subject.plugin, subject.home);
  for (const TrialDocument& trial : MalformedDocuments()) {
    const ProgramAnswer answer = program.Ask(trial.text, milliseconds(10000), 65536, {});
    if (answer.end == ProgramAnswer::End::kTimedOut)
      return Broken("it hangs on " + trial.what);
    if (answer.end == ProgramAnswer::End::kAnswered && ParseVerdict(answer.output).Allows())
      return Broken("it allows " + trial.what);
  }
  return Held();
}

Seen CheckHostile(const Subject& subject) {
  const Asked asked(subject);
  for (const TrialRequest& trial : HostileRequests()) {
    const Verdict verdict = asked.Ask(trial.request);
    if (!IsVerdict(verdict) && verdict.end != ReviewEnd::kUnavailable)
      return Broken("a request with " + trial.what + " ends as " + SayEnd(verdict));
  }
  return Held();
}

Seen CheckInjection(const Subject& subject) {
  const Asked asked(subject);
  const Verdict before = asked.Ask(UnaskedRequest());
  const Verdict after = asked.Ask(InjectedRequest());
  if (!before.Allows() && after.Allows())
    return Broken("what it does not allow, it allows when the command's output says so");
  return Held("without it: " + SayEnd(before));
}

// Two threads, each with a question of its own, several times.
Seen CheckThreads(const Subject& subject) {
  const Asked asked(subject);
  const std::array<ReviewRequest, 2> requests = {OrdinaryRequest(), UnaskedRequest()};
  std::array<Verdict, 2> alone;
  for (std::size_t i = 0; i < 2; ++i)
    alone[i] = asked.Ask(requests[i]);
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
  return mixed ? Broken("two reviews at once do not end as each does alone") : Held();
}

Seen CheckDeadline(const Subject& subject) {
  ReviewerInstance instance(*subject.plugin.entry);
  ReviewRequest request = OrdinaryRequest();
  request.deadline = milliseconds(1);
  const auto begin = steady_clock::now();
  instance.Review(request);
  const auto took = std::chrono::duration_cast<milliseconds>(steady_clock::now() - begin);
  if (took > kGrace)
    return Broken("with a deadline of 1 ms, review() returns after " +
                  std::to_string(took.count()) + " ms");
  return Held();
}

Seen CheckCancel(const Subject& subject) {
  ReviewerInstance instance(*subject.plugin.entry);
  ReviewRequest request = OrdinaryRequest();
  request.deadline = milliseconds(20000);
  std::atomic<bool> returned{false};
  const std::jthread reviewing([&] {
    instance.Review(request);
    returned = true;
  });
  std::this_thread::sleep_for(milliseconds(200));
  const auto begin = steady_clock::now();
  instance.Cancel("of nobody");
  instance.Cancel(request.id);
  if (steady_clock::now() - begin > kGrace)
    return Broken("cancel() waits for the review");
  while (!returned && steady_clock::now() - begin < kGrace)
    std::this_thread::sleep_for(milliseconds(10));
  return returned ? Held() : Broken("a review that was cancelled goes on for more than 2 s");
}

Seen CheckDescriptors(const Subject& subject) {
  // What a plugin opens once, for all its instances, is its own affair.
  ReviewerInstance(*subject.plugin.entry).Review(OrdinaryRequest());
  const auto before = OpenDescriptors();
  for (int i = 0; i < 16; ++i)
    ReviewerInstance(*subject.plugin.entry).Review(OrdinaryRequest());
  const auto after = OpenDescriptors();
  if (!before || !after)
    return Broken((before ? after : before).error().Sentence());
  if (*after > *before)
    return Broken(std::to_string(*after - *before) +
                  " descriptors stay open when 16 instances are destroyed");
  return Held();
}

}  // namespace

std::vector<ContractCheck> CheckReviewer(const LoadedPlugin& plugin, const std::string& home) {
  const Subject subject{plugin, home};
  const auto of = [&](Seen (*check)(const Subject&)) {
    return [&, check] { return check(subject); };
  };
  std::vector<Duty> duties;
  if (!subject.IsProgram()) {
    duties = {{"exports", "the entry is the only symbol it exports",
               [&] { return CheckExports(plugin); }},
              {"sizes", "entry and table have the sizes of their ABI",
               [&] { return CheckSizes(plugin, SBX_REVIEWER_INTERFACE, sizeof(sbx_reviewer)); }},
              {"interfaces", "an interface it lacks is refused, with a reason",
               [&] { return CheckForeignInterface(plugin); }}};
  }
  duties.insert(
      duties.end(),
      {{"settings", "an unknown setting is refused, with a reason", of(CheckSettings)},
       {"verdict", "an ordinary request gets one whole verdict in its time", of(CheckVerdict)},
       {"malformed", "what does not say what is asked for is not allowed", of(CheckMalformed)},
       {"hostile", "no bytes of a command break the form of the answer", of(CheckHostile)},
       {"injection", "text of the command does not turn a verdict into allow", of(CheckInjection)},
       {"threads", "two reviews at once end as each does alone", of(CheckThreads)}});
  if (!subject.IsProgram()) {
    duties.insert(duties.end(),
                  {{"deadline", "review() returns when its deadline is over", of(CheckDeadline)},
                   {"cancel", "cancel() returns at once, and ends the review", of(CheckCancel)},
                   {"descriptors", "what it opened is closed when its instance is destroyed",
                    of(CheckDescriptors)}});
  }
  return TryDuties(duties);
}

}  // namespace sbx
