// SPDX-License-Identifier: MIT
//
// A git directory that a `.git` file leads to: reading the pointers between it,
// its common directory and its worktree, and whether they belong together.
// Everything that is read here may be forged; see core/policy/git.hpp.
#ifndef SBX_CORE_POLICY_GIT_DIRECTORY_HPP_
#define SBX_CORE_POLICY_GIT_DIRECTORY_HPP_

#include <optional>
#include <string>

#include "core/platform/files.hpp"
#include "core/policy/locate.hpp"

namespace sbx {

struct GitTarget {
  Located at;
  std::optional<Located> common;  // of a linked worktree, when its `commondir` names a repository
  bool has_common = false;        // there is a `commondir`
  bool is_repository = false;     // `at` has what every repository has
};

// What the file `.git` in `folder` leads to; nothing when it names no folder.
// At most a few KiB of it are read.
[[nodiscard]] std::optional<GitTarget> TargetOf(const Located& folder);

// Why the target is not the linked worktree whose `.git` file is `pointer`, or null.
[[nodiscard]] const char* WhyNoWorktree(const GitTarget& target, const files::Identity& pointer);

// Why the target is not the submodule that is checked out at `folder`, or null.
[[nodiscard]] const char* WhyNoSubmodule(const GitTarget& target, const Located& folder);

}  // namespace sbx

#endif  // SBX_CORE_POLICY_GIT_DIRECTORY_HPP_
