// SPDX-License-Identifier: MIT
#include "core/review/verdict.hpp"

#include "sbx/abi/draft/reviewer.h"

#include "core/report/report.hpp"

namespace sbx {
namespace {

constexpr std::size_t kLongestReason = 4096;  // of the contract
constexpr std::size_t kLongestShown = 500;

// Length of the character at `at` when it is one that a line must not hold: a control
// byte, or one that could reorder or hide what is shown.
std::size_t Unshown(std::string_view text, std::size_t at) {
  const auto byte = static_cast<unsigned char>(text[at]);
  if (byte < 0x20 || byte == 0x7f)
    return 1;
  const std::string_view two = text.substr(at, 2);
  if (byte == 0xc2 && static_cast<unsigned char>(two[1]) < 0xa0)
    return 2;  // C1 controls
  if (two == "\xd8\x9c")
    return 2;
  const std::string_view three = text.substr(at, 3);
  if (three.size() != 3)
    return 0;
  const auto last = static_cast<unsigned char>(three[2]);
  if (three.starts_with("\xe2\x80"))
    return (last >= 0x8b && last <= 0x8f) || (last >= 0xa8 && last <= 0xae) ? 3 : 0;
  if (three.starts_with("\xe2\x81"))
    return last >= 0xa0 && last <= 0xaf ? 3 : 0;
  return three == "\xef\xbb\xbf" ? 3 : 0;
}

Verdict Invalid(std::string why) {
  return {ReviewEnd::kInvalidResponse, std::move(why), {}};
}

}  // namespace

std::string_view WordOf(ReviewEnd end) {
  switch (end) {
    case ReviewEnd::kAllow:
      return "allow";
    case ReviewEnd::kDeny:
      return "deny";
    case ReviewEnd::kDefer:
      return "defer";
    case ReviewEnd::kInvalidResponse:
      return "invalid-response";
    case ReviewEnd::kUnavailable:
      return "unavailable";
    case ReviewEnd::kTimedOut:
      return "timed-out";
    case ReviewEnd::kAborted:
      return "aborted";
    case ReviewEnd::kInputTooLarge:
      return "input-too-large";
    case ReviewEnd::kNoUserInstruction:
      return "no-user-instruction";
  }
  return "unavailable";
}

std::string ReasonLine(std::string_view text) {
  const bool utf8 = IsUtf8(text);
  std::string line;
  for (std::size_t at = 0; at < text.size();) {
    if (!utf8 && static_cast<unsigned char>(text[at]) >= 0x80) {
      line += '?';
      ++at;
    } else if (const std::size_t unshown = Unshown(text, at); unshown != 0) {
      line += ' ';
      at += unshown;
    } else {
      line += text[at++];
    }
  }
  if (line.size() > kLongestShown) {
    line.resize(kLongestShown);
    while (!IsUtf8(line))
      line.pop_back();
  }
  while (line.ends_with(' '))
    line.pop_back();
  line.erase(0, line.find_first_not_of(' '));
  return line;
}

Verdict JudgeVerdict(std::uint32_t verdict, std::string_view reason) {
  if (reason.size() > kLongestReason)
    return Invalid("its reason is longer than 4096 bytes");
  if (!IsUtf8(reason))
    return Invalid("its reason is not UTF-8");
  std::string shown = ReasonLine(reason);
  switch (verdict) {
    case SBX_VERDICT_ALLOW:
      return {ReviewEnd::kAllow, std::move(shown), {}};
    case SBX_VERDICT_DENY:
      if (shown.empty())
        return Invalid("it denies without a reason");
      return {ReviewEnd::kDeny, std::move(shown), {}};
    case SBX_VERDICT_DEFER:
      return {ReviewEnd::kDefer, std::move(shown), {}};
    default:  // a number from outside
      return Invalid("it gives the unknown verdict " + std::to_string(verdict));
  }
}

}  // namespace sbx
