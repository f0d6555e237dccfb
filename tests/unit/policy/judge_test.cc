// SPDX-License-Identifier: MIT
#include <fcntl.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/wait.h>

#include <cstdio>
#include <functional>

#include "tests/unit/policy/lab.hpp"

namespace sbx {
namespace {

using ::testing::HasSubstr;

class JudgeTest : public Lab {
 protected:
  static UniqueFd Open(const std::string& path) {
    return UniqueFd(open(path.c_str(), O_PATH | O_CLOEXEC | O_NOFOLLOW));
  }
  static std::string ZonePath(const Resolved& policy, int directory_fd, int object_fd) {
    const int zone = ZoneOf(*policy, directory_fd, object_fd);
    return zone < 0 ? "none" : policy->zones()[static_cast<std::size_t>(zone)].path;
  }
};

TEST_F(JudgeTest, SL04_LinksAreFollowedToTheirObject) {
  MakeLink(out_, ws_ + "/link");
  MakeLink(out_ + "/new", ws_ + "/leaf");
  MakeLink(ws_ + "/x", out_ + "/back");
  const Resolved policy = Make();
  EXPECT_EQ(Of(policy, ws_ + "/link/f"), "read");
  EXPECT_EQ(Of(policy, ws_ + "/link/newdir/f"), "read");
  EXPECT_EQ(Of(policy, ws_ + "/leaf"), "read");
  EXPECT_EQ(Of(policy, ws_ + "/link/../out/f"), "read");
  EXPECT_EQ(Of(policy, out_ + "/back"), "write");
  EXPECT_EQ(Of(policy, "link/f"), "read");
  EXPECT_EQ(Of(policy, "../ws/f"), "write");
  EXPECT_EQ(Of(policy, "../../out/f"), "read");
}

TEST_F(JudgeTest, SL09_MagicLinksAreNoWayAround) {
  MakeFile(home_ + "/sec/key");
  Deny(Access::kRead, home_ + "/sec");
  const Resolved policy = Make();
  EXPECT_EQ(Of(policy, "/proc/self/root" + home_ + "/sec/key"), "none");
  EXPECT_EQ(Of(policy, "/proc/self/root" + ws_ + "/missing"), "write");
  const UniqueFd fd = Open(home_ + "/sec");
  EXPECT_EQ(Of(policy, "/proc/self/fd/" + std::to_string(fd.get()) + "/key"), "none");
  EXPECT_EQ(Of(policy, "/proc/self/fd/" + std::to_string(fd.get()) + "/missing"), "none");
}

TEST_F(JudgeTest, LinksInACircleAreAnError) {
  MakeLink("b", ws_ + "/a");
  MakeLink("a", ws_ + "/b");
  EXPECT_THAT(Of(Make(), ws_ + "/a"), HasSubstr("error: cannot open"));
}

TEST_F(JudgeTest, WhatIsNoPathIsAnError) {
  const Resolved policy = Make();
  EXPECT_THAT(Of(policy, ""), HasSubstr("error"));
  EXPECT_THAT(Of(policy, std::string("a\0b", 3)), HasSubstr("error"));
  EXPECT_THAT(Of(policy, "/" + std::string(5000, 'a')), HasSubstr("4095"));
}

TEST_F(JudgeTest, TheJudgementNamesTheObjectAndTheRule) {
  MakeDir(ws_ + "/a");
  Deny(Access::kWrite, "a");
  const Resolved policy = Make();
  const Result<Judgement> judged = Judge(*policy, Access::kWrite, "a/../a/x/y", ws_);
  ASSERT_TRUE(judged);
  EXPECT_FALSE(judged->allowed);
  EXPECT_EQ(judged->path, ws_ + "/a/x/y");
  EXPECT_EQ(judged->rule, "--deny-write a");
  EXPECT_EQ(policy->zones()[static_cast<std::size_t>(judged->zone)].path, ws_ + "/a");
}

TEST_F(JudgeTest, FS04_AFileWithSeveralNamesIsJudgedByTheOneThatIsUsed) {
  MakeFile(out_ + "/secret");
  ASSERT_EQ(link((out_ + "/secret").c_str(), (ws_ + "/other").c_str()), 0);
  Deny(Access::kRead, out_ + "/secret");
  const Resolved policy = Make();
  EXPECT_EQ(Of(policy, out_ + "/secret"), "none");
  EXPECT_EQ(Of(policy, ws_ + "/other"), "write");
}

TEST_F(JudgeTest, BelowAFileTheFileDecides) {
  MakeFile(out_ + "/f");
  Deny(Access::kRead, out_ + "/f");
  EXPECT_EQ(Of(Make(), out_ + "/f/x/y"), "none");
}

TEST_F(JudgeTest, ZoneOfWorksFromDescriptorsAlone) {
  MakeFile(ws_ + "/a/b/f");
  MakeFile(ws_ + "/a/g");
  Deny(Access::kWrite, "a/b");
  Deny(Access::kWrite, "a/g");
  const Resolved policy = Make();
  const UniqueFd a = Open(ws_ + "/a");
  const UniqueFd b = Open(ws_ + "/a/b");
  const UniqueFd f = Open(ws_ + "/a/b/f");
  const UniqueFd g = Open(ws_ + "/a/g");
  EXPECT_EQ(ZonePath(policy, a.get(), -1), ws_);
  EXPECT_EQ(ZonePath(policy, b.get(), -1), ws_ + "/a/b");
  EXPECT_EQ(ZonePath(policy, b.get(), f.get()), ws_ + "/a/b");
  EXPECT_EQ(ZonePath(policy, a.get(), g.get()), ws_ + "/a/g");
  EXPECT_EQ(ZonePath(policy, a.get(), b.get()), ws_ + "/a/b");
  errno = 0;
  EXPECT_EQ(ZoneOf(*policy, -1, -1), -1);
  EXPECT_EQ(errno, EBADF);
}

TEST_F(JudgeTest, AMovedZoneIsStillItself) {
  MakeDir(ws_ + "/a/b/c");
  Deny(Access::kWrite, "a/b");
  const Resolved policy = Make();
  ASSERT_EQ(rename((ws_ + "/a").c_str(), (ws_ + "/moved").c_str()), 0);
  EXPECT_EQ(Of(policy, ws_ + "/moved/b/c/f"), "read");
}

TEST_F(JudgeTest, ARemovedFolderIsJudgedByWhatHeldIt) {
  MakeDir(ws_ + "/gone");
  const UniqueFd gone = Open(ws_ + "/gone");
  const Resolved policy = Make();
  ASSERT_EQ(rmdir((ws_ + "/gone").c_str()), 0);
  EXPECT_EQ(ZonePath(policy, gone.get(), -1), ws_);
}

// Bodies run in a process of their own with its own mount namespace: as root, or
// in a user namespace.
class Mounted : public JudgeTest {
 protected:
  void Apart(const std::function<void()>& body) {
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      Unshare();
      if (!HasFailure()) {
        body();
      }
      std::fflush(nullptr);
      _exit(HasFailure() ? 1 : 0);
    }
    int status = -1;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);
  }
  static void Bind(const std::string& from, const std::string& to) {
    MakeDir(to);
    ASSERT_EQ(mount(from.c_str(), to.c_str(), nullptr, MS_BIND | MS_REC, nullptr), 0);
  }

 private:
  static void Unshare() {
    const std::string user = std::to_string(geteuid());
    if (geteuid() == 0) {
      ASSERT_EQ(unshare(CLONE_NEWNS), 0);
    } else {
      ASSERT_EQ(unshare(CLONE_NEWUSER | CLONE_NEWNS), 0) << "needs user namespaces";
      std::ofstream("/proc/self/uid_map") << user << ' ' << user << " 1";
    }
    ASSERT_EQ(mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr), 0);
  }
};

TEST_F(Mounted, ADenialHoldsWhereTheObjectIsMountedAgain) {
  Apart([&] {
    MakeFile(home_ + "/data/secret/key");
    Bind(home_ + "/data", out_ + "/alias");
    Deny(Access::kRead, home_ + "/data/secret");
    const Resolved policy = Make();
    ASSERT_NE(Find(policy, home_ + "/data/secret"), nullptr);
    ASSERT_NE(Find(policy, out_ + "/alias/secret"), nullptr);
    EXPECT_EQ(Of(policy, out_ + "/alias/secret/key"), "none");
    EXPECT_EQ(Of(policy, out_ + "/alias/f"), "read");
  });
}

TEST_F(Mounted, APartOfADenialThatIsMountedElsewhereIsDeniedToo) {
  Apart([&] {
    MakeFile(home_ + "/data/secret/key");
    Bind(home_ + "/data/secret", out_ + "/alias name\\");
    Deny(Access::kRead, home_ + "/data");
    const Resolved policy = Make();
    const Zone* alias = Find(policy, out_ + "/alias name\\");
    ASSERT_NE(alias, nullptr);
    EXPECT_EQ(alias->access, Access::kNone);
  });
}

TEST_F(Mounted, AWorkspaceThatIsAPartOfADenialStaysWritable) {
  Apart([&] {
    MakeDir(home_ + "/data/proj");
    Bind(home_ + "/data/proj", out_ + "/place");
    Deny(Access::kRead, home_ + "/data");
    policy_.workspace = out_ + "/place";
    const Resolved policy = Make();
    EXPECT_EQ(Of(policy, out_ + "/place/f"), "write");
    EXPECT_EQ(Of(policy, home_ + "/data/f"), "none");
  });
}

TEST_F(Mounted, ADenialReachesIntoAnAliasThatIsTheWorkspace) {
  Apart([&] {
    MakeDir(home_ + "/data/git");
    Bind(home_ + "/data", out_ + "/place");
    policy_.workspace = out_ + "/place";
    Deny(Access::kWrite, home_ + "/data/git");
    const Resolved policy = Make();
    const Zone* zone = Find(policy, out_ + "/place/git");
    ASSERT_NE(zone, nullptr);
    EXPECT_EQ(zone->access, Access::kRead);
    EXPECT_EQ(policy->zones()[static_cast<std::size_t>(zone->parent)].path, out_ + "/place");
  });
}

TEST_F(Mounted, F24_WhatTheOrganisationDeniesIsDeniedUnderEveryName) {
  Apart([&] {
    MakeDir(home_ + "/data/git/deep");
    Bind(home_ + "/data", out_ + "/place");
    policy_.workspace = out_ + "/place";
    Deny(Access::kWrite, home_ + "/data/git");
    policy_.rules.back().layer = Layer::kOrganisation;
    Allow(Access::kWrite, out_ + "/place/git/deep");
    EXPECT_EQ(Of(Make(), out_ + "/place/git/deep/f"), "read");
    EXPECT_EQ(Of(Make(), out_ + "/place/f"), "write");
  });
}

TEST_F(Mounted, OwnFilesAreHeldInAnAliasOfHome) {
  Apart([&] {
    MakeDir(around_.config_home);
    Bind(home_, out_ + "/place");
    policy_.workspace = out_ + "/place";
    policy_.workspace_named = true;
    const Resolved policy = Make();
    EXPECT_EQ(Of(policy, out_ + "/place/f"), "write");
    ASSERT_NE(Find(policy, out_ + "/place/.config/sbx"), nullptr);
    EXPECT_EQ(Find(policy, out_ + "/place/.config/sbx")->flags, SBX_ZONE_OWN_CONFIG);
    ASSERT_NE(Find(policy, out_ + "/place/.local"), nullptr);  // absent: state
  });
}

TEST_F(Mounted, AliasesCompareEqual) {
  Apart([&] {
    MakeDir(ws_ + "/a");
    Bind(ws_ + "/a", out_ + "/alias");
    const Resolved policy = Make();
    EXPECT_EQ(ZonePath(policy, Open(out_ + "/alias").get(), -1), "/");
    Deny(Access::kWrite, out_ + "/alias");
    const Resolved denied = Make();
    EXPECT_EQ(Of(denied, ws_ + "/a/f"), "read");
    EXPECT_EQ(Of(denied, out_ + "/alias/f"), "read");
  });
}

TEST_F(Mounted, WhatIsMountedBelowADenialKeepsItsOtherNames) {
  Apart([&] {
    MakeDir(lab_ + "/vol/x");
    Bind(lab_ + "/vol", out_ + "/d/vol");
    Deny(Access::kRead, out_ + "/d");
    const Resolved policy = Make();
    EXPECT_EQ(Of(policy, out_ + "/d/vol/x"), "none");
    EXPECT_EQ(Of(policy, lab_ + "/vol/x"), "read");
  });
}

}  // namespace
}  // namespace sbx
