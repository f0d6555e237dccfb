// SPDX-License-Identifier: MIT
//
// Plans that no runner should hand out, one mistake each.
#include "core/plugin/plan_check.hpp"

#include <functional>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sbx {
namespace {

using ::testing::HasSubstr;

// A plan of every part, with storage that a test may change.
struct Parts {
  std::vector<sbx_step> steps;
  std::vector<sbx_hold> holds;
  std::vector<std::int32_t> fds = {5, 6};
  std::vector<sbx_str> wrap, env, explain;
  std::vector<sbx_enforcement> enforcement;
  char filter[16] = {};
  std::uint32_t groups[2] = {1, 2};
  sbx_plan plan{};

  Parts() {
    plan.size = sizeof plan;
    plan.kind = SBX_PLAN_STEPS;
    steps.push_back({SBX_STEP_NO_NEW_PRIVS, 0, -1, 0, nullptr, {}});
    steps.push_back({SBX_STEP_LANDLOCK, 0, 0, 0, nullptr, {}});
    steps.push_back({SBX_STEP_SECCOMP, 0, -1, sizeof filter, filter, {}});
    steps.push_back({SBX_STEP_IDENTITY, 0, -1, sizeof groups, groups, {1, 1, 0}});
    holds.push_back({SBX_HOLD_TEMP, 0, 1, 0, 0, Borrow("sbx-tmp-1")});
    env.push_back(Borrow("TMPDIR=/tmp/x"));
    explain.push_back(Borrow("any bytes"));
  }
  sbx_step& Step(std::uint32_t kind) {
    return steps.emplace_back(sbx_step{kind, 0, -1, 0, nullptr, {}});
  }
  void Wrap(std::string_view program) {
    plan.kind = SBX_PLAN_WRAP;
    wrap.push_back(Borrow(program));
  }

  const sbx_plan& View() {
    const auto point = [](auto& to, auto& count, const auto& from) {
      if (to != nullptr || count != 0)
        return;
      to = from.data();
      count = from.size();
    };
    point(plan.steps, plan.step_count, steps);
    point(plan.holds, plan.hold_count, holds);
    point(plan.fds, plan.fd_count, fds);
    point(plan.wrap, plan.wrap_count, wrap);
    point(plan.env, plan.env_count, env);
    point(plan.explain, plan.explain_count, explain);
    point(plan.enforcement, plan.enforcement_count, enforcement);
    return plan;
  }
};

std::string Why(Parts& parts) {
  const auto checked = CheckPlanShape(parts.View(), "x");
  if (checked)
    return {};
  EXPECT_EQ(checked.error().status, SBX_E_INTERNAL);
  return checked.error().Sentence();
}

TEST(PlanShape, TakesWhatIsRight) {
  Parts steps;
  EXPECT_EQ(Why(steps), "");
  Parts wrap;
  wrap.Wrap("/usr/bin/bwrap");
  EXPECT_EQ(Why(wrap), "");
  Parts newer;
  newer.plan.size += 8;
  newer.Step(SBX_STEP_OOM_SCORE).flags = SBX_STEP_MAY_FAIL;
  EXPECT_EQ(Why(newer), "");
}

struct Case {
  const char* why;
  std::function<void(Parts&)> spoil;
};

class JunkPlan : public ::testing::TestWithParam<Case> {};

TEST_P(JunkPlan, IsRefused) {
  Parts parts;
  GetParam().spoil(parts);
  EXPECT_THAT(Why(parts), HasSubstr(GetParam().why));
}

INSTANTIATE_TEST_SUITE_P(
    All, JunkPlan,
    ::testing::Values(
        Case{"bytes instead of", [](Parts& p) { p.plan.size = 8; }},
        Case{"it has the unknown kind 9", [](Parts& p) { p.plan.kind = 9; }},
        Case{"although its kind is STEPS", [](Parts& p) { p.wrap.push_back(Borrow("/bin/x")); }},
        Case{"no wrapper although", [](Parts& p) { p.plan.kind = SBX_PLAN_WRAP; }},
        Case{"not an absolute path", [](Parts& p) { p.Wrap("bwrap"); }},
        Case{"word 1 contains a zero byte",
             [](Parts& p) {
               p.Wrap("/bin/x");
               p.wrap.push_back({"a\0b", 3});
             }},
        Case{"word 0 has no bytes", [](Parts& p) { p.wrap.push_back({nullptr, 3}); }},
        Case{"unknown feature of the listener", [](Parts& p) { p.plan.listen = 8; }},
        Case{"steps that are not there",
             [](Parts& p) {
               p.steps.clear();
               p.plan.step_count = 3;
             }},
        Case{"too many holds",
             [](Parts& p) { p.plan.holds = p.holds.data(), p.plan.hold_count = ~std::size_t{0}; }},
        Case{"descriptor 1 is not open", [](Parts& p) { p.fds[1] = -1; }},
        Case{"step 0 has the unknown kind 0", [](Parts& p) { p.steps[0].kind = 0; }},
        Case{"step 4 has the unknown kind 99", [](Parts& p) { p.Step(99); }},
        Case{"step 0 has an unknown flag", [](Parts& p) { p.steps[0].flags = 2; }},
        Case{"step 1 confines the target", [](Parts& p) { p.steps[1].flags = SBX_STEP_MAY_FAIL; }},
        Case{"step 1 uses descriptor 2 of 2", [](Parts& p) { p.steps[1].fd = 2; }},
        Case{"step 1 uses descriptor -2 of 2", [](Parts& p) { p.steps[1].fd = -2; }},
        Case{"step 1 has no ruleset", [](Parts& p) { p.steps[1].fd = -1; }},
        Case{"step 2 has 7 bytes", [](Parts& p) { p.steps[2].data_size = 7; }},
        Case{"step 2 has 0 bytes", [](Parts& p) { p.steps[2].data_size = 0; }},
        Case{"step 2 has no bytes behind", [](Parts& p) { p.steps[2].data = nullptr; }},
        Case{"step 2 asks for a listener", [](Parts& p) { p.steps[2].arg[0] = 8; }},
        Case{"step 4 asks for a listener", [](Parts& p) { p.Step(SBX_STEP_LISTENER); }},
        Case{"step 3 has groups of a broken size", [](Parts& p) { p.steps[3].data_size = 7; }},
        Case{"step 3 has an id that is none", [](Parts& p) { p.steps[3].arg[1] = 0xffffffff; }},
        Case{"step 4 needs either", [](Parts& p) { p.Step(SBX_STEP_CHDIR); }},
        Case{"step 4 names a directory that is not absolute",
             [](Parts& p) {
               auto& step = p.Step(SBX_STEP_CHDIR);
               step.data = "tmp";
               step.data_size = 4;
             }},
        Case{"step 4 has a path that does not end",
             [](Parts& p) {
               auto& step = p.Step(SBX_STEP_CHDIR);
               step.data = "/tmp";
               step.data_size = 4;
             }},
        Case{"step 4 limits an unknown", [](Parts& p) { p.Step(SBX_STEP_RLIMIT).arg[0] = 16; }},
        Case{"step 4 has a soft limit above", [](Parts& p) { p.Step(SBX_STEP_RLIMIT).arg[1] = 1; }},
        Case{"step 4 has a signal", [](Parts& p) { p.Step(SBX_STEP_DEATH_SIGNAL).arg[0] = 65; }},
        Case{"step 4 has no descriptor", [](Parts& p) { p.Step(SBX_STEP_DUP); }},
        Case{"step 4 is neither", [](Parts& p) { p.Step(SBX_STEP_DUMPABLE).arg[0] = 2; }},
        Case{"step 4 has a mask", [](Parts& p) { p.Step(SBX_STEP_UMASK).arg[0] = 01000; }},
        Case{"hold 0 has the unknown kind 3", [](Parts& p) { p.holds[0].kind = 3; }},
        Case{"hold 0 uses descriptor -1", [](Parts& p) { p.holds[0].fd = -1; }},
        Case{"hold 0 uses descriptor 7", [](Parts& p) { p.holds[0].fd2 = 7; }},
        Case{"not one component", [](Parts& p) { p.holds[0].name = Borrow(""); }},
        Case{"not one component", [](Parts& p) { p.holds[0].name = Borrow("."); }},
        Case{"not one component", [](Parts& p) { p.holds[0].name = Borrow(".."); }},
        Case{"not one component", [](Parts& p) { p.holds[0].name = Borrow("a/b"); }},
        Case{"a name that contains a zero", [](Parts& p) { p.holds[0].name = {"a\0b", 3}; }},
        Case{"entry 0 is not NAME=VALUE", [](Parts& p) { p.env[0] = Borrow("TMPDIR"); }},
        Case{"entry 0 is not NAME=VALUE", [](Parts& p) { p.env[0] = Borrow("=x"); }},
        Case{"explanation 0 has no bytes", [](Parts& p) { p.explain[0] = {nullptr, 1}; }}));

sbx_enforcement Claim(sbx_restrictions bit, std::uint32_t level = SBX_LEVEL_FULL) {
  return {bit,
          level,
          0,
          Borrow("magic"),
          Borrow(level == SBX_LEVEL_FULL ? "" : "a hole"),
          Borrow("a patch")};
}

constexpr sbx_restrictions kUnderstood = SBX_FS_READ | SBX_FS_WRITE | SBX_IPC_UNIX;

std::string WhyNotClaims(const std::vector<sbx_enforcement>& claims, sbx_restrictions wanted,
                         std::uint32_t listen = 0) {
  Parts parts;
  parts.enforcement = claims;
  parts.plan.listen = listen;
  const auto checked = CheckEnforcement(parts.View(), "x", kUnderstood, wanted);
  return checked ? "" : checked.error().Sentence();
}

TEST(Claims, AreComparedWithWhatIsUnderstoodAndWanted) {
  EXPECT_EQ(WhyNotClaims({Claim(SBX_FS_READ), Claim(SBX_FS_WRITE)}, SBX_FS_WRITE), "");
  EXPECT_THAT(WhyNotClaims({Claim(SBX_KERNEL)}, 0),
              HasSubstr("it claims kernel, which the runner does not understand"));
  EXPECT_THAT(WhyNotClaims({Claim(sbx_restrictions{1} << 40)}, 0), HasSubstr("1 unknown"));
  EXPECT_THAT(WhyNotClaims({Claim(0)}, 0), HasSubstr("not about one restriction"));
  EXPECT_THAT(WhyNotClaims({Claim(3)}, 0), HasSubstr("not about one restriction"));
  EXPECT_THAT(WhyNotClaims({Claim(SBX_FS_READ), Claim(SBX_FS_READ)}, 0),
              HasSubstr("it speaks twice of fs.read"));
  EXPECT_THAT(WhyNotClaims({Claim(SBX_FS_READ, 3)}, 0), HasSubstr("unknown level 3"));
  EXPECT_THAT(WhyNotClaims({}, SBX_FS_WRITE), HasSubstr("it does not speak of fs.write"));
  sbx_enforcement nameless = Claim(SBX_FS_READ);
  nameless.mechanism = {};
  EXPECT_THAT(WhyNotClaims({nameless}, 0), HasSubstr("without naming the mechanism"));
  sbx_enforcement silent = Claim(SBX_FS_READ, SBX_LEVEL_PARTIAL);
  silent.gap = {};
  EXPECT_THAT(WhyNotClaims({silent}, 0), HasSubstr("a gap in fs.read without naming it"));
}

TEST(Claims, AreNotNeededForWhatTheHostHolds) {
  EXPECT_EQ(WhyNotClaims({}, SBX_PRIVILEGE | SBX_FD_INHERIT | SBX_LIMITS | SBX_IPC_KEYRING), "");
  EXPECT_THAT(WhyNotClaims({}, SBX_IPC_UNIX), HasSubstr("does not speak of ipc.unix"));
  EXPECT_EQ(WhyNotClaims({}, SBX_IPC_UNIX, SBX_LISTEN_UNIX), "");
  EXPECT_EQ(WhyNotClaims({}, SBX_KERNEL), "") << "not understood: counts as not enforced";
}

std::string WhyNotEnough(const std::vector<sbx_enforcement>& claims, sbx_restrictions required,
                         std::uint32_t listen = 0) {
  Parts parts;
  parts.enforcement = claims;
  parts.plan.listen = listen;
  const auto checked = CheckRequired(parts.View(), "x", kUnderstood, required);
  if (checked)
    return {};
  EXPECT_EQ(checked.error().status, SBX_E_REFUSED);
  return checked.error().Sentence();
}

TEST(Required, IsFullOrRefused) {
  EXPECT_EQ(WhyNotEnough({Claim(SBX_FS_READ)}, SBX_FS_READ), "");
  EXPECT_EQ(WhyNotEnough({Claim(SBX_FS_READ, SBX_LEVEL_PARTIAL)}, SBX_FS_READ),
            "cannot fully enforce fs.read with runner 'x'; a hole; a patch");
  EXPECT_EQ(WhyNotEnough({Claim(SBX_FS_READ, SBX_LEVEL_NONE), Claim(SBX_FS_WRITE)},
                         SBX_FS_READ | SBX_FS_WRITE),
            "cannot fully enforce fs.read with runner 'x'; a hole; a patch");
  EXPECT_THAT(WhyNotEnough({}, SBX_KERNEL),
              HasSubstr("this version of the runner does not know kernel"));
  EXPECT_EQ(WhyNotEnough({}, SBX_PRIVILEGE | SBX_FD_INHERIT | SBX_LIMITS), "");
  EXPECT_THAT(WhyNotEnough({Claim(SBX_PRIVILEGE, SBX_LEVEL_PARTIAL)}, SBX_PRIVILEGE),
              HasSubstr("cannot fully enforce privilege"));
  EXPECT_EQ(WhyNotEnough({}, SBX_IPC_UNIX, SBX_LISTEN_UNIX), "");
  EXPECT_EQ(WhyNotEnough({}, SBX_FS_METADATA, SBX_LISTEN_METADATA), "");
  EXPECT_THAT(WhyNotEnough({}, SBX_IPC_UNIX), HasSubstr("cannot fully enforce ipc.unix"));
}

}  // namespace
}  // namespace sbx
