// SPDX-License-Identifier: MIT
//
// Consult: one question, put to a chain of reviewers. The one way from a request to a
// verdict: what no reviewer may be asked is denied here, before anybody is.
#ifndef SBX_CORE_REVIEW_CONSULT_HPP_
#define SBX_CORE_REVIEW_CONSULT_HPP_

#include <memory>
#include <span>
#include <stop_token>

#include "core/review/request.hpp"
#include "core/review/reviewer.hpp"
#include "core/review/verdict.hpp"

namespace sbx {

// All text of a request together, so that evidence is never cut by who judges it.
inline constexpr std::size_t kMostReviewText = std::size_t{64} << 10;

// Asks the first reviewer, and the next one where one defers; every other end is
// final. request.deadline is one for all of them. An empty chain, or one that defers
// to its end, is kDefer. Nothing but Verdict::Allows() lets anything happen. [any]
[[nodiscard]] Verdict Consult(std::span<const std::shared_ptr<Reviewer>> chain,
                              ReviewRequest request, const std::stop_token& stop = {});

}  // namespace sbx

#endif  // SBX_CORE_REVIEW_CONSULT_HPP_
