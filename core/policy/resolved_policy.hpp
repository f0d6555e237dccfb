// SPDX-License-Identifier: MIT
//
// ResolvedPolicy: the policy with every path opened and every rule placed, the
// one source from which all runners, `check`, `explain` and the listener work.
// Immutable and shared; safe to read from any thread.
#ifndef SBX_CORE_POLICY_RESOLVED_POLICY_HPP_
#define SBX_CORE_POLICY_RESOLVED_POLICY_HPP_

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "sbx/abi/draft/policy.h"

#include "core/policy/glob.hpp"
#include "core/policy/locate.hpp"
#include "core/policy/policy.hpp"
#include "sbx/plugin/result.hpp"
#include "sbx/plugin/unique_fd.hpp"

namespace sbx {

// What stands around a policy when it is resolved: the facts of the calling
// process, passed in so that resolving is a function of its arguments and of
// the file system.
struct Surroundings {
  std::string cwd;                         // base of relative paths and the default workspace
  std::string home;                        // empty when the user has none
  std::string tmpdir;                      // $TMPDIR as given, may be empty
  std::string config_home;                 // sbx's own: $XDG_CONFIG_HOME/sbx or ~/.config/sbx
  std::string state_home;                  // $XDG_STATE_HOME/sbx or ~/.local/state/sbx
  std::vector<std::string> program_paths;  // the program, its helper, its plugin folders
  std::vector<std::string> source_files;   // that config sources read or would read
  std::uint32_t uid = 0;                   // the user that targets will be
};

// One object and what may be done with it and below it, up to the next zone.
// See sbx_zone for the meaning of the fields.
struct Zone {
  std::string path;
  UniqueFd fd;
  int parent = -1;
  Access access = Access::kRead;
  std::uint32_t object = SBX_OBJECT_DIRECTORY;
  std::uint32_t flags = 0;
  std::uint64_t dev = 0;
  std::uint64_t ino = 0;
  std::string rule;  // "--deny-write /srv/app/.git", "workspace", "default: reads are open"
  const char* group = nullptr;  // the protect group that decided, static
};

// A denied pattern. What it matched when it was resolved are zones.
struct Pattern {
  Glob glob;
  Access access = Access::kRead;  // what is denied
  std::string rule;
  Requirement requirement = Requirement::kRequired;
  bool reaches_writable = false;  // the target could make a name that it matches
};

// A remark that the user must see before the command starts (a workspace of
// another owner, a rule that names nothing).
struct Notice {
  std::string text;
};

class ResolvedPolicy {
 public:
  ResolvedPolicy(Policy policy, Surroundings around, std::vector<Zone> zones,
                 std::vector<Notice> notices, std::string workspace, std::string temp_dir,
                 sbx_restrictions wanted, sbx_restrictions required, std::string temp_root = {},
                 UniqueFd temp_root_fd = UniqueFd(), std::vector<Link> links = {},
                 std::vector<Pattern> patterns = {}, std::string git_top = {});
  ResolvedPolicy(const ResolvedPolicy&) = delete;
  ResolvedPolicy& operator=(const ResolvedPolicy&) = delete;
  ~ResolvedPolicy();

  [[nodiscard]] const Policy& policy() const { return policy_; }
  [[nodiscard]] const Surroundings& around() const { return around_; }
  [[nodiscard]] const std::vector<Zone>& zones() const { return zones_; }
  [[nodiscard]] const std::vector<Notice>& notices() const { return notices_; }
  [[nodiscard]] const std::string& workspace() const { return workspace_; }

  [[nodiscard]] const std::vector<Pattern>& patterns() const { return patterns_; }

  // The folder at or above the workspace that had a `.git` entry; empty: none.
  [[nodiscard]] const std::string& git_top() const { return git_top_; }

  // What TMPDIR must be for the target when it may not stay as it is: empty
  // when the caller's value (or its absence) is right.
  [[nodiscard]] const std::string& temp_dir() const { return temp_dir_; }

  [[nodiscard]] sbx_restrictions wanted() const { return view_.wanted; }
  [[nodiscard]] sbx_restrictions required() const { return view_.required; }
  [[nodiscard]] std::uint64_t generation() const { return view_.generation; }

  // The same facts for runners; valid as long as this object lives.
  [[nodiscard]] const sbx_policy& view() const { return view_; }

 private:
  Policy policy_;
  Surroundings around_;
  std::vector<Zone> zones_;
  std::vector<sbx_zone> zone_views_;
  std::vector<Notice> notices_;
  std::string workspace_;
  std::string temp_dir_;
  std::string temp_root_;
  UniqueFd temp_root_fd_;
  std::vector<Link> links_;
  std::vector<Pattern> patterns_;
  std::string git_top_;
  std::vector<sbx_link> link_views_;
  sbx_policy view_{};
};

// Opens and places everything `policy` names. Fails with one sentence when a
// rule cannot be understood, contradicts another (the same object allowed and
// denied by two explicit rules is not a contradiction: deny wins), or when the
// workspace may not be one. Touches only the objects that are named and their
// ancestors; cost does not depend on what lies below them.
[[nodiscard]] Result<std::shared_ptr<const ResolvedPolicy>> Resolve(const Policy& policy,
                                                                    const Surroundings& around);

}  // namespace sbx

#endif  // SBX_CORE_POLICY_RESOLVED_POLICY_HPP_
