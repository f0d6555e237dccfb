// SPDX-License-Identifier: MIT
//
// SBX_STEP_LANDLOCK_ALLOW: a ruleset is completed in the target, with an object
// that is looked up there.
#include <fcntl.h>
#include <linux/landlock.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>

#include <gtest/gtest.h>

#include "tests/unit/launch/support.hpp"

namespace sbx::test {
namespace {

using End = Outcome::End;

constexpr std::uint64_t kRights = LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_MAKE_REG;

UniqueFd MakeRuleset() {
  landlock_ruleset_attr attributes{};
  attributes.handled_access_fs = kRights;
  return UniqueFd(
      static_cast<int>(syscall(SYS_landlock_create_ruleset, &attributes, sizeof attributes, 0)));
}

class Allow : public ::testing::TestWithParam<Way> {
 protected:
  void SetUp() override {
    if (!MakeRuleset().valid()) {
      const char* expected = std::getenv("SBX_EXPECT");
      ASSERT_EQ(std::string(expected == nullptr ? "" : expected).find("landlock="),
                std::string::npos)
          << "this kernel has no Landlock, though it is expected";
      GTEST_SKIP() << "this kernel has no Landlock";
    }
    for (const char* name : {"/in", "/out"}) {
      ASSERT_EQ(mkdir((scratch_.path() + name).c_str(), 0755), 0);
    }
    std::ofstream(scratch_.path() + "/file") << "text";
  }

  // `script` under a ruleset that has rules for `paths` (below the scratch) only.
  Ended Run(const std::vector<std::string>& paths, const std::string& script,
            std::uint64_t rights = kRights) {
    RunRequest request;
    request.policy = MakePolicy(0, 0);
    request.plan = MakePlan(request.policy, SBX_PLAN_STEPS, [&](plugin::PlanBuilder& plan) {
      const int ruleset = plan.AddFd(MakeRuleset());
      for (const std::string& path : paths) {
        plan.AddStep(SBX_STEP_LANDLOCK_ALLOW, ruleset,
                     scratch_.path() + path + std::string(1, '\0'), rights);
      }
      plan.AddStep(SBX_STEP_LANDLOCK, ruleset);
    });
    request.launch = Shell("cd " + scratch_.path() + "; " + script);
    const auto spawner = MakeSpawner(GetParam());
    return RunToEnd(*spawner, std::move(request));
  }

  Scratch scratch_;
};
INSTANTIATE_TEST_SUITE_P(Ways, Allow, ::testing::Values(Way::kOneShot, Way::kLauncher),
                         [](const auto& shown) {
                           return shown.param == Way::kOneShot ? "OneShot" : "Launcher";
                         });

TEST_P(Allow, WithoutItNothingIsAllowed) {
  EXPECT_EQ(Out(Run({}, "(echo x > in/new) || echo no")), "no\n");
}

TEST_P(Allow, TheObjectAtThePathGetsTheRights) {
  EXPECT_EQ(Out(Run({"/in", "/file"},
                    "(echo x > in/new) && echo in; (echo x > out/new) || echo not out; "
                    "(echo x > file) && echo file",
                    LANDLOCK_ACCESS_FS_WRITE_FILE)),
            "not out\nfile\n")
      << "making files was not among the rights";
  EXPECT_EQ(Out(Run({"/in"}, "(echo x > in/new) && echo in; (echo x > out/new) || echo not out")),
            "in\nnot out\n");
}

TEST_P(Allow, WhatIsNotThereIsPassedOver) {
  EXPECT_EQ(Out(Run({"/absent", "/in"}, "(echo x > in/new) && echo in")), "in\n");
}

TEST_P(Allow, AnObjectThatCannotHaveTheRightsEndsTheLaunch) {
  for (const char* path : {"/file", "/file/below"}) {  // no directory; no way to it
    const Ended ended = Run({path}, "echo ran");
    EXPECT_EQ(ended.outcome.end, End::kNotStarted) << path;
    EXPECT_EQ(ended.outcome.code, 125) << path;
    EXPECT_EQ(ended.told.out, "") << path;
  }
}

}  // namespace
}  // namespace sbx::test
