// SPDX-License-Identifier: MIT
//
// A runner that is linked in, from create to the end of its last plan.
#include "core/plugin/runner.hpp"

#include <fcntl.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/plugin/registry.hpp"
#include "sbx/plugin/export.hpp"
#include "sbx/plugin/plan_builder.hpp"
#include "tests/unit/plugin/policy_double.hpp"

namespace sbx {
namespace {

using ::testing::HasSubstr;

// What is alive on the plugin's side.
struct Alive {
  int runners = 0, profiles = 0, plans = 0;
};
Alive alive;

struct CountedProfile final : plugin::Profile {
  CountedProfile() { ++alive.profiles; }
  ~CountedProfile() override { --alive.profiles; }
};

struct CountedPlan final : plugin::Plan {
  explicit CountedPlan(std::uint32_t kind) : builder(kind) { ++alive.plans; }
  ~CountedPlan() override { --alive.plans; }
  [[nodiscard]] const sbx_plan& view() const override { return builder.view(); }
  plugin::PlanBuilder builder;
};

// Does what its only setting says.
class Tame final : public plugin::Runner {
 public:
  Tame() { ++alive.runners; }
  ~Tame() override { --alive.runners; }
  [[nodiscard]] sbx_restrictions Understood() const override {
    return SBX_FS_WRITE | SBX_FS_READ | sbx_restrictions{1} << 50;
  }
  Result<void> Configure(std::span<const sbx_setting> settings) override {
    for (const sbx_setting& setting : settings) {
      if (View(setting.key) != "do") {
        return Fail(SBX_E_INVALID, "set", std::string(View(setting.key)), "the only key is do");
      }
      what_ = View(setting.value);
    }
    return {};
  }
  Result<plugin::ProbeResult> Probe(std::uint32_t /*timeout_ms*/) override {
    return plugin::ProbeResult{SBX_FS_WRITE | SBX_KERNEL, {"one", "two\nlines"}};
  }
  Result<std::unique_ptr<plugin::Profile>> Compile(const sbx_policy& policy) override {
    if (what_ == "null profile")
      return std::unique_ptr<plugin::Profile>();
    if (what_ == "claim success")
      return Failure{Error{SBX_OK, 0, "lie", "", ""}};
    EXPECT_NE(policy.wanted, 0U);
    return std::unique_ptr<plugin::Profile>(std::make_unique<CountedProfile>());
  }
  Result<std::unique_ptr<plugin::Plan>> Bind(const plugin::Profile& /*profile*/,
                                             const sbx_launch& /*launch*/) override {
    if (what_ == "null plan")
      return std::unique_ptr<plugin::Plan>();
    auto plan = std::make_unique<CountedPlan>(SBX_PLAN_STEPS);
    plan->builder.AddStep(what_ == "junk step" ? 1000 : SBX_STEP_NO_NEW_PRIVS);
    plan->builder.AddStep(SBX_STEP_LANDLOCK,
                          plan->builder.AddFd(UniqueFd(open("/", O_PATH | O_CLOEXEC))));
    plan->builder.Enforce(SBX_FS_WRITE, SBX_LEVEL_FULL, "magic");
    if (what_ == "partial") {
      plan->builder.Enforce(SBX_FS_READ, SBX_LEVEL_PARTIAL, "magic", "devices can be read", "wait");
    }
    if (what_ == "claim more")
      plan->builder.Enforce(SBX_KERNEL, SBX_LEVEL_FULL, "magic");
    if (what_ == "claim later") {
      plan->builder.Enforce(sbx_restrictions{1} << 50, SBX_LEVEL_FULL, "magic");
    }
    return std::unique_ptr<plugin::Plan>(std::move(plan));
  }
  Error Classify(const sbx_failure& failure) override {
    return {SBX_E_UNSUPPORTED, 0, "start", std::string(View(failure.wrapper_text)), "try another"};
  }

 private:
  std::string what_;
};

SBX_RUNNER_PLUGIN_NAMED(tame_entry, Tame, "tame", "1.0.0");

Result<std::shared_ptr<RunnerHandle>> Make(const std::string& what) {
  return RunnerHandle::Create(tame_entry, {{"do", what}});
}

Result<std::unique_ptr<Plan>> BindOnce(const std::string& what, sbx_restrictions wanted,
                                       sbx_restrictions required) {
  auto runner = Make(what);
  if (!runner)
    return runner.failure();
  auto profile = (*runner)->Compile(PolicyDouble(wanted, required));
  if (!profile)
    return profile.failure();
  sbx_launch launch{};
  launch.size = sizeof launch;
  return (*runner)->Bind(*profile, launch);
}

std::string Why(const std::string& what, sbx_restrictions wanted = SBX_FS_WRITE,
                sbx_restrictions required = SBX_FS_WRITE) {
  const auto plan = BindOnce(what, wanted, required);
  return plan ? "" : plan.error().Sentence();
}

TEST(LinkedInRunner, LivesAsLongAsItsLastPlan) {
  {
    auto plan = BindOnce("", SBX_FS_WRITE | SBX_PRIVILEGE, SBX_FS_WRITE);
    ASSERT_TRUE(plan) << plan.error().Sentence();
    EXPECT_EQ((*plan)->get().step_count, 2U);
    EXPECT_EQ((*plan)->profile().runner().id(), "tame");
    EXPECT_EQ(alive.runners, 1);
    EXPECT_EQ(alive.profiles, 1);
    EXPECT_EQ(alive.plans, 1);
  }
  EXPECT_EQ(alive.plans, 0);
  EXPECT_EQ(alive.profiles, 0);
  EXPECT_EQ(alive.runners, 0);
}

TEST(LinkedInRunner, IsRefusedNeverBelieved) {
  EXPECT_THAT(Why("junk step"), HasSubstr("step 0 has the unknown kind 1000"));
  EXPECT_THAT(Why("claim more"), HasSubstr("it claims kernel, which the runner does not"));
  EXPECT_THAT(Why("claim later"), HasSubstr("it claims 1 unknown"));
  EXPECT_THAT(Why("null plan"), HasSubstr("no plan came back"));
  EXPECT_THAT(Why("null profile"), HasSubstr("no profile came back"));
  EXPECT_THAT(Why("claim success"), HasSubstr("cannot lie"));
  EXPECT_THAT(Why("", SBX_FS_WRITE | SBX_FS_READ), HasSubstr("it does not speak of fs.read"));
  EXPECT_EQ(alive.plans, 0) << "refused plans go back to the plugin";
  EXPECT_EQ(alive.runners, 0);
}

TEST(LinkedInRunner, MustHoldWhatIsRequired) {
  EXPECT_EQ(Why("partial", SBX_FS_WRITE | SBX_FS_READ), "");
  EXPECT_EQ(Why("partial", SBX_FS_WRITE | SBX_FS_READ, SBX_FS_READ),
            "cannot fully enforce fs.read with runner 'tame'; devices can be read; wait");
  EXPECT_THAT(Why("", SBX_FS_WRITE | SBX_KERNEL, SBX_KERNEL),
              HasSubstr("this version of the runner does not know kernel"));
  EXPECT_EQ(BindOnce("", SBX_KERNEL, SBX_KERNEL).error().status, SBX_E_REFUSED);
}

TEST(LinkedInRunner, ProbesAndClassifies) {
  const auto runner = Make("");
  ASSERT_TRUE(runner);
  EXPECT_FALSE((*runner)->Probe(0));
  const auto report = (*runner)->Probe(100);
  ASSERT_TRUE(report);
  EXPECT_EQ(report->can, SBX_FS_WRITE) << "what it does not understand it cannot do";
  EXPECT_THAT(report->notes, ::testing::ElementsAre("one", "two lines"));
  sbx_failure failure{};
  failure.size = sizeof failure;
  failure.wrapper_text = Borrow("oops");
  const Error why = (*runner)->Classify(failure);
  EXPECT_EQ(why.status, SBX_E_UNSUPPORTED);
  EXPECT_EQ(why.Sentence(), "cannot start 'oops'; try another");
}

TEST(LinkedInRunner, RefusesUnknownSettings) {
  const auto runner = RunnerHandle::Create(tame_entry, {{"be", "nice"}});
  ASSERT_FALSE(runner);
  EXPECT_EQ(runner.error().status, SBX_E_INVALID);
  EXPECT_EQ(alive.runners, 0);
}

TEST(LinkedInRunner, IsFoundInTheRegistry) {
  Registry registry({}, {});
  EXPECT_FALSE(registry.Runner("tame", {}));
  registry.AddStatic(tame_entry);
  const auto runner = registry.Runner("tame", {});
  ASSERT_TRUE(runner) << runner.error().Sentence();
  ASSERT_EQ(registry.List().size(), 1U);
  EXPECT_EQ(registry.List()[0].id, "tame");
  EXPECT_FALSE(registry.List()[0].refused);
  EXPECT_THAT(registry.Runner("../tame", {}).error().Sentence(), HasSubstr("an id is a name"));
}

}  // namespace
}  // namespace sbx
