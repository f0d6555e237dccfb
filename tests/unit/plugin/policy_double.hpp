// SPDX-License-Identifier: MIT
//
// PolicyDouble: a resolved policy that wants and requires what a test says, and
// has no zones, so that these tests need no file system.
#ifndef SBX_TESTS_UNIT_PLUGIN_POLICY_DOUBLE_HPP_
#define SBX_TESTS_UNIT_PLUGIN_POLICY_DOUBLE_HPP_

#include <memory>

#include "core/policy/resolved_policy.hpp"

namespace sbx {

[[nodiscard]] std::shared_ptr<const ResolvedPolicy> PolicyDouble(sbx_restrictions wanted,
                                                                 sbx_restrictions required);

}  // namespace sbx

#endif  // SBX_TESTS_UNIT_PLUGIN_POLICY_DOUBLE_HPP_
