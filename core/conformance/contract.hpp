// SPDX-License-Identifier: MIT
//
// The contract of sbx.runner/1, held against a plugin without running a command:
// what can be seen by calling its functions as a host would, and as a careless or
// a newer host would. Whether a plan confines anything is the battery's to say.
#ifndef SBX_CORE_CONFORMANCE_CONTRACT_HPP_
#define SBX_CORE_CONFORMANCE_CONTRACT_HPP_

#include <vector>

#include "core/conformance/check.hpp"
#include "core/policy/resolved_policy.hpp"

namespace sbx {

// Every check, in order, made in children: a plugin that crashes or hangs fails
// the check that met it. `policy` is one that every runner may be asked for.
[[nodiscard]] std::vector<ContractCheck> CheckContract(const Subject& subject,
                                                       const ResolvedPolicy& policy,
                                                       const Trial& trial = {});

}  // namespace sbx

#endif  // SBX_CORE_CONFORMANCE_CONTRACT_HPP_
