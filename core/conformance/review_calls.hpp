// SPDX-License-Identifier: MIT
//
// The duties of the functions of a reviewer that is a library: when they return, and what
// they leave open. Of a program the host sees to both.
#ifndef SBX_CORE_CONFORMANCE_REVIEW_CALLS_HPP_
#define SBX_CORE_CONFORMANCE_REVIEW_CALLS_HPP_

#include <vector>

#include "core/conformance/check.hpp"

namespace sbx {

[[nodiscard]] std::vector<Duty> ReviewCallDuties();

}  // namespace sbx

#endif  // SBX_CORE_CONFORMANCE_REVIEW_CALLS_HPP_
