// SPDX-License-Identifier: MIT
#include "core/review/library_reviewer.hpp"

#include <mutex>
#include <optional>
#include <utility>

#include "core/platform/quiet_thread.hpp"
#include "core/plugin/aside.hpp"
#include "core/plugin/error_collector.hpp"
#include "core/plugin/table.hpp"
#include "core/review/request_view.hpp"

namespace sbx {
namespace {

constexpr unsigned kMostUnderWay = 8;
constexpr std::size_t kMostReason = 4097;  // one more than is allowed, to be seen

const char* MissingFunction(const sbx_reviewer& table) {
  if (table.configure == nullptr)
    return "configure";
  if (table.review == nullptr)
    return "review";
  if (table.cancel == nullptr)
    return "cancel";
  if (table.destroy == nullptr)
    return "destroy";
  return nullptr;
}

// The host's end of a verdict sink.
struct Heard {
  std::mutex mutex;  // guards the rest: a reviewer may speak from a thread of its own
  unsigned times = 0;
  std::uint32_t verdict = 0;
  std::string reason;

  static void Give(void* ctx, std::uint32_t verdict, sbx_str reason) noexcept {
    auto& self = *static_cast<Heard*>(ctx);
    const std::lock_guard lock(self.mutex);
    if (self.times++ != 0)
      return;
    self.verdict = verdict;
    if (reason.data != nullptr)
      self.reason.assign(reason.data, std::min(reason.size, kMostReason));
  }
};

}  // namespace

// Everything that a review uses, so that one that is late has it still.
struct LibraryReviewer::Question {
  explicit Question(const ReviewRequest& asked) : request(asked), view(request) {}
  const ReviewRequest request;
  const RequestView view;
  Heard heard;
  sbx_status status = SBX_OK;
  bool reported = false;       // it said what went wrong
  std::optional<Error> error;  // when status is not SBX_OK
};

LibraryReviewer::LibraryReviewer(std::string id, const sbx_reviewer& table, void* self)
    : Reviewer(std::move(id)), table_(table), self_(self) {
}

LibraryReviewer::~LibraryReviewer() {
  table_.destroy(self_);
}

Result<std::shared_ptr<Reviewer>> LibraryReviewer::Create(const sbx_plugin_entry& entry,
                                                          const std::vector<Setting>& settings) {
  const auto made = MakeTable(entry, SBX_REVIEWER_INTERFACE, sizeof(sbx_reviewer));
  if (!made)
    return made.failure();
  const auto table = CopyTable<sbx_reviewer>(*made);
  if (const char* missing = MissingFunction(table)) {
    if (table.destroy != nullptr)
      table.destroy(made->self);
    return LacksFunction(SBX_REVIEWER_INTERFACE, entry.id, missing);
  }
  std::shared_ptr<Reviewer> reviewer(new LibraryReviewer(entry.id, table, made->self));
  const auto configured = ConfigureInstance(table.configure, made->self, SBX_REVIEWER_INTERFACE,
                                            reviewer->id(), settings);
  if (!configured)
    return configured.failure();
  return reviewer;
}

void LibraryReviewer::Answer(Question& question) {
  const sbx_verdict_sink sink = {&question.heard, &Heard::Give};
  ErrorCollector errors("review the request with reviewer", id());
  question.status = table_.review(self_, &question.view.get(), &sink, errors.sink());
  question.reported = errors.reported();
  if (question.status != SBX_OK)
    question.error = errors.Take(question.status);
}

Verdict LibraryReviewer::Ask(const ReviewRequest& request, const std::stop_token& stop) {
  const auto deadline = std::chrono::steady_clock::now() + request.deadline;
  if (under_way_.fetch_add(1) >= kMostUnderWay) {
    --under_way_;
    return {ReviewEnd::kUnavailable,
            std::to_string(kMostUnderWay) + " reviews of it have not come back yet", id()};
  }
  const auto question = std::make_shared<Question>(request);
  // The thread keeps this instance: a late answer finds its plugin as it left it.
  const auto self = shared_from_this();
  const AsideEnd end = RunAside(
      [self, question] {
        self->Answer(*question);
        --self->under_way_;
      },
      deadline, stop);
  switch (end) {
    case AsideEnd::kNotStarted:
      --under_way_;
      return {ReviewEnd::kUnavailable, "no thread could be started for it", id()};
    case AsideEnd::kTimedOut:
    case AsideEnd::kStopped:
      // On a thread of its own: what does not come back may hold what cancel() needs.
      (void)StartQuietThread(
          [self, question] { self->table_.cancel(self->self_, Borrow(question->request.id)); });
      return end == AsideEnd::kStopped
                 ? Verdict{ReviewEnd::kAborted, "nobody waits for it any more", id()}
                 : Verdict{ReviewEnd::kTimedOut,
                           "it had not answered after " + std::to_string(request.deadline.count()) +
                               " ms",
                           id()};
    case AsideEnd::kDone:
      break;
  }
  if (question->status != SBX_OK)
    return {ReviewEnd::kUnavailable, ReasonLine(question->error->Sentence()), id()};
  const std::lock_guard lock(question->heard.mutex);
  if (question->heard.times != 1) {
    return {ReviewEnd::kInvalidResponse,
            question->heard.times == 0 ? "it returned without a verdict"
                                       : "it gave more than one verdict",
            id()};
  }
  Verdict verdict = JudgeVerdict(question->heard.verdict, question->heard.reason);
  verdict.reviewer = id();
  verdict.threw = verdict.end == ReviewEnd::kDeny && question->reported;
  return verdict;
}

}  // namespace sbx
