// SPDX-License-Identifier: MIT
//
// The names of the protect groups, as one table.
#ifndef SBX_CORE_POLICY_PROTECT_NAMES_HPP_
#define SBX_CORE_POLICY_PROTECT_NAMES_HPP_

#include <cstdint>
#include <span>
#include <string_view>

#include "core/policy/policy.hpp"
#include "core/text/inline_text.hpp"

namespace sbx {

enum class Where : std::uint8_t {
  kRoot = 1,  // in the workspace and the git root
  kHome = 2,  // in the home directory
  kGit = 4,   // in a git directory
  kRootAndHome = 3,
};

struct ProtectedName {
  ProtectGroup group = ProtectGroup::kOwnConfig;
  Where where = Where::kRoot;
  InlineText<48> path;
  bool held = true;  // also where it is not there yet
};

[[nodiscard]] std::span<const ProtectedName> ProtectedNames();

// Is a file of this name taken for a secret, wherever it lies? Templates are not.
[[nodiscard]] bool IsSecretName(std::string_view name);

}  // namespace sbx

#endif  // SBX_CORE_POLICY_PROTECT_NAMES_HPP_
