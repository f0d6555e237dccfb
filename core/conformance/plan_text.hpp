// SPDX-License-Identifier: MIT
//
// PlanText: everything that a plan says, as text to compare. Two plans for equal
// policies and launches must say the same; numbers of descriptors and places in
// memory may differ and are left out.
#ifndef SBX_CORE_CONFORMANCE_PLAN_TEXT_HPP_
#define SBX_CORE_CONFORMANCE_PLAN_TEXT_HPP_

#include <string>

#include "sbx/abi/draft/plan.h"

namespace sbx {

// `plan` was found to be well formed (core/plugin/plan_check.hpp).
[[nodiscard]] std::string PlanText(const sbx_plan& plan);

}  // namespace sbx

#endif  // SBX_CORE_CONFORMANCE_PLAN_TEXT_HPP_
