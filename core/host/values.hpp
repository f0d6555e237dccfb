// SPDX-License-Identifier: MIT
//
// Values: a member of an enumeration may hold any number, in both languages. One that
// names nothing is refused by the name of its field, and never taken for another.
#ifndef SBX_CORE_HOST_VALUES_HPP_
#define SBX_CORE_HOST_VALUES_HPP_

#include <cstdint>
#include <string>
#include <vector>

#include "sbx/host/policy.hpp"
#include "sbx/plugin/result.hpp"

namespace sbx::host {

// `value` must be one of 0 … last.
[[nodiscard]] Result<void> CheckValue(std::uint32_t value, std::uint32_t last,
                                      const std::string& field);

// Reading or writing.
[[nodiscard]] Result<void> CheckAccess(Access access, const std::string& field);

// Every enumeration of a policy, those of its rules and groups included.
[[nodiscard]] Result<void> CheckValues(const Policy& policy);

// Each has to be NAME=VALUE.
[[nodiscard]] Result<void> CheckEnvironment(const std::vector<std::string>& entries,
                                            const std::string& field);

}  // namespace sbx::host

#endif  // SBX_CORE_HOST_VALUES_HPP_
