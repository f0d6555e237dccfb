// SPDX-License-Identifier: MIT
//
// CheckPlan: is this plan something that the host may carry out, and does it
// enforce what must be enforced? A plan is checked as a whole before any of it
// is used; what is not understood is refused, never skipped.
#ifndef SBX_CORE_PLUGIN_PLAN_CHECK_HPP_
#define SBX_CORE_PLUGIN_PLAN_CHECK_HPP_

#include <string>

#include "sbx/abi/draft/plan.h"
#include "sbx/abi/draft/restriction.h"

#include "sbx/plugin/result.hpp"

namespace sbx {

// Restrictions that every launch holds by itself, whatever the plan is. A plan
// need not speak of them.
inline constexpr sbx_restrictions kHeldByLaunch =
    SBX_PRIVILEGE | SBX_FD_INHERIT | SBX_LIMITS | SBX_IPC_KEYRING;

// What the listener holds for a plan that asks for these features, and that the
// plan therefore need not speak of either.
[[nodiscard]] sbx_restrictions HeldByListener(std::uint32_t listen);

// Shape: known kinds, descriptors in range, sizes that fit, names that are one
// component. A failure is a fault of the plugin (SBX_E_INTERNAL).
[[nodiscard]] Result<void> CheckPlanShape(const sbx_plan& plan, const std::string& runner);

// Claims: exactly one known bit each, none twice, none outside `understood`,
// one for each restriction of `wanted` that the plan itself has to hold.
[[nodiscard]] Result<void> CheckEnforcement(const sbx_plan& plan, const std::string& runner,
                                            sbx_restrictions understood, sbx_restrictions wanted);

// Everything in `required` is enforced fully, else SBX_E_REFUSED with what is
// not, why, and what would help.
[[nodiscard]] Result<void> CheckRequired(const sbx_plan& plan, const std::string& runner,
                                         sbx_restrictions understood, sbx_restrictions required);

}  // namespace sbx

#endif  // SBX_CORE_PLUGIN_PLAN_CHECK_HPP_
