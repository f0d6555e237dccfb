// SPDX-License-Identifier: MIT
//
// The statically linked runner of the launch tests.
#ifndef SBX_TESTS_UNIT_LAUNCH_RUNNER_ENTRY_HPP_
#define SBX_TESTS_UNIT_LAUNCH_RUNNER_ENTRY_HPP_

#include <memory>

#include "sbx/abi/plugin.h"

#include "sbx/plugin/plan_builder.hpp"

extern "C" const sbx_plugin_entry hand_made_entry;

namespace sbx::test {

// What the next bind() hands out.
[[nodiscard]] std::unique_ptr<plugin::PlanBuilder>& NextPlan();

}  // namespace sbx::test

#endif  // SBX_TESTS_UNIT_LAUNCH_RUNNER_ENTRY_HPP_
