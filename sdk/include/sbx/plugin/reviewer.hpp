// SPDX-License-Identifier: MIT
//
// Reviewer: the C++ side of sbx.reviewer/1 for plugin authors. Derive, implement
// Review(), and export with SBX_REVIEWER_PLUGIN (sbx/plugin/export_reviewer.hpp).
// What Review() throws is a denial; a Failure makes the reviewer unavailable,
// which is a denial as well unless another reviewer can be asked.
#ifndef SBX_PLUGIN_REVIEWER_HPP_
#define SBX_PLUGIN_REVIEWER_HPP_

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "sbx/abi/draft/reviewer.h"

#include "sbx/plugin/entry.hpp"
#include "sbx/plugin/result.hpp"

namespace sbx::plugin {

// What a reviewer says. One that was not filled denies.
struct Verdict {
  std::uint32_t verdict = SBX_VERDICT_DENY;
  std::string reason;  // UTF-8, one short sentence; needed to deny
};

[[nodiscard]] inline Verdict Allow(std::string reason = {}) {
  return {SBX_VERDICT_ALLOW, std::move(reason)};
}
[[nodiscard]] inline Verdict Deny(std::string reason) {
  return {SBX_VERDICT_DENY, std::move(reason)};
}
[[nodiscard]] inline Verdict Defer(std::string reason = {}) {
  return {SBX_VERDICT_DEFER, std::move(reason)};
}

// Parts of a request as ranges, borrowed from it.
[[nodiscard]] inline std::span<const sbx_str> Argv(const sbx_review_request& request) {
  return {request.argv, request.argc};
}
[[nodiscard]] inline std::span<const sbx_grant> Grants(const sbx_review_request& request) {
  return {request.grants, request.grant_count};
}
[[nodiscard]] inline std::span<const sbx_denial> Denials(const sbx_review_request& request) {
  return {request.denials, request.denial_count};
}
[[nodiscard]] inline std::span<const sbx_turn> Dialogue(const sbx_review_request& request) {
  return {request.dialogue, request.turn_count};
}

// What the user said last, or nothing. The host asks nobody when there is nothing.
[[nodiscard]] inline std::string_view LastInstruction(const sbx_review_request& request) {
  std::string_view last;
  for (const sbx_turn& turn : Dialogue(request)) {
    if (turn.role == SBX_ROLE_USER)
      last = View(turn.text);
  }
  return last;
}

class Reviewer {
 public:
  virtual ~Reviewer() = default;

  // [serial] Once, before anything else. An unknown setting is a Failure.
  virtual Result<void> Configure(std::span<const sbx_setting> settings) {
    return RefuseSettings(settings.data(), settings.size());
  }

  // [any] `request` is borrowed for the call. Late answers are dropped.
  virtual Result<Verdict> Review(const sbx_review_request& request) = 0;

  // [cancel] Nobody waits for that review any more. Must not wait for it either.
  virtual void Cancel(std::string_view /*request_id*/) {}
};

}  // namespace sbx::plugin

#endif  // SBX_PLUGIN_REVIEWER_HPP_
