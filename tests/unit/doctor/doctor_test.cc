// SPDX-License-Identifier: MIT
//
// The battery attacked by itself: without any confinement every attack that
// applies must come out as open, and the lab must leave nothing.
#include "core/doctor/doctor.hpp"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/plugin/restriction_names.hpp"

namespace sbx {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

std::string AttackProgram() {
  const char* path = std::getenv("SBX_ATTACK");  // NOLINT(concurrency-mt-unsafe)
  return path != nullptr ? path : "";
}

std::unique_ptr<Lab> MakeLab() {
  auto lab = Lab::Make({.attack_program = AttackProgram()});
  EXPECT_TRUE(lab) << lab.error().Sentence();
  return std::move(lab).value();
}

// A runner that confines nothing and claims `level`.
RunConfined Unconfined(std::uint32_t level, std::string gap = {}) {
  return [=](const Policy&, const Launch& launch) -> Result<Confined> {
    auto end = RunPlain(launch.argv, launch.cwd, launch.in.kind == Stream::Kind::kInherit);
    if (!end)
      return end.failure();
    Confined confined;
    confined.outcome.end = Outcome::End::kExited;
    confined.outcome.code = end->code;
    confined.outcome.out.head = end->text;
    for (unsigned bit = 0; bit < SBX_RESTRICTION_COUNT; ++bit) {
      confined.enforcement.push_back({sbx_restrictions{1} << bit, level, "nothing", gap, {}});
    }
    return confined;
  };
}

// A runner that lets the attack say that it was refused.
RunConfined AllRefused(std::uint32_t level, std::string gap = {}) {
  return [=](const Policy&, const Launch&) -> Result<Confined> {
    Confined confined;
    confined.outcome.end = Outcome::End::kExited;
    confined.outcome.code = 10;
    confined.outcome.out.head = "refused EACCES open\n";
    for (unsigned bit = 0; bit < SBX_RESTRICTION_COUNT; ++bit) {
      confined.enforcement.push_back({sbx_restrictions{1} << bit, level, "a wall", gap, {}});
    }
    return confined;
  };
}

TEST(Battery, IdsAreUniqueAndEveryRestrictionIsAttacked) {
  std::set<std::string_view> ids;
  sbx_restrictions attacked = 0;
  for (const Attack& attack : Battery()) {
    EXPECT_TRUE(ids.insert(attack.id.view()).second) << attack.id.view();
    EXPECT_FALSE(RestrictionName(attack.restriction).empty()) << attack.id.view();
    attacked |= attack.restriction;
  }
  EXPECT_EQ(attacked, SBX_RESTRICTIONS_ALL);
}

// What a host may lack, and what needs privilege. Anything else must be possible
// unconfined, or its test would prove nothing.
std::set<std::string_view> MayNotApply() {
  std::set<std::string_view> ids = {"sysrq",
                                    "core-pattern",
                                    "disk-write",
                                    "disk-read",
                                    "setxattr-outside",
                                    "mptcp",
                                    "tcp6",
                                    "vsock",
                                    "icmp",
                                    "posix-mq",
                                    "init-mem",
                                    "io-uring",
                                    "i386",
                                    "x32",
                                    "bpf",
                                    "module",
                                    "userfaultfd",
                                    "perf",
                                    "tiocsti",
                                    "tiocsti-high",
                                    "read-by-handle",
                                    "open-by-handle",
                                    "user-namespace",
                                    "clone3-namespace",
                                    "move-pages",
                                    "migrate-pages",
                                    "keyctl-read",
                                    "keyctl-search",
                                    "add-key",
                                    "limit-processes"};
  if (geteuid() != 0) {
    ids.insert({"chmod-device", "raw", "packet", "capabilities", "process-madvise", "setuid-gain",
                "mknod", "mount", "new-mount", "remount", "setns"});
  }
  return ids;
}

TEST(Battery, EveryAttackThatAppliesIsOpenWithoutConfinement) {
  auto lab = MakeLab();
  std::vector<Row> rows;
  for (const Attack& attack : Battery()) {
    Row row = MakeAttack(*lab, attack, Unconfined(SBX_LEVEL_NONE, "everything"));
    EXPECT_THAT(row.held, ::testing::AnyOf(Held::kOpen, Held::kNotApplicable))
        << attack.id.view() << ": " << WordOf(row.held) << ": " << row.detail;
    if (row.held == Held::kNotApplicable) {
      EXPECT_THAT(MayNotApply(), ::testing::Contains(attack.id.view())) << row.detail;
    }
    rows.push_back(std::move(row));
  }
  for (const Contradiction& one : JudgeRows(rows))
    ADD_FAILURE() << one.sentence;
}

TEST(Battery, OpenThoughSaidToBeHeldIsAContradiction) {
  auto lab = MakeLab();
  const std::vector<Row> rows = {MakeAttack(*lab, Battery().front(), Unconfined(SBX_LEVEL_FULL))};
  const auto found = JudgeRows(rows);
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_EQ(found[0].kind, Contradiction::Kind::kOverclaimed);
  EXPECT_THAT(found[0].sentence,
              AllOf(HasSubstr("fs.write is said to be 'full'"), HasSubstr("write-outside")));
}

TEST(Battery, OpenWithoutANamedGapIsAContradiction) {
  auto lab = MakeLab();
  const Row row = MakeAttack(*lab, Battery().front(), Unconfined(SBX_LEVEL_PARTIAL));
  EXPECT_THAT(JudgeRow(row), SizeIs(1));
}

TEST(Battery, HeldThoughSaidToBeOpenIsAContradiction) {
  auto lab = MakeLab();
  const std::vector<Row> rows = {
      MakeAttack(*lab, Battery().front(), AllRefused(SBX_LEVEL_NONE, "all of it"))};
  const auto found = JudgeRows(rows);
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_EQ(found[0].kind, Contradiction::Kind::kUnderclaimed);
}

TEST(Battery, HeldAndSaidSoIsNone) {
  auto lab = MakeLab();
  const std::vector<Row> rows = {MakeAttack(*lab, Battery().front(), AllRefused(SBX_LEVEL_FULL))};
  EXPECT_THAT(JudgeRows(rows), IsEmpty());
  const auto findings = Summarise(rows);
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_EQ(findings[0].held, Held::kHeld);
  EXPECT_EQ(findings[0].attacks, 1U);
  EXPECT_EQ(findings[0].mechanism, "a wall");
}

TEST(Battery, AChangedCanaryIsOpenWhateverTheAttackSays) {
  auto lab = MakeLab();
  const Row row =
      MakeAttack(*lab, Battery().front(), [&](const Policy& policy, const Launch& launch) {
        EXPECT_TRUE(RunPlain(launch.argv, launch.cwd));
        return AllRefused(SBX_LEVEL_FULL)(policy, launch);
      });
  EXPECT_EQ(row.held, Held::kOpen);
  EXPECT_THAT(row.detail, HasSubstr("canary"));
}

TEST(Battery, ARefusedRunIsAContradictionWhereItShouldWork) {
  auto lab = MakeLab();
  const Row row =
      MakeAttack(*lab, Battery().front(), [](const Policy&, const Launch&) -> Result<Confined> {
        return Fail(SBX_E_REFUSED, "confine");
      });
  EXPECT_EQ(row.held, Held::kRefusedRun);
  EXPECT_THAT(JudgeRow(row), SizeIs(1));
}

TEST(Lab, LeavesNothing) {
  std::string folder, temp;
  {
    auto lab = MakeLab();
    folder = lab->folder();
    temp = lab->temp();
    EXPECT_TRUE(lab->Reset());
    EXPECT_TRUE(std::filesystem::exists(folder));
    EXPECT_TRUE(std::filesystem::exists(temp));
  }
  EXPECT_FALSE(std::filesystem::exists(folder));
  EXPECT_FALSE(std::filesystem::exists(temp));
}

}  // namespace
}  // namespace sbx
