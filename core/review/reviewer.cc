// SPDX-License-Identifier: MIT
#include "core/review/reviewer.hpp"

#include "core/plugin/program_plugin.hpp"
#include "core/review/library_reviewer.hpp"
#include "core/review/request_json.hpp"

namespace sbx {
namespace {

constexpr std::size_t kMostReply = std::size_t{64} << 10;

class ProgramReviewer final : public Reviewer {
 public:
  ProgramReviewer(const LoadedPlugin& plugin, std::vector<Setting> settings,
                  const std::string& home)
      : Reviewer(plugin.id), program_(plugin, home), settings_(std::move(settings)) {}

  Verdict Ask(const ReviewRequest& request, const std::stop_token& stop) override {
    ProgramAnswer answer =
        program_.Ask(RequestJson(request, settings_), request.deadline, kMostReply, stop);
    Verdict verdict;
    switch (answer.end) {
      case ProgramAnswer::End::kAnswered:
        verdict = ParseVerdict(answer.output);
        break;
      case ProgramAnswer::End::kUnavailable:
        verdict = {ReviewEnd::kUnavailable, std::move(answer.why), {}};
        break;
      case ProgramAnswer::End::kTimedOut:
        verdict = {ReviewEnd::kTimedOut, std::move(answer.why), {}};
        break;
      case ProgramAnswer::End::kStopped:
        verdict = {ReviewEnd::kAborted, std::move(answer.why), {}};
        break;
      case ProgramAnswer::End::kTooMuch:
        verdict = {ReviewEnd::kInvalidResponse, std::move(answer.why), {}};
        break;
    }
    verdict.reason = ReasonLine(verdict.reason);
    verdict.reviewer = id();
    return verdict;
  }

 private:
  ProgramPlugin program_;
  std::vector<Setting> settings_;
};

}  // namespace

Result<std::shared_ptr<Reviewer>> Reviewer::Create(const LoadedPlugin& plugin,
                                                   std::vector<Setting> settings,
                                                   const std::string& home) {
  if (plugin.program == nullptr)
    return LibraryReviewer::Create(*plugin.entry, settings);
  return std::shared_ptr<Reviewer>(
      std::make_shared<ProgramReviewer>(plugin, std::move(settings), home));
}

}  // namespace sbx
