// SPDX-License-Identifier: MIT
//
// Aliases: a folder that is mounted in a second place is the same object there,
// so what is denied is denied in both. Mechanisms that work by path would see
// only the place that the rule names.
#ifndef SBX_CORE_POLICY_ALIASES_HPP_
#define SBX_CORE_POLICY_ALIASES_HPP_

#include <vector>

#include "core/policy/zone_table.hpp"

namespace sbx {

// Adds a claim for every other place at which something denied, or a part of
// it, is mounted. Asks for the list of mounts only when an explicit rule denies
// something, or a writable object lies on another mount of the file system that
// holds sbx's own files.
void AddAliases(std::vector<Claim>& claims);

}  // namespace sbx

#endif  // SBX_CORE_POLICY_ALIASES_HPP_
