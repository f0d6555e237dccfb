// SPDX-License-Identifier: MIT
//
// Somebody replaces a path by a link between the moment when it was resolved
// and the moment when it is mounted. Either the object that was resolved is
// mounted where its path says, or nothing runs.
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plugins/bwrap/vector.hpp"
#include "tests/unit/bwrap/sandbox.hpp"

namespace sbx::bwrap {
namespace {

using testing::HasSubstr;
using testing::Not;

class Redirect : public testing::TestWithParam<Who> {
 protected:
  Redirect() : scratch_(GetParam().uid), sandbox_(GetParam().uid) {
    scratch_.Dir("p/ws/a");
    scratch_.Dir("victim");
    scratch_.File("victim/key", "TOPSECRET");
  }

  void Swap(const std::string& path, const std::string& target) {
    ASSERT_EQ(rename(path.c_str(), (path + ".moved").c_str()), 0);
    ASSERT_EQ(symlink(target.c_str(), path.c_str()), 0);
  }
  Ended Start(const plugin::Plan& plan, const std::string& script) {
    return sandbox_.Start(plan, {"/bin/sh", "-c", script});
  }

  Scratch scratch_;
  Sandbox sandbox_;
};
INSTANTIATE_TEST_SUITE_P(As, Redirect, testing::ValuesIn(Users()),
                         [](const auto& user) { return std::string(user.param.name); });

TEST_P(Redirect, BeforeCompileIsFound) {
  PolicyBuilder policy;
  policy.Write(scratch_.At("p/ws")).Open();
  Swap(scratch_.At("p/ws"), scratch_.At("victim"));
  const auto plan = sandbox_.Prepare(policy);
  ASSERT_FALSE(plan);
  EXPECT_THAT(plan.error().Sentence(), HasSubstr("was replaced"));
}

TEST_P(Redirect, AnotherObjectBeforeCompileIsFound) {
  PolicyBuilder policy;
  policy.Read(scratch_.At("victim")).None(scratch_.At("p/ws")).Open();
  ASSERT_EQ(rename(scratch_.At("p/ws").c_str(), scratch_.At("p/x").c_str()), 0);
  scratch_.Dir("p/ws");
  const auto plan = sandbox_.Prepare(policy);
  ASSERT_FALSE(plan);
  EXPECT_THAT(plan.error().Sentence(), HasSubstr("was replaced"));
}

TEST_P(Redirect, WritableZoneReplacedByALinkDoesNotRun) {
  PolicyBuilder policy;
  policy.Write(scratch_.At("p/ws")).Open();
  const auto plan = sandbox_.Prepare(policy);
  ASSERT_TRUE(plan);
  for (const std::string& target : {scratch_.At("victim"), std::string("../victim")}) {
    Swap(scratch_.At("p/ws"), target);
    const auto bound =
        sandbox_.Start(**plan, {"/bin/sh", "-c", "echo RAN; echo x >" + scratch_.At("victim/f")});
    EXPECT_NE(bound.status, 0);
    EXPECT_THAT(bound.out, Not(HasSubstr("RAN")));
    unlink(scratch_.At("p/ws").c_str());
    ASSERT_EQ(rename(scratch_.At("p/ws.moved").c_str(), scratch_.At("p/ws").c_str()), 0);
  }
  EXPECT_EQ(Scratch::Content(scratch_.At("victim/f")), "");
}

TEST_P(Redirect, AncestorReplacedByALinkNeverWidens) {
  PolicyBuilder policy;
  policy.Write(scratch_.At("p/ws")).Open();
  scratch_.Dir("q/ws");
  for (const std::string& target : {scratch_.At("q"), std::string("q")}) {
    const auto plan = sandbox_.Prepare(policy);
    ASSERT_TRUE(plan);
    Swap(scratch_.At("p"), target);
    Start(**plan, "echo x >" + scratch_.At("q/ws/f") + "; echo x >" + scratch_.At("q/f") +
                      "; echo x >" + scratch_.At("victim/f"));
    unlink(scratch_.At("p").c_str());
    ASSERT_EQ(rename(scratch_.At("p.moved").c_str(), scratch_.At("p").c_str()), 0);
  }
  // The decoy is not the object that was granted.
  EXPECT_EQ(Scratch::Content(scratch_.At("q/ws/f")), "");
  EXPECT_EQ(Scratch::Content(scratch_.At("q/f")), "");
  EXPECT_EQ(Scratch::Content(scratch_.At("victim/f")), "");
}

TEST_P(Redirect, PinnedAncestorReplacedByALinkDoesNotRun) {
  scratch_.Dir("p/ws/a/hooks");
  PolicyBuilder policy;
  policy.Write(scratch_.At("p/ws")).Read(scratch_.At("p/ws/a/hooks")).Open();
  const auto plan = sandbox_.Prepare(policy);
  ASSERT_TRUE(plan);
  Swap(scratch_.At("p/ws/a"), "a.moved");
  const Ended ended = Start(**plan, "echo RAN");
  EXPECT_NE(ended.status, 0);
  EXPECT_THAT(ended.out, Not(HasSubstr("RAN")));
}

TEST_P(Redirect, ProtectedFileReplacedDoesNotRun) {
  scratch_.File("p/ws/config", "mine");
  PolicyBuilder policy;
  policy.Write(scratch_.At("p/ws")).ReadFile(scratch_.At("p/ws/config")).Open();
  for (const bool link : {true, false}) {
    const auto plan = sandbox_.Prepare(policy);
    ASSERT_TRUE(plan);
    ASSERT_EQ(rename(scratch_.At("p/ws/config").c_str(), scratch_.At("p/ws/old").c_str()), 0);
    if (link) {
      ASSERT_EQ(symlink("old", scratch_.At("p/ws/config").c_str()), 0);
    } else {
      scratch_.File("p/ws/config", "another");
    }
    const Ended ended = Start(**plan, "echo RAN");
    // A plain file at the path is covered by the object that was resolved.
    if (link) {
      EXPECT_NE(ended.status, 0);
    }
    ASSERT_EQ(rename(scratch_.At("p/ws/old").c_str(), scratch_.At("p/ws/config").c_str()), 0);
  }
}

// CVE-2026-39861, SL-05: the same as a race, a few thousand exchanges a second.
TEST_P(Redirect, SL05_ExchangedInALoopWritesNowhereElse) {
  PolicyBuilder policy;
  policy.Write(scratch_.At("p/ws")).Open();
  const std::string ws = scratch_.At("p/ws"), link = scratch_.At("p/link");
  ASSERT_EQ(symlink("../victim", link.c_str()), 0);
  const pid_t swapper = fork();
  if (swapper == 0) {
    while (renameat2(AT_FDCWD, ws.c_str(), AT_FDCWD, link.c_str(), RENAME_EXCHANGE) == 0)
      usleep(8000);  // so that some runs get through
    _exit(1);
  }
  int ran = 0;
  for (int i = 0; i < 40; ++i) {
    const auto plan = sandbox_.Prepare(policy);
    if (!plan) {
      EXPECT_THAT(plan.error().Sentence(), HasSubstr("was replaced"));
      continue;
    }
    const Ended ended = Start(**plan, "echo x >" + ws + "/f; echo x >" + link + "/f; echo x >" +
                                          scratch_.At("victim/f") + "; true");
    ran += ended.status == 0;
  }
  kill(swapper, SIGKILL);
  waitpid(swapper, nullptr, 0);
  RecordProperty("ran", ran);
  EXPECT_EQ(access(scratch_.At("victim/f").c_str(), F_OK), -1);
}

TEST_P(Redirect, HiddenFileReplacedByALinkDoesNotRun) {
  scratch_.File("p/ws/key", "TOPSECRET");
  PolicyBuilder policy;
  policy.Write(scratch_.At("p/ws")).NoFile(scratch_.At("p/ws/key")).Open();
  const auto plan = sandbox_.Prepare(policy);
  ASSERT_TRUE(plan);
  scratch_.File("p/ws/decoy", "");
  ASSERT_EQ(rename(scratch_.At("p/ws/key").c_str(), scratch_.At("p/ws/key2").c_str()), 0);
  ASSERT_EQ(symlink("decoy", scratch_.At("p/ws/key").c_str()), 0);
  const Ended ended = Start(**plan, "echo RAN; cat " + scratch_.At("p/ws/key2"));
  EXPECT_THAT(ended.out, Not(HasSubstr("TOPSECRET")));
  EXPECT_THAT(ended.out, Not(HasSubstr("RAN")));
}

}  // namespace
}  // namespace sbx::bwrap
