// SPDX-License-Identifier: MIT
//
// What would have allowed a denied operation, at its narrowest.
#ifndef SBX_CORE_DENIAL_ALLOWING_HPP_
#define SBX_CORE_DENIAL_ALLOWING_HPP_

#include <string>
#include <vector>

#include "core/denial/denial.hpp"

namespace sbx {

// The option of `sbx run` and its value, as two words; none where no option would, or
// where what it would open is wider than the operation was.
[[nodiscard]] std::vector<std::string> OptionThatAllows(const Denial& denial);

}  // namespace sbx

#endif  // SBX_CORE_DENIAL_ALLOWING_HPP_
