// SPDX-License-Identifier: MIT
//
// That nothing of a command's tree outlives its run, whoever dies first.
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/launch/support.hpp"

namespace sbx::test {
namespace {

using ::testing::IsEmpty;
using End = Outcome::End;

// A sleep whose command line tells it from all others.
std::string Mark(int salt) {
  return std::to_string(1000000 + getpid()) + "." + std::to_string(salt);
}

class Trees : public ::testing::TestWithParam<Way> {};
INSTANTIATE_TEST_SUITE_P(Ways, Trees, ::testing::Values(Way::kOneShot, Way::kLauncher),
                         [](const auto& shown) {
                           return shown.param == Way::kOneShot ? "OneShot" : "Launcher";
                         });

TEST_P(Trees, ADeadlineEndsGrandchildrenInSessionsOfTheirOwn) {
  const std::string mark = Mark(1);
  Launch launch = Shell("setsid setsid sleep " + mark + " & setsid sh -c 'sleep " + mark +
                        " & sleep " + mark + "' & sleep " + mark);
  launch.timeout = std::chrono::milliseconds(300);
  const Ended ended = RunToEnd(GetParam(), launch);
  EXPECT_EQ(ended.outcome.end, End::kTimedOut);
  EXPECT_EQ(ended.outcome.code, 124);
  EXPECT_GE(ended.outcome.wall, std::chrono::milliseconds(290));
  EXPECT_LT(ended.outcome.wall, std::chrono::seconds(5));
  EXPECT_THAT(ProcessesWith(mark), IsEmpty());
}

TEST_P(Trees, OrphansAreEndedWithTheCommand) {
  const std::string mark = Mark(2);
  const Ended ended =
      RunToEnd(GetParam(), Shell("(setsid sleep " + mark + " &) ; (sleep " + mark + " &); exit 7"));
  EXPECT_EQ(ended.outcome.end, End::kExited);
  EXPECT_EQ(ended.outcome.code, 7);
  EXPECT_THAT(ProcessesWith(mark), IsEmpty());
}

TEST_P(Trees, OrphansSurviveWhereTheTreeKillIsOff) {
  const std::string mark = Mark(3);
  const auto spawner = MakeSpawner(GetParam());
  RunRequest request;
  request.launch = Shell("setsid sleep " + mark + " & sleep 0.2; exit 0");
  request.weaken.no_tree_kill = true;
  const Ended ended = RunToEnd(*spawner, std::move(request));
  const std::vector<pid_t> left = ProcessesWith(mark);
  EXPECT_EQ(left.size(), 1u);
  for (const pid_t pid : left)
    kill(pid, SIGKILL);
}

TEST_P(Trees, KillEndsAllAndSignalOnlyTheTarget) {
  const std::string mark = Mark(4);
  const auto spawner = MakeSpawner(GetParam());
  RunRequest request;
  request.launch = Shell("trap 'echo caught' USR1; (setsid sleep " + mark +
                         " &); echo up; while :; do sleep 0.05; done");
  sbx::Run* handle = nullptr;
  std::string seen;
  RunEvents events;
  events.output = [&](int, std::span<const char> bytes) {
    seen.append(bytes.data(), bytes.size());
    if (seen == "up\n")
      handle->Signal(SIGUSR1);
    if (seen == "up\ncaught\n")
      handle->Kill();
  };
  auto run = sbx::Run::Start(*spawner, HelperPath(), std::move(request), std::move(events));
  ASSERT_TRUE(run);
  handle = run->get();
  EXPECT_EQ(handle->Wait().end, End::kKilled);
  EXPECT_EQ(handle->outcome().code, 137);
  EXPECT_EQ(seen, "up\ncaught\n");
  EXPECT_THAT(ProcessesWith(mark), IsEmpty());
}

TEST_P(Trees, ARunThatIsDroppedEnds) {
  const std::string mark = Mark(5);
  const auto spawner = MakeSpawner(GetParam());
  {
    RunRequest request;
    request.launch = Shell("setsid sleep " + mark + " & sleep " + mark);
    auto run = sbx::Run::Start(*spawner, HelperPath(), std::move(request), {});
    ASSERT_TRUE(run);
    usleep(100000);
    EXPECT_FALSE(ProcessesWith(mark).empty());
  }
  EXPECT_THAT(ProcessesWith(mark), IsEmpty());
}

TEST_P(Trees, AForkStormEnds) {
  const std::string mark = Mark(6);
  Launch launch = Shell("storm() { (storm &) ; (storm &); sleep " + mark +
                        "; }; ulimit -u 2>/dev/null; "
                        "n() { [ $1 -gt 0 ] && { n $(($1-1)) & n $(($1-1)) & }; sleep " +
                        mark + "; }; n 6");
  launch.timeout = std::chrono::milliseconds(500);
  const Ended ended = RunToEnd(GetParam(), launch);
  EXPECT_EQ(ended.outcome.end, End::kTimedOut);
  EXPECT_THAT(ProcessesWith(mark), IsEmpty());
}

// The supervisor is killed at a random moment of a run that makes a private
// directory, a held name, and a tree with sessions of its own.
TEST_P(Trees, ASupervisorThatIsKilledLeavesNothing) {
  const Way way = GetParam();
  std::mt19937 random(20240901);
  const Scratch scratch;
  const Scratch tools;  // a helper of its own: other tests have theirs running
  const std::string helper = tools.path() + "/helper";
  std::filesystem::copy_file(HelperPath(), helper);
  for (int round = 0; round < 50; ++round) {
    const std::string mark = Mark(100 + round);
    const pid_t pid = fork();
    ASSERT_GE(pid, 0);
    if (pid == 0) {
      const auto spawner = MakeSpawner(way, helper);
      const auto policy = MakePolicy(0, 0);
      RunRequest request;
      request.plan = MakePlan(policy, SBX_PLAN_STEPS, [&](plugin::PlanBuilder& plan) {
        const int fd = plan.AddFd(UniqueFd(open(scratch.path().c_str(), O_PATH | O_CLOEXEC)));
        plan.AddHold(SBX_HOLD_TEMP, fd, "private" + std::to_string(round));
        plan.AddHold(SBX_HOLD_NAME, fd, "held");
      });
      request.policy = policy;
      request.launch = Shell("cd " + scratch.path() +
                             "/private*; mkdir -p a/b/c; touch a/b/c/d; "
                             "setsid sleep " +
                             mark + " & (setsid sh -c 'sleep " + mark + " & sleep " + mark +
                             "' &) ; sleep " + mark);
      auto run = sbx::Run::Start(*spawner, HelperPath(), std::move(request), {});
      if (run)
        (*run)->Wait();
      _exit(0);
    }
    usleep(std::uniform_int_distribution<useconds_t>(0, 40000)(random));
    kill(pid, SIGKILL);
    waitpid(pid, nullptr, 0);
    EXPECT_THAT(LeftAfter(mark, 5), IsEmpty()) << round;
    EXPECT_THAT(LeftAfter(helper, 5), IsEmpty()) << round;
    std::vector<std::string> names = scratch.List();
    for (int i = 0; !names.empty() && i < 300; ++i) {
      usleep(10000);
      names = scratch.List();
    }
    EXPECT_THAT(names, IsEmpty()) << round;
  }
}

}  // namespace
}  // namespace sbx::test
