// SPDX-License-Identifier: MIT
//
// Every duty of the contract, with a plugin that breaks it, and what else follows.
#include "core/conformance/contract.hpp"

#include <cstdlib>

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

std::vector<ContractCheck> Check(const char* folder, const std::string& id) {
  const Registry registry({Folder(folder)}, {});
  const auto plugin = registry.Load(id);
  if (!plugin) {
    ADD_FAILURE() << plugin.error().Sentence();
    return {};
  }
  return CheckContract(*plugin, *PolicyDouble(SBX_FS_WRITE | SBX_KERNEL, SBX_FS_WRITE));
}

// Their names, with a blank between.
std::string BrokenOf(const std::vector<ContractCheck>& checks) {
  std::string names;
  for (const ContractCheck& check : checks) {
    if (!check.held)
      names += (names.empty() ? "" : " ") + check.name;
  }
  return names;
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
    if (!check.held && std::string(GetParam().broken).starts_with(check.name)) {
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

TEST(Creation, IsTriedFirst) {
  const Registry registry({Folder(kBad)}, {});
  const auto plugin = registry.Load("small_table");
  ASSERT_TRUE(plugin);
  EXPECT_THAT(TryInstance(*plugin, SBX_RUNNER_INTERFACE).error().Sentence(),
              HasSubstr("its table has 72 bytes"));
  const auto good = registry.Load("good");
  ASSERT_TRUE(good);
  EXPECT_TRUE(TryInstance(*good, SBX_RUNNER_INTERFACE));
}

}  // namespace
}  // namespace sbx
