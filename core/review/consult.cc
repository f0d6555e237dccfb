// SPDX-License-Identifier: MIT
#include "core/review/consult.hpp"

#include <chrono>

namespace sbx {
namespace {

using std::chrono::milliseconds;
constexpr milliseconds kLongest{3600 * 1000};

}  // namespace

Verdict Consult(std::span<const std::shared_ptr<Reviewer>> chain, ReviewRequest request,
                const std::stop_token& stop) {
  if (stop.stop_requested())
    return {ReviewEnd::kAborted, "nobody waits for it any more", {}};
  if (!HasInstruction(request))
    return {ReviewEnd::kNoUserInstruction, "the user has asked for nothing", {}};
  if (const std::size_t size = TextSize(request); size > kMostReviewText) {
    return {ReviewEnd::kInputTooLarge,
            "the request has " + std::to_string(size) + " bytes of text and at most " +
                std::to_string(kMostReviewText) + " can be judged",
            {}};
  }
  const auto deadline = std::chrono::steady_clock::now() + std::min(request.deadline, kLongest);
  Verdict last{ReviewEnd::kDefer, "there is no reviewer", {}};
  for (const std::shared_ptr<Reviewer>& reviewer : chain) {
    const auto left = std::chrono::ceil<milliseconds>(deadline - std::chrono::steady_clock::now());
    if (left <= milliseconds(0))
      return {ReviewEnd::kTimedOut, "no time was left to ask it", reviewer->id()};
    request.deadline = left;
    last = reviewer->Ask(request, stop);
    if (last.end != ReviewEnd::kDefer)
      return last;
  }
  return last;
}

}  // namespace sbx
