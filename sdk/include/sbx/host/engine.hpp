// SPDX-License-Identifier: MIT
//
// Engine: what a host makes once and starts commands with.
//
// The library has no global state, installs no signal handler, changes no signal
// mask, never exits and writes nothing to the host's streams. An engine starts
// one helper process at its first run and, where a policy needs one, a thread
// with every signal blocked; both are gone when the engine and its runs are. A
// host must leave the children that it did not start alone: wait for its own by
// pid, not for any.
//
// Thread tags: see sbx/host/run.hpp. No function throws but for lack of memory.
#ifndef SBX_HOST_ENGINE_HPP_
#define SBX_HOST_ENGINE_HPP_

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "sbx/host/check.hpp"
#include "sbx/host/fence.hpp"
#include "sbx/host/launch.hpp"
#include "sbx/host/policy.hpp"
#include "sbx/host/run.hpp"
#include "sbx/host/status.hpp"
#include "sbx/plugin/result.hpp"

// The installation that the host was built with: find_package(sbx) and
// pkg-config define it.
#ifndef SBX_HOST_PREFIX
#define SBX_HOST_PREFIX ""
#endif

namespace sbx::host {

struct EngineOptions {
  // Where <prefix>/libexec/sbx/sbx-init and <prefix>/lib/sbx/plugins are.
  std::string prefix = SBX_HOST_PREFIX;

  // Folders with plugins besides that of the prefix, searched before it. They are
  // code of the host's rights: absolute, and changed by nobody but root and the
  // user. One that lies in an `untrusted_folders` entry, or in the workspace of
  // the policy, is refused.
  std::vector<std::string> plugin_folders;
  std::vector<std::string> untrusted_folders;  // that commands may change

  // NAME=VALUE: where HOME, TMPDIR and XDG_* are read, and what commands start
  // with. Nothing is taken from the process's own environment unless it is asked
  // for; then once, while the engine is made.
  std::vector<std::string> environment;
  bool inherit_environment = false;

  std::vector<std::string> order = {"bwrap", "landlock"};  // of runners, for "auto"
  // By runner. One that does not take its settings is refused and never replaced by another,
  // and so are settings for a runner that does not exist: by whatever would use them first.
  std::map<std::string, std::vector<std::pair<std::string, std::string>>> settings;
};

class Engine {
 public:
  // Fails when the prefix is not an installation. [any], but with
  // `inherit_environment` not while another thread changes the environment.
  static Result<std::unique_ptr<Engine>> Make(EngineOptions options);
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;
  // Runs that are left go on and keep what they need. [serial]
  ~Engine();

  // Opens and places everything that `policy` names; one sentence when that
  // cannot be. Reads the working directory when it has no base. Blocks while config
  // sources read, at the worst five seconds for each. [any]
  Result<ResolvedPolicy> Resolve(const Policy& policy) const;

  // Starts a command under `policy`, with the first runner of the launch's
  // choice that enforces what is required. One that turns out not to work here
  // before anything of the command ran is followed by the next; that happens in
  // Dispatch. The handlers are the run's own copy. Blocks for as long as it takes
  // to hand over the plan, about a millisecond. Fails when no runner will do: then
  // nothing was started. [any]
  Result<std::unique_ptr<Run>> Start(const ResolvedPolicy& policy, Launch launch,
                                     Handlers handlers = {});

  // Starts a process that opens files under `policy`; it may outlive the engine. Blocks
  // for as long as that takes, some milliseconds. [any]
  Result<std::unique_ptr<Fence>> MakeFence(const ResolvedPolicy& policy, FenceOptions options = {});

  // Which runner a command would have and what it would enforce, found by really
  // trying: takes milliseconds, at the worst five seconds for each runner. [any]
  Result<Status> StatusOf(const ResolvedPolicy& policy, const std::string& runner = "auto");

 private:
  friend struct Inner;  // the library's own
  struct Impl;
  explicit Engine(std::shared_ptr<Impl> impl);
  std::shared_ptr<Impl> impl_;
};

}  // namespace sbx::host

#endif  // SBX_HOST_ENGINE_HPP_
