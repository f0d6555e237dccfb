// SPDX-License-Identifier: MIT
//
// Policy: what is wanted, as it was written, independent of any mechanism.
// A plain value; nothing here has been opened or looked up yet.
#ifndef SBX_CORE_POLICY_POLICY_HPP_
#define SBX_CORE_POLICY_POLICY_HPP_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sbx/abi/draft/policy.h"
#include "sbx/abi/draft/restriction.h"

namespace sbx {

enum class Mode : std::uint32_t {
  kReadOnly = SBX_MODE_READ_ONLY,
  kWorkspaceWrite = SBX_MODE_WORKSPACE_WRITE,
  kDangerFullAccess = SBX_MODE_DANGER_FULL_ACCESS,
};

enum class Tmp : std::uint32_t {
  kShared = SBX_TMP_SHARED,    // the host's temporary directories, writable
  kPrivate = SBX_TMP_PRIVATE,  // one of its own, gone when the run ends
  kNone = SBX_TMP_NONE,        // nothing writable
};

enum class Network : std::uint32_t { kOpen = SBX_NET_OPEN, kNone = SBX_NET_NONE };

// Which Unix sockets a target may connect to. kInside: those that were made
// during the run within its writable zones. Named paths are always reachable.
enum class UnixSockets : std::uint32_t {
  kInside = SBX_UNIX_INSIDE,
  kAllow = SBX_UNIX_ALLOW,
  kDeny = SBX_UNIX_DENY,
};

enum class Access : std::uint32_t {
  kNone = SBX_ACCESS_NONE,
  kRead = SBX_ACCESS_READ,
  kWrite = SBX_ACCESS_WRITE,
};

enum class Effect : std::uint8_t { kAllow, kDeny };

// Who a rule comes from, the weakest first. What the organisation denies, no
// rule of another layer opens again, however deep it goes.
enum class Layer : std::uint8_t {
  kBuiltIn,
  kPreset,
  kUser,
  kProject,
  kCommandLine,
  kOrganisation,
};

// How hard something is insisted on: kRequired is held, or nothing runs;
// kBestEffort is named in the enforcement (fs.protect, fs.pattern) where it is not held.
enum class Requirement : std::uint8_t { kBestEffort, kRequired };

// One line of a policy. `access` is kRead or kWrite. Allowing to write allows
// to read; denying to read denies to write. The deepest rule that covers a path
// decides; where two rules name the same object, deny wins.
struct Rule {
  Access access = Access::kRead;
  Effect effect = Effect::kAllow;
  std::string path;    // absolute, "~/…", relative to the base directory, or "$WORKSPACE/…",
                       // "$GIT_ROOT/…", "$TMP/…", "$HOME/…"; a final "/**" means the same
                       // as none. A pattern as in core/policy/glob.hpp; one that begins with
                       // "**/" is about the workspace and the git root as well
  std::string source;  // where it was written: "--deny-write", "default"
  Layer layer = Layer::kCommandLine;
  Requirement requirement = Requirement::kRequired;  // of a denial
  std::string base = {};  // what a relative `path` starts from, absolute; empty: the base directory
};

// Files that are kept from being changed because of what they do: see
// core/policy/protect.hpp for the names of each group.
enum class ProtectGroup : std::uint8_t {
  kOwnConfig,  // always protected; being listed only sets its requirement
  kGitHooks,
  kGitConfig,
  kShellRc,
  kEditor,
  kAgentConfig,
  kSecrets,
};

// One group that is protected. A group may be listed several times: the strongest
// requirement counts. A rule that allows writing in it is refused.
struct Protect {
  ProtectGroup group = ProtectGroup::kGitHooks;
  Requirement requirement = Requirement::kBestEffort;
  std::string source = "default";
};

// Limits that need no control group. Unset means unlimited. Bytes and seconds.
struct Limits {
  std::optional<std::uint64_t> memory;     // data segment of each process (RLIMIT_DATA)
  std::optional<std::uint64_t> processes;  // of the user (RLIMIT_NPROC); not held for uid 0
  std::optional<std::uint64_t> cpu_seconds;
  std::optional<std::uint64_t> file_size;
  std::optional<std::uint64_t> open_files;
};

struct Policy {
  Mode mode = Mode::kWorkspaceWrite;
  std::string mode_source = "default";
  std::string workspace;         // empty: the base directory
  bool workspace_named = false;  // "/", home and its ancestors are accepted only then
  // In workspace-write, the repository that the workspace lies in becomes writable: the folder that
  // holds `.git`, and where that is a file (a linked worktree, a submodule) the git directory that
  // it leads to and its common directory. See core/policy/git.hpp for what is believed.
  bool include_git_root = true;
  Tmp tmp = Tmp::kShared;  // read-only mode makes it kNone
  Network network = Network::kOpen;
  UnixSockets unix_sockets = UnixSockets::kInside;
  std::vector<std::string> allow_sockets;  // paths of sockets outside that may be reached
  std::vector<Rule> rules;
  // What may be read that no rule speaks of. kDeny leaves what programs need to
  // run at all (core/policy/read_set.hpp), the writable zones, and allow rules.
  Effect read_default = Effect::kAllow;
  std::string read_default_source = "default";
  // Names that a denied pattern matches and that are made later, where the target can make
  // any: only few runners can hold that. kBestEffort holds what is there when a run begins.
  Requirement later_matches = Requirement::kRequired;
  std::vector<Protect> protect = {Protect{}};  // git hooks, best effort
  Limits limits;
  sbx_restrictions require = 0;  // in addition to what is required by default
};

}  // namespace sbx

#endif  // SBX_CORE_POLICY_POLICY_HPP_
