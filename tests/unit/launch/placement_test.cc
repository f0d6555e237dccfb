// SPDX-License-Identifier: MIT
//
// That a run is kept on one processor only while it starts, and that nobody is
// left there: the target has the processors of whoever asked for it, supervisor
// and reaper get theirs back.
#include "core/platform/linux/launch/placement.h"

#include <sched.h>
#include <unistd.h>

#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/unit/launch/support.hpp"

namespace sbx::test {
namespace {

// Processors as the kernel lists them: "0-3,8".
std::string ListOf(const std::string& process) {
  std::ifstream status("/proc/" + process + "/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("Cpus_allowed_list:"))
      return line.substr(line.find_first_not_of(" \t", 18));
  }
  return {};
}

constexpr char kAsk[] = "sed -n 's/^Cpus_allowed_list:[[:space:]]*//p' /proc/self/status";

class Places : public ::testing::TestWithParam<Way> {
 protected:
  void SetUp() override { ASSERT_EQ(sched_getaffinity(0, sizeof before_, &before_), 0); }
  void TearDown() override { sched_setaffinity(0, sizeof before_, &before_); }

  cpu_set_t before_{};
};
INSTANTIATE_TEST_SUITE_P(Ways, Places, ::testing::Values(Way::kOneShot, Way::kLauncher),
                         [](const auto& shown) {
                           return shown.param == Way::kOneShot ? "OneShot" : "Launcher";
                         });

TEST_P(Places, TheTargetHasThoseOfItsCaller) {
  const std::string mine = ListOf("self");
  ASSERT_FALSE(mine.empty());
  const auto spawner = MakeSpawner(GetParam());
  for (int i = 0; i < 2; ++i) {
    RunRequest request;
    request.launch = Shell(kAsk);
    EXPECT_EQ(Out(RunToEnd(*spawner, std::move(request))), mine + "\n");
    EXPECT_EQ(ListOf("self"), mine);
  }
}

TEST_P(Places, FewerWhereTheCallerHasFewer) {
  int last = CPU_SETSIZE - 1;
  while (last > 0 && !CPU_ISSET(last, &before_))
    --last;
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(last, &one);
  ASSERT_EQ(sched_setaffinity(0, sizeof one, &one), 0);
  EXPECT_EQ(Out(RunToEnd(GetParam(), Shell(kAsk))), std::to_string(last) + "\n");
}

// The parent of the target is its reaper.
TEST_P(Places, TheReaperMovesFreelyOnceTheRunIsNoShortOne) {
  const std::string mine = ListOf("self");
  const Ended ended = RunToEnd(
      GetParam(),
      Shell("sleep 0.5; sed -n 's/^Cpus_allowed_list:[[:space:]]*//p' /proc/$PPID/status"));
  EXPECT_EQ(Out(ended), mine + "\n");
}

TEST_P(Places, ARunOfTwoProcessorsStartsOnOne) {
  if (CPU_COUNT(&before_) < 2)
    GTEST_SKIP() << "this host lets us use one processor only";
  launch::Placement placement{};
  launch::NotePlacement(&placement);
  ASSERT_GT(placement.size, 0u);
  ASSERT_TRUE(CPU_ISSET(placement.processor, &before_));
  launch::StayAt(placement);
  EXPECT_EQ(ListOf("self"), std::to_string(placement.processor));
  EXPECT_EQ(launch::MoveFreely(placement, 0), 0);
  cpu_set_t now;
  ASSERT_EQ(sched_getaffinity(0, sizeof now, &now), 0);
  EXPECT_TRUE(CPU_EQUAL(&now, &before_));
}

}  // namespace
}  // namespace sbx::test
