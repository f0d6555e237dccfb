// SPDX-License-Identifier: MIT
//
// RunnerHandle: a loaded runner behind its function table, with the table's
// duties (lifetimes, sinks, level checks) done once. Everything that comes from
// a plugin is checked here before the rest of the core sees it: it can be
// refused, never believed.
#ifndef SBX_CORE_PLUGIN_RUNNER_HPP_
#define SBX_CORE_PLUGIN_RUNNER_HPP_

#include <memory>
#include <string>
#include <vector>

#include "sbx/abi/draft/runner.h"
#include "sbx/abi/plugin.h"

#include "core/plugin/settings.hpp"
#include "core/policy/resolved_policy.hpp"
#include "sbx/plugin/result.hpp"

namespace sbx {

class RunnerHandle;

// The compiled form of one policy; keeps the policy and the runner alive.
class Profile {
 public:
  Profile(std::shared_ptr<const RunnerHandle> runner, std::shared_ptr<const ResolvedPolicy> policy,
          void* handle);
  Profile(const Profile&) = delete;
  Profile& operator=(const Profile&) = delete;
  ~Profile();

  [[nodiscard]] void* handle() const { return handle_; }
  [[nodiscard]] const ResolvedPolicy& policy() const { return *policy_; }
  [[nodiscard]] const RunnerHandle& runner() const { return *runner_; }

 private:
  std::shared_ptr<const RunnerHandle> runner_;
  std::shared_ptr<const ResolvedPolicy> policy_;
  void* handle_;
};

// A plan that has been checked: known kinds, descriptors in range, one
// enforcement entry per wanted restriction, nothing claimed that the runner
// does not understand.
class Plan {
 public:
  Plan(std::shared_ptr<const Profile> profile, const sbx_plan* plan);
  Plan(const Plan&) = delete;
  Plan& operator=(const Plan&) = delete;
  ~Plan();

  [[nodiscard]] const sbx_plan& get() const { return *plan_; }
  [[nodiscard]] const Profile& profile() const { return *profile_; }

 private:
  std::shared_ptr<const Profile> profile_;
  const sbx_plan* plan_;
};

struct ProbeReport {
  sbx_restrictions can = 0;
  std::vector<std::string> notes;
};

class RunnerHandle : public std::enable_shared_from_this<RunnerHandle> {
 public:
  // Makes and configures an instance of `entry`. `entry` must outlive the
  // handle (libraries are never unloaded). [serial]
  static Result<std::shared_ptr<RunnerHandle>> Create(const sbx_plugin_entry& entry,
                                                      const std::vector<Setting>& settings);
  RunnerHandle(const RunnerHandle&) = delete;
  RunnerHandle& operator=(const RunnerHandle&) = delete;
  ~RunnerHandle();

  [[nodiscard]] const std::string& id() const { return id_; }
  [[nodiscard]] sbx_restrictions understood() const { return table_.understood; }

  Result<ProbeReport> Probe(std::uint32_t timeout_ms) const;  // [any]
  Result<std::shared_ptr<const Profile>> Compile(
      std::shared_ptr<const ResolvedPolicy> policy) const;  // [any]
  Result<std::unique_ptr<Plan>> Bind(const std::shared_ptr<const Profile>& profile,
                                     const sbx_launch& launch) const;  // [any]
  Error Classify(const sbx_failure& failure) const;                    // [any]

 private:
  friend class Profile;
  friend class Plan;
  RunnerHandle(std::string id, const sbx_runner& table, void* self);

  std::string id_;
  sbx_runner table_;  // a zero-filled copy of min(size, sizeof)
  void* self_;
};

// Which rules of a policy are patterns that no file has to have yet (fs.pattern).
[[nodiscard]] std::string LaterMatches(const ResolvedPolicy& policy);

}  // namespace sbx

#endif  // SBX_CORE_PLUGIN_RUNNER_HPP_
