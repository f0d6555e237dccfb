// SPDX-License-Identifier: MIT
//
// The documents that a reviewer which is a program reads and writes, as
// sdk/schema/reviewer-request.schema.json and reviewer-reply.schema.json have them.
#ifndef SBX_CORE_REVIEW_REQUEST_JSON_HPP_
#define SBX_CORE_REVIEW_REQUEST_JSON_HPP_

#include <string>
#include <string_view>
#include <vector>

#include "core/plugin/settings.hpp"
#include "core/review/request.hpp"
#include "core/review/verdict.hpp"

namespace sbx {

[[nodiscard]] std::string RequestJson(const ReviewRequest& request,
                                      const std::vector<Setting>& settings);

// One object with a verdict and a reason, and nothing more: else kInvalidResponse.
[[nodiscard]] Verdict ParseVerdict(std::string_view reply);

}  // namespace sbx

#endif  // SBX_CORE_REVIEW_REQUEST_JSON_HPP_
