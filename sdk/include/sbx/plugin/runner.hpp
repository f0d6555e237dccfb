// SPDX-License-Identifier: MIT
//
// Runner: the C++ side of sbx.runner/1 for plugin authors. Derive, implement,
// and export with SBX_RUNNER_PLUGIN (sbx/plugin/export.hpp). Every call that
// comes through the table is wrapped: a Result becomes a status and a report,
// an exception becomes SBX_E_INTERNAL, never an answer.
#ifndef SBX_PLUGIN_RUNNER_HPP_
#define SBX_PLUGIN_RUNNER_HPP_

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "sbx/abi/draft/runner.h"

#include "sbx/plugin/result.hpp"

namespace sbx::plugin {

// What compile() keeps; derive from it.
class Profile {
 public:
  virtual ~Profile() = default;
};

// What bind() hands out; derive from it or use PlanBuilder (sbx/plugin/plan_builder.hpp).
// view() must stay valid, with everything it points to, until the object dies.
class Plan {
 public:
  virtual ~Plan() = default;
  [[nodiscard]] virtual const sbx_plan& view() const = 0;
};

struct ProbeResult {
  sbx_restrictions can = 0;
  std::vector<std::string> notes;
};

class Runner {
 public:
  virtual ~Runner() = default;

  [[nodiscard]] virtual sbx_restrictions Understood() const = 0;
  virtual Result<void> Configure(std::span<const sbx_setting> settings) = 0;
  virtual Result<ProbeResult> Probe(std::uint32_t timeout_ms) = 0;
  virtual Result<std::unique_ptr<Profile>> Compile(const sbx_policy& policy) = 0;
  virtual Result<std::unique_ptr<Plan>> Bind(const Profile& profile, const sbx_launch& launch) = 0;
  virtual Error Classify(const sbx_failure& failure) = 0;
};

}  // namespace sbx::plugin

#endif  // SBX_PLUGIN_RUNNER_HPP_
