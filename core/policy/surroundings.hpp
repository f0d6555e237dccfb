// SPDX-License-Identifier: MIT
//
// What stands around the rules of a policy, looked up once: the home directory
// and what is too wide because of it, the workspace, the temporary directories,
// and sbx's own files.
#ifndef SBX_CORE_POLICY_SURROUNDINGS_HPP_
#define SBX_CORE_POLICY_SURROUNDINGS_HPP_

#include <string>
#include <string_view>
#include <vector>

#include "core/policy/locate.hpp"
#include "core/policy/resolved_policy.hpp"
#include "core/policy/spelling.hpp"
#include "core/policy/zone_table.hpp"

namespace sbx {

// Knows which folders are too wide to be writable without being named so.
class WideFolders {
 public:
  explicit WideFolders(const Surroundings& around);

  // Why `at` is too wide ("it is your home directory"), or null.
  [[nodiscard]] const char* Why(const Located& at) const;

  // The same of a canonical path, by its text and without a call.
  [[nodiscard]] bool HoldsHome(std::string_view path) const;

  // Canonical, empty when there is none.
  [[nodiscard]] const std::string& home() const { return home_; }

 private:
  std::string home_;  // canonical, empty when there is none
  files::Identity home_id_;
  files::Identity root_id_;
};

// Opens the workspace and checks that it may be one. Adds a notice when its
// user cannot write it.
[[nodiscard]] Result<Located> OpenWorkspace(const Policy& policy, const Surroundings& around,
                                            const WideFolders& wide, std::vector<Notice>& notices);

// Where the configuration of a project may lie, and whether its bytes must be held.
struct OwnFiles {
  std::string workspace;
  std::string git_root;  // the same when there is none
  bool required = false;
};

// Claims that keep sbx's own files as they are.
[[nodiscard]] Result<void> ClaimOwnFiles(const Surroundings& around, const OwnFiles& own,
                                         std::vector<Claim>& claims);

}  // namespace sbx

#endif  // SBX_CORE_POLICY_SURROUNDINGS_HPP_
