// SPDX-License-Identifier: MIT
//
// Verdict: what a review came to. Each way to end has a name of its own, because
// "nobody answered" and "it was refused" are different things to a user; one alone
// allows anything.
#ifndef SBX_CORE_REVIEW_VERDICT_HPP_
#define SBX_CORE_REVIEW_VERDICT_HPP_

#include <cstdint>
#include <string>
#include <string_view>

namespace sbx {

enum class ReviewEnd : std::uint8_t {
  kAllow,
  kDeny,
  kDefer,            // nobody was left to ask
  kInvalidResponse,  // it answered, but not with a verdict
  kUnavailable,      // it gave no verdict and said why, or could not be asked
  kTimedOut,
  kAborted,            // whoever asked wants no answer any more
  kInputTooLarge,      // nobody was asked: the evidence does not fit
  kNoUserInstruction,  // nobody was asked: the user wanted nothing
};
[[nodiscard]] std::string_view WordOf(ReviewEnd end);  // "allow", "timed-out" …

struct Verdict {
  ReviewEnd end = ReviewEnd::kUnavailable;
  std::string reason;    // for a person: one line of UTF-8, at most 500 bytes
  std::string reviewer;  // the id of who said it; empty when nobody was asked
  bool threw = false;    // a denial: the reviewer threw, and what stands around it denied

  [[nodiscard]] bool Allows() const { return end == ReviewEnd::kAllow; }
};

// Text of a plugin as a reason may be shown: one line of UTF-8 without control bytes and
// without what could reorder it, cut to 500 bytes between characters.
[[nodiscard]] std::string ReasonLine(std::string_view text);

// What a verdict as it came (SBX_VERDICT_*, and the bytes of its reason) is worth:
// one of the first three, or kInvalidResponse with what is wrong with it.
[[nodiscard]] Verdict JudgeVerdict(std::uint32_t verdict, std::string_view reason);

}  // namespace sbx

#endif  // SBX_CORE_REVIEW_VERDICT_HPP_
