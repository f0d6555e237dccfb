// SPDX-License-Identifier: MIT
//
// What the Landlock runner says about itself: for every wanted restriction how
// far it is held and by what, and the rules in words.
#ifndef SBX_PLUGINS_LANDLOCK_ENFORCEMENT_HPP_
#define SBX_PLUGINS_LANDLOCK_ENFORCEMENT_HPP_

#include <cstddef>

#include "plugins/linux/ruleset.hpp"
#include "sbx/plugin/plan_builder.hpp"

namespace sbx::runner {

// Depends on nothing but its arguments (and `policy`'s zones). Restrictions that
// the host's launch or listener hold are not spoken of.
void SayEnforcement(const sbx_policy& policy, int abi, plugin::PlanBuilder& plan);

void SayRules(const sbx_policy& policy, int abi, const RulesetShape& shape,
              std::size_t filter_instructions, plugin::PlanBuilder& plan);

// What a host with this ABI can enforce, as far as it is this runner that does.
[[nodiscard]] sbx_restrictions HeldWithAbi(int abi);

}  // namespace sbx::runner

#endif  // SBX_PLUGINS_LANDLOCK_ENFORCEMENT_HPP_
