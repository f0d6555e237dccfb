// SPDX-License-Identifier: MIT
//
// What a run holds on the file system: names that are shared and removed by the
// last, and a private directory that is removed with all that is in it.
#include "core/platform/linux/launch/holds.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/launch/support.hpp"

namespace sbx::test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class Holds : public ::testing::TestWithParam<Way> {
 protected:
  std::unique_ptr<Spawner> spawner_ = MakeSpawner(GetParam());
  Scratch scratch_;

  RunRequest Holding(std::uint32_t kind, const std::string& name, const std::string& script) {
    RunRequest request;
    request.policy = MakePolicy(0, 0);
    request.plan = MakePlan(request.policy, SBX_PLAN_STEPS, [&](plugin::PlanBuilder& plan) {
      const int fd = plan.AddFd(UniqueFd(open(scratch_.path().c_str(), O_PATH | O_CLOEXEC)));
      plan.AddHold(kind, fd, name);
    });
    request.launch = Shell("cd " + scratch_.path() + " && { " + script + "; }");
    return request;
  }
};
INSTANTIATE_TEST_SUITE_P(Ways, Holds, ::testing::Values(Way::kOneShot, Way::kLauncher),
                         [](const auto& shown) {
                           return shown.param == Way::kOneShot ? "OneShot" : "Launcher";
                         });

TEST_P(Holds, ANameIsThereDuringTheRunOnly) {
  const Ended ended = RunToEnd(*spawner_, Holding(SBX_HOLD_NAME, ".git", "stat -c '%F %a' .git"));
  EXPECT_EQ(Out(ended), "directory 555\n");
  EXPECT_THAT(scratch_.List(), IsEmpty());
}

TEST_P(Holds, ANameIsSharedAndRemovedByTheLast) {
  auto longer =
      sbx::Run::Start(*spawner_, HelperPath(), Holding(SBX_HOLD_NAME, "x", "sleep 0.4; ls"), {});
  ASSERT_TRUE(longer);
  const Ended shorter = RunToEnd(*spawner_, Holding(SBX_HOLD_NAME, "x", "ls"));
  EXPECT_EQ(Out(shorter), "x\n");
  EXPECT_THAT(scratch_.List(), ElementsAre("x"));
  EXPECT_EQ((*longer)->Wait().out.head, "x\n");
  EXPECT_THAT(scratch_.List(), IsEmpty());
}

TEST_P(Holds, WhatIsThereAlreadyIsLeftAlone) {
  std::filesystem::create_directory(scratch_.path() + "/dir");
  std::ofstream(scratch_.path() + "/file") << "content";
  EXPECT_EQ(RunToEnd(*spawner_, Holding(SBX_HOLD_NAME, "dir", "true")).outcome.code, 0);
  EXPECT_EQ(RunToEnd(*spawner_, Holding(SBX_HOLD_NAME, "file", "true")).outcome.code, 0);
  EXPECT_EQ(scratch_.List().size(), 2u);
}

TEST_P(Holds, ANameThatGotContentStays) {
  const Ended ended =
      RunToEnd(*spawner_, Holding(SBX_HOLD_NAME, "x", "chmod 755 x; touch x/content"));
  EXPECT_EQ(ended.outcome.code, 0);
  EXPECT_TRUE(std::filesystem::exists(scratch_.path() + "/x/content"));
}

TEST_P(Holds, ALeftoverOfAKilledRunIsTakenOver) {
  const std::string name = scratch_.path() + "/x";
  ASSERT_EQ(mkdir(name.c_str(), 0555), 0);
  const timespec mark = {kHoldMarkSeconds, kHoldMarkNanoseconds};
  const timespec times[2] = {mark, mark};
  ASSERT_EQ(utimensat(AT_FDCWD, name.c_str(), times, 0), 0);
  EXPECT_EQ(Out(RunToEnd(*spawner_, Holding(SBX_HOLD_NAME, "x", "ls"))), "x\n");
  EXPECT_THAT(scratch_.List(), IsEmpty());
}

TEST_P(Holds, ManyRunsShareANameAtTheSameTime) {
  for (int round = 0; round < 5; ++round) {
    std::vector<std::unique_ptr<sbx::Run>> runs;
    for (int i = 0; i < 20; ++i) {
      auto run = sbx::Run::Start(*spawner_, HelperPath(),
                                 Holding(SBX_HOLD_NAME, "x", "[ -d x ] && echo there"), {});
      ASSERT_TRUE(run);
      runs.push_back(std::move(*run));
    }
    for (const auto& run : runs)
      EXPECT_EQ(run->Wait().out.head, "there\n");
    EXPECT_THAT(scratch_.List(), IsEmpty());
  }
}

TEST_P(Holds, ATakenTemporaryNameIsNotStarted) {
  std::filesystem::create_directory(scratch_.path() + "/t");
  const Ended ended = RunToEnd(*spawner_, Holding(SBX_HOLD_TEMP, "t", "echo never"));
  EXPECT_EQ(ended.outcome.end, Outcome::End::kNotStarted);
  EXPECT_EQ(Out(ended), "");
  EXPECT_THAT(scratch_.List(), ElementsAre("t"));
}

TEST_P(Holds, APrivateDirectoryGoesWithEverythingInIt) {
  const Scratch outside;
  std::ofstream(outside.path() + "/precious") << "content";
  const Ended ended = RunToEnd(
      *spawner_,
      Holding(SBX_HOLD_TEMP, "t",
              "stat -c %a t; cd t; ln -s " + outside.path() +
                  " link; ln -s / root; mkfifo fifo; "
                  "mkdir -p a/b/c sbx.0/sbx.1 .hidden/x; touch a/1 a/b/2 a/b/c/3 .hidden/x/y; "
                  "ln -s " +
                  outside.path() +
                  " a/b/link; chmod 0 a/b; chmod 500 a; "
                  "mkdir $(seq -f d%g 300); touch $(seq -f d%g/f 300)"));
  EXPECT_EQ(ended.outcome.code, 0) << ended.outcome.err.head;
  EXPECT_EQ(Out(ended), "700\n");
  EXPECT_THAT(scratch_.List(), IsEmpty());
  EXPECT_TRUE(std::filesystem::exists(outside.path() + "/precious"));
  EXPECT_THAT(ended.told.notices, IsEmpty());
}

// A path of 1000 levels is longer than any that can be opened by name.
TEST(RemoveBelow, AnyDepth) {
  const Scratch scratch;
  const UniqueFd top(open(scratch.path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  ASSERT_TRUE(top.valid());
  UniqueFd at(dup(top.get()));
  for (int i = 0; i < 1000; ++i) {
    ASSERT_EQ(mkdirat(at.get(), "a-directory", 0700), 0);
    UniqueFd file(openat(at.get(), "file", O_CREAT | O_WRONLY | O_CLOEXEC, 0600));
    at = UniqueFd(openat(at.get(), "a-directory", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    ASSERT_TRUE(at.valid());
  }
  EXPECT_TRUE(launch::RemoveBelow(top.get()));
  EXPECT_THAT(scratch.List(), IsEmpty());
}

TEST(RemoveBelow, LinksAreRemovedNotFollowed) {
  const Scratch scratch, outside;
  std::ofstream(outside.path() + "/precious") << "content";
  std::filesystem::create_directories(scratch.path() + "/a/b");
  std::filesystem::create_directory_symlink(outside.path(), scratch.path() + "/a/b/link");
  std::filesystem::create_directory_symlink("/", scratch.path() + "/root");
  const UniqueFd top(open(scratch.path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  EXPECT_TRUE(launch::RemoveBelow(top.get()));
  EXPECT_THAT(scratch.List(), IsEmpty());
  EXPECT_TRUE(std::filesystem::exists(outside.path() + "/precious"));
}

}  // namespace
}  // namespace sbx::test
