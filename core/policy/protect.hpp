// SPDX-License-Identifier: MIT
//
// Protect groups: which names they stand for, and the claims that keep those as
// they are. Names are looked for where they mean something: in the workspace and
// the git root, in the home directory when that is writable, and in the git
// directories that the policy knows. No tree is walked for them.
//
// A name that is not there is held for as long as a run lasts, like the target of
// a denial, where a program would believe what is put there.
#ifndef SBX_CORE_POLICY_PROTECT_HPP_
#define SBX_CORE_POLICY_PROTECT_HPP_

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/policy/policy.hpp"
#include "core/policy/zone_table.hpp"
#include "sbx/plugin/result.hpp"

namespace sbx {

// "git-hooks"; in the order of the enumeration.
[[nodiscard]] std::string_view NameOf(ProtectGroup group);
[[nodiscard]] std::optional<ProtectGroup> ProtectGroupByName(std::string_view name);
[[nodiscard]] std::span<const std::string_view> ProtectGroupNames();

// How a policy protects a group: nothing when it does not. The strongest of what
// it lists.
[[nodiscard]] std::optional<Protect> ProtectionOf(const Policy& policy, ProtectGroup group);

// Where names are looked for; absolute, without links.
struct ProtectedPlaces {
  std::vector<std::string> roots;            // the workspace, the git root
  std::string home;                          // empty when there is none
  std::vector<std::string> git_directories;  // that are known
};

// Adds the claims of every group but own-config. Passes over what lies in no
// writable claim: it needs no protection. Fails where something required cannot
// be looked up; what is best effort gets a notice instead.
[[nodiscard]] Result<void> ClaimProtected(const Policy& policy, const ProtectedPlaces& places,
                                          std::vector<Claim>& claims, std::vector<Notice>& notices);

// Repositories in a git directory that have hooks and a configuration of their
// own: those of submodules, at most kMostModules, `cut` when there are more.
inline constexpr std::size_t kMostModules = 16;
struct Modules {
  std::vector<std::string> paths;
  bool cut = false;
};
[[nodiscard]] Modules ModulesIn(const std::string& git_directory);

}  // namespace sbx

#endif  // SBX_CORE_POLICY_PROTECT_HPP_
