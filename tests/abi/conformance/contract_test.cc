// SPDX-License-Identifier: MIT
//
// Every duty of the contract, with a plugin that breaks it, and what else follows.
#include "core/conformance/contract.hpp"

#include <chrono>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/plugin/policy_double.hpp"

namespace sbx {
namespace {

using ::testing::HasSubstr;

constexpr const char* kFaulty = "/conformance/faulty";
constexpr const char* kBad = "/bad";

std::string Folder(const char* name) {
  const char* folder = std::getenv("SBX_TEST_PLUGINS");
  return folder == nullptr ? "" : std::string(folder) + name;
}

std::vector<ContractCheck> Check(const char* folder, const std::string& id,
                                 const Trial& trial = {}) {
  const Registry registry({Folder(folder)}, {});
  const auto subject = FindSubject(registry, id);
  if (!subject) {
    ADD_FAILURE() << subject.error().Sentence();
    return {};
  }
  return CheckContract(*subject, *PolicyDouble(SBX_FS_WRITE | SBX_KERNEL, SBX_FS_WRITE), trial);
}

// The names of those of which that was seen, with a blank between.
std::string NamesOf(const std::vector<ContractCheck>& checks, Observed observed) {
  std::string names;
  for (const ContractCheck& check : checks) {
    if (check.observed == observed)
      names += (names.empty() ? "" : " ") + check.name;
  }
  return names;
}
std::string BrokenOf(const std::vector<ContractCheck>& checks) {
  return NamesOf(checks, Observed::kBroken);
}

struct Case {
  const char* id;
  const char* broken;
  const char* detail;
};

class Contract : public ::testing::TestWithParam<Case> {};

TEST_P(Contract, IsSeenToBeBroken) {
  const auto checks = Check(kFaulty, GetParam().id);
  ASSERT_EQ(BrokenOf(checks), GetParam().broken);
  for (const ContractCheck& check : checks) {
    if (check.observed == Observed::kBroken &&
        std::string(GetParam().broken).starts_with(check.name)) {
      EXPECT_THAT(check.detail, HasSubstr(GetParam().detail));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    All, Contract,
    ::testing::Values(
        Case{"exports", "exports", "it exports sbx_test_stray as well"},
        Case{"any_setting", "settings", "with status 0, not SBX_E_INVALID"},
        Case{"overprobes", "probe", "its probe can enforce net.bind, which it does not understand"},
        Case{"differs", "compile threads", "compiled twice, comes to two different things"},
        // Which of the differences is seen first is chance.
        Case{"shared_count", "threads", ""},
        Case{"leaks", "descriptors", "32 descriptors stay open"},
        Case{"claims_newer", "newer", "which the runner does not understand"},
        Case{"crashes", "classify", "it was ended by signal 9"}),
    [](const auto& one) { return std::string(one.param.id); });

TEST(KeptContract, PassesEveryCheck) {
  const auto checks = Check(kFaulty, "kept");
  EXPECT_EQ(checks.size(), 11U);
  EXPECT_EQ(BrokenOf(checks), "");
  EXPECT_EQ(NamesOf(checks, Observed::kUnclear), "");
  // A claim that is false is for the battery: the contract cannot see it.
  EXPECT_EQ(BrokenOf(Check(kFaulty, "lies")), "");
}

// Refuses to bind, and gives no reason: whatever needs a plan says so.
TEST(SilentRefusal, IsAFault) {
  const auto checks = Check(kBad, "good");
  EXPECT_EQ(BrokenOf(checks),
            "interfaces settings compile bind threads descriptors newer classify");
  for (const ContractCheck& check : checks) {
    if (check.name == "bind") {
      EXPECT_THAT(check.detail, HasSubstr("it refuses the policy without a reason"));
    }
  }
}

// Refuses what it is asked for and says why: nobody has seen a plan of it.
TEST(Refusal, LeavesUnclearWhatNeedsAPlan) {
  const auto checks = Check(kFaulty, "refuses");
  EXPECT_EQ(BrokenOf(checks), "");
  EXPECT_EQ(NamesOf(checks, Observed::kUnclear), "probe bind threads descriptors");
  for (const ContractCheck& check : checks) {
    if (check.name == "compile") {
      EXPECT_TRUE(check.telling);
      EXPECT_THAT(check.detail, HasSubstr("refused: cannot compile the policy; not today"));
    }
  }
}

// An exception is no refusal: the fault is its own.
TEST(Exception, IsAFault) {
  const auto checks = Check(kFaulty, "throws");
  EXPECT_EQ(BrokenOf(checks), "compile bind threads descriptors newer");
  for (const ContractCheck& check : checks) {
    if (check.name == "compile") {
      EXPECT_THAT(check.detail, HasSubstr("it meets a fault of its own"));
    }
  }
}

TEST(Deadline, LeavesTheRestUnclear) {
  std::vector<std::string> seen;
  Trial trial;
  trial.until = Trial::Clock::now();
  trial.begins = [&](std::string_view name) { seen.emplace_back(name); };
  trial.ends = [&](const ContractCheck& check) { seen.back() += " " + check.detail; };
  const auto checks = Check(kFaulty, "kept", trial);
  EXPECT_EQ(seen.size(), 11U);
  EXPECT_EQ(seen.front(), "exports the time of the whole test was over");
  for (const ContractCheck& check : checks)
    EXPECT_EQ(check.observed, Observed::kUnclear) << check.name;
}

TEST(Creation, IsTriedFirst) {
  constexpr std::chrono::milliseconds kPatience{30000};
  const Registry registry({Folder(kBad), Folder(kFaulty)}, {});
  const auto tried = [&](const char* id) {
    const auto subject = FindSubject(registry, id);
    return subject ? TryInstance(*subject, SBX_RUNNER_INTERFACE, kPatience)
                   : Result<sbx_restrictions>(subject.failure());
  };
  EXPECT_THAT(tried("small_table").error().Sentence(), HasSubstr("its table has 72 bytes"));
  EXPECT_THAT(tried("wrong_magic").error().Sentence(), HasSubstr("wrong magic number"));
  // Its code runs, and ends, where it cannot take the test with it.
  EXPECT_THAT(tried("dies").error().Sentence(),
              HasSubstr("making an instance of it was ended by signal 9"));
  EXPECT_THAT(tried("quits").error().Sentence(),
              HasSubstr("making an instance of it ended the process with status 3"));
  ASSERT_TRUE(tried("good"));
}

}  // namespace
}  // namespace sbx
