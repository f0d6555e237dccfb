// SPDX-License-Identifier: MIT
//
// Policy: what a command may read, change and reach, as the host wants it, and
// ResolvedPolicy, the same with every path opened. Resolve once and use it for
// many commands: what runners make of it is kept with it.
#ifndef SBX_HOST_POLICY_HPP_
#define SBX_HOST_POLICY_HPP_

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sbx/abi/draft/policy.h"
#include "sbx/abi/draft/restriction.h"

namespace sbx::host {

enum class Mode : std::uint32_t {
  kReadOnly = SBX_MODE_READ_ONLY,
  kWorkspaceWrite = SBX_MODE_WORKSPACE_WRITE,
  kDangerFullAccess = SBX_MODE_DANGER_FULL_ACCESS,  // nothing is confined
};

enum class Tmp : std::uint32_t {
  kShared = SBX_TMP_SHARED,    // the host's temporary directories, writable
  kPrivate = SBX_TMP_PRIVATE,  // one for each run, gone at its end
  kNone = SBX_TMP_NONE,
};

enum class Network : std::uint32_t { kOpen = SBX_NET_OPEN, kNone = SBX_NET_NONE };

// Which Unix sockets may be connected to. kInside: those made during the run in
// what it may write.
enum class UnixSockets : std::uint32_t {
  kInside = SBX_UNIX_INSIDE,
  kAllow = SBX_UNIX_ALLOW,
  kDeny = SBX_UNIX_DENY,
};

// What a denied pattern must hold: kAll also names that are made later, for which a
// policy is refused where no runner can; kExisting those that are there when it is
// resolved, and the rest is named in the enforcement (fs.pattern).
enum class Patterns : std::uint8_t { kAll, kExisting };

// Of a protect group: kRequired is held or nothing runs.
enum class Protection : std::uint8_t { kOff, kBestEffort, kRequired };

enum class Access : std::uint32_t { kRead = SBX_ACCESS_READ, kWrite = SBX_ACCESS_WRITE };
enum class Effect : std::uint8_t { kAllow, kDeny };

// The deepest rule that covers a path decides; of two about one object, the one
// that denies. Allowing to write allows to read; denying to read denies to write.
struct Rule {
  Access access = Access::kRead;
  Effect effect = Effect::kAllow;
  std::string path;  // absolute, "~/…", below `base`, or "$WORKSPACE/…" ($GIT_ROOT, $TMP, $HOME)
  std::string source = "host";  // where it was written; repeated where the rule decides
};

// Unset: unlimited. Each is of one process, but for `processes` (of the user).
struct Limits {
  std::optional<std::uint64_t> memory;     // bytes of data
  std::optional<std::uint64_t> processes;  // not held for uid 0
  std::optional<std::uint64_t> cpu_seconds;
  std::optional<std::uint64_t> file_size;  // bytes
  std::optional<std::uint64_t> open_files;
};

// What is wanted. The organisation's file (/etc/sbx/policy.json) counts for hosts as for
// everybody and stands above this. Those of the user and of projects are read only by the
// `config_sources` that are named, and stand below this.
struct Policy {
  Mode mode = Mode::kWorkspaceWrite;
  std::string base;       // of relative paths; empty: the working directory when it is resolved
  std::string workspace;  // empty: `base`. "/" and the home directory only when named here
  Tmp tmp = Tmp::kShared;
  Network network = Network::kOpen;
  UnixSockets unix_sockets = UnixSockets::kInside;
  std::vector<std::string> allow_sockets;  // paths of sockets that may be reached all the same
  std::vector<Rule> rules;
  Effect read_default = Effect::kAllow;  // of what no rule names; kDeny leaves what programs need
  Patterns patterns = Patterns::kAll;
  bool include_git_root = true;  // the workspace's repository is writable as a whole
  // "own-config", "git-hooks", "git-config", "shell-rc", "editor", "agent-config",
  // "secrets"; what is not named is as it is without a configuration.
  std::map<std::string, Protection> protect;
  Limits limits;
  // Ids of config sources: "pi", "pi-srt", "droid", "srt", and "native" for sbx's own
  // files of the user and of the workspace, not of folders above it.
  // What they read counts as it does for the program: a project's only narrows until
  // `sbx trust`, and what cannot be read stops Resolve. Below HOME of the engine's environment.
  std::vector<std::string> config_sources;
  sbx_restrictions require =
      0;  // SBX_FS_READ | …: fully held or refused, with those that always are
};

// An immutable value that is cheap to copy; all of it is [any]. Holds a
// descriptor for each object that it names until the last copy, and the last
// run that uses it, are gone.
class ResolvedPolicy {
 public:
  [[nodiscard]] const std::string& workspace() const;  // canonical
  [[nodiscard]] std::vector<std::string> writable_roots() const;
  // Sentences that the user should see before a command starts.
  [[nodiscard]] std::vector<std::string> notices() const;

 private:
  friend class Engine;
  friend struct Inner;  // the library's own
  struct Impl;
  explicit ResolvedPolicy(std::shared_ptr<const Impl> impl);
  std::shared_ptr<const Impl> impl_;
};

}  // namespace sbx::host

#endif  // SBX_HOST_POLICY_HPP_
