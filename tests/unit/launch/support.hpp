// SPDX-License-Identifier: MIT
//
// What the launch tests share: commands run through either spawner, with or
// without a plan made by hand, and ways to look for what is left behind.
#ifndef SBX_TESTS_UNIT_LAUNCH_SUPPORT_HPP_
#define SBX_TESTS_UNIT_LAUNCH_SUPPORT_HPP_

#include <sys/types.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/platform/run.hpp"
#include "sbx/plugin/plan_builder.hpp"

namespace sbx::test {

enum class Way { kOneShot, kLauncher };

[[nodiscard]] std::string HelperPath();
[[nodiscard]] std::unique_ptr<Spawner> MakeSpawner(Way way,
                                                   const std::string& helper = HelperPath());

// /bin/sh -c SCRIPT, captured, in "/", with PATH alone in the environment.
[[nodiscard]] Launch Shell(const std::string& script);

struct Told {
  std::vector<std::string> notices;
  std::string out, err;
  int exits = 0;
};

struct Ended {
  Outcome outcome;
  Told told;
  std::vector<Enforcement> enforcement;
};

// Runs to the end; a failure to start is a failed test.
[[nodiscard]] Ended RunToEnd(Spawner& spawner, RunRequest request);
[[nodiscard]] Ended RunToEnd(Way way, Launch launch);
[[nodiscard]] std::string Out(const Ended& ended);

// A policy that wants and requires what it is told to, with "/" writable.
[[nodiscard]] std::shared_ptr<const ResolvedPolicy> MakePolicy(sbx_restrictions wanted,
                                                               sbx_restrictions required,
                                                               Limits limits = {});

// A plan that `fill` has put together, bound through a real function table.
using Fill = std::function<void(plugin::PlanBuilder&)>;
[[nodiscard]] std::unique_ptr<Plan> MakePlan(const std::shared_ptr<const ResolvedPolicy>& policy,
                                             std::uint32_t kind, const Fill& fill);

// Processes whose command line contains `text`.
[[nodiscard]] std::vector<pid_t> ProcessesWith(const std::string& text);
// Waits until there are none; what is still there after `seconds`.
[[nodiscard]] std::vector<pid_t> LeftAfter(const std::string& text, double seconds);

// An empty directory of its own, removed with its content.
class Scratch {
 public:
  Scratch();
  ~Scratch();
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] std::vector<std::string> List() const;

 private:
  std::string path_;
};

// Runs `body` in a forked child and gives its exit code; for what changes the
// process for good (one-shot runs with a listener) or is to be killed.
[[nodiscard]] int InChild(const std::function<int()>& body);

}  // namespace sbx::test

#endif  // SBX_TESTS_UNIT_LAUNCH_SUPPORT_HPP_
