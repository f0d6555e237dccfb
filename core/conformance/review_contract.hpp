// SPDX-License-Identifier: MIT
//
// The contract of sbx.reviewer/1, held against a plugin: what it does with requests
// that are malformed, hostile or urgent. Whether it judges well is not for this suite
// to say; that it cannot be made to allow by accident is.
#ifndef SBX_CORE_CONFORMANCE_REVIEW_CONTRACT_HPP_
#define SBX_CORE_CONFORMANCE_REVIEW_CONTRACT_HPP_

#include <string>
#include <vector>

#include "core/conformance/check.hpp"

namespace sbx {

// `home` is what a program is told as HOME.
[[nodiscard]] std::vector<ContractCheck> CheckReviewer(const Subject& subject,
                                                       const std::string& home,
                                                       const Trial& trial = {});

}  // namespace sbx

#endif  // SBX_CORE_CONFORMANCE_REVIEW_CONTRACT_HPP_
