// SPDX-License-Identifier: MIT
//
// What a run really holds: the plan's word, together with what the launch adds
// by itself, less what turned out not to be had.
#ifndef SBX_CORE_PLATFORM_LINUX_LAUNCH_ENFORCEMENT_HPP_
#define SBX_CORE_PLATFORM_LINUX_LAUNCH_ENFORCEMENT_HPP_

#include <vector>

#include "core/platform/run.hpp"

namespace sbx::launch {

// Sets every restriction in `lost` to none, with the reason as its gap.
void Lose(std::vector<Enforcement>* held, sbx_restrictions lost, const std::string& gap,
          const std::string& mend);

// Where the plan's word leans on a listener that could not be had: full becomes
// partial.
void Weaken(std::vector<Enforcement>* held, std::uint32_t listen);

// The restrictions that the listener holds for a plan with these features.
[[nodiscard]] sbx_restrictions HeldByListener(std::uint32_t listen);

// Refuses, naming what is open, when a required restriction is not fully held.
[[nodiscard]] Result<void> CheckRequired(const ResolvedPolicy& policy,
                                         const std::vector<Enforcement>& held);

// Whether the launch's own session keyring is what holds ipc.keyring.
[[nodiscard]] bool KeyringIsOurs(const sbx_plan& plan);

}  // namespace sbx::launch

#endif  // SBX_CORE_PLATFORM_LINUX_LAUNCH_ENFORCEMENT_HPP_
