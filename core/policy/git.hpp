// SPDX-License-Identifier: MIT
//
// Git: what has to be writable so that `git commit` works in a workspace. A
// `.git` entry above the workspace opens the folder that holds it; one that is a
// file (a linked worktree, a submodule) also the git directory that it leads to
// and the common directory of that.
//
// A command may have written every one of these files in an earlier run, so none
// is believed. A git directory counts when it lies where git puts it (in the
// `worktrees` of its common directory, or in the `modules` of the repository
// around the workspace) and names the workspace itself; to forge that, one would
// have to write there already. All of it must belong to the user, and nothing
// opens "/", the home directory or what holds it.
#ifndef SBX_CORE_POLICY_GIT_HPP_
#define SBX_CORE_POLICY_GIT_HPP_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/policy/locate.hpp"
#include "core/policy/resolved_policy.hpp"
#include "core/policy/surroundings.hpp"

namespace sbx {

struct GitDirectory {
  Located at;
  const char* what = "";  // "git directory", "common git directory"
};

struct GitPlaces {
  std::string top;              // the folder with the `.git` entry; empty: none was found
  std::optional<Located> root;  // the same, when it is to be opened and is not the workspace
  std::vector<GitDirectory> directories;  // outside of it, to be opened as well

  // Every git directory that commands may have to do with, for what is protected
  // in them; absolute, without links.
  std::vector<std::string> known;

  // Where a `.git` that is not believed leads to, and why it opens nothing.
  std::string refused;
  std::string why;
};

// Looks for a `.git` entry from the workspace upwards, one call for each folder,
// as far as the first folder that is too wide. A repository on another file
// system than the workspace is not found, and git does not find it either.
[[nodiscard]] GitPlaces FindGit(const Located& workspace, const WideFolders& wide,
                                std::uint32_t uid);

// Whether the workspace of a policy has become a repository since it was resolved
// (one call; folders inside it are not looked at). What may be planted there is
// protected from the next resolution on.
[[nodiscard]] bool RepositoryWasMade(const ResolvedPolicy& policy);

// The value of `core.worktree` in the text of a git configuration; empty when it
// has none. Includes are not followed.
[[nodiscard]] std::string WorktreeInConfig(std::string_view text);

}  // namespace sbx

#endif  // SBX_CORE_POLICY_GIT_HPP_
