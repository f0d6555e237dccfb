// SPDX-License-Identifier: MIT
#include "tests/unit/policy/lab.hpp"

namespace sbx {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::vector<std::string> Paths(const Resolved& policy) {
  std::vector<std::string> paths;
  for (const Zone& zone : policy->zones()) {
    paths.push_back(zone.path);
  }
  return paths;
}

class Precedence : public Lab {};

TEST_F(Precedence, Y8_Y10_DefaultIsWorkspaceAndTmp) {
  const Resolved policy = Make();
  EXPECT_THAT(Paths(policy), ElementsAre("/", "/tmp", ws_, ws_ + "/.sbx"));
  EXPECT_EQ(Of(policy, ws_ + "/f"), "write");
  EXPECT_EQ(Of(policy, "/tmp/f"), "write");
  EXPECT_EQ(Of(policy, out_ + "/f"), "read");
  EXPECT_EQ(Of(policy, "/var/tmp/f"), "read");
  EXPECT_EQ(Find(policy, ws_)->flags, SBX_ZONE_WORKSPACE);
  EXPECT_EQ(Find(policy, "/tmp")->flags, SBX_ZONE_TMP);
  EXPECT_EQ(policy->zones()[0].parent, -1);
  EXPECT_EQ(Find(policy, ws_)->parent, 0);
}

TEST_F(Precedence, Y6_Y7_Y11_ReadOnlyWritesNothing) {
  EXPECT_EQ(Policy().mode, Mode::kWorkspaceWrite);
  policy_.mode = Mode::kReadOnly;
  const Resolved policy = Make();
  EXPECT_THAT(Paths(policy), ElementsAre("/"));
  EXPECT_EQ(Of(policy, ws_ + "/f"), "read");
  EXPECT_EQ(policy->policy().tmp, Tmp::kNone);
  EXPECT_EQ(policy->view().tmp, static_cast<std::uint32_t>(SBX_TMP_NONE));
}

TEST_F(Precedence, Y12_FullAccessIsOneWritableZoneAndWantsNothing) {
  policy_.mode = Mode::kDangerFullAccess;
  const Resolved policy = Make();
  EXPECT_THAT(Paths(policy), ElementsAre("/"));
  EXPECT_EQ(Of(policy, "/etc/passwd"), "write");
  EXPECT_EQ(policy->wanted(), 0u);
  EXPECT_EQ(policy->required(), 0u);
}

TEST_F(Precedence, F4_DenyReadHidesAllBelow) {
  MakeFile(home_ + "/.ssh/id");
  Deny(Access::kRead, "~/.ssh");
  const Resolved policy = Make();
  EXPECT_EQ(Of(policy, home_ + "/.ssh/id"), "none");
  EXPECT_EQ(Of(policy, home_ + "/.ssh"), "none");
  EXPECT_EQ(Of(policy, home_), "read");
}

TEST_F(Precedence, F5_DenyWriteWinsOverAllowWriteOnTheSameObject) {
  Allow(Access::kWrite, out_);
  Deny(Access::kWrite, out_);
  EXPECT_EQ(Of(Make(), out_ + "/f"), "read");
}

TEST_F(Precedence, DenyWriteInsideAllowWriteInsideDenyWrite) {
  MakeDir(out_ + "/a/b/c");
  Allow(Access::kWrite, out_);
  Deny(Access::kWrite, out_ + "/a");
  Allow(Access::kWrite, out_ + "/a/b");
  Deny(Access::kWrite, out_ + "/a/b/c");
  const Resolved policy = Make();
  EXPECT_EQ(Of(policy, out_ + "/f"), "write");
  EXPECT_EQ(Of(policy, out_ + "/a/f"), "read");
  EXPECT_EQ(Of(policy, out_ + "/a/b/f"), "write");
  EXPECT_EQ(Of(policy, out_ + "/a/b/c/f"), "read");
  const Zone* deep = Find(policy, out_ + "/a/b/c");
  EXPECT_EQ(policy->zones()[static_cast<std::size_t>(deep->parent)].path, out_ + "/a/b");
  EXPECT_EQ(deep->rule, "--deny-write " + out_ + "/a/b/c");
  EXPECT_EQ(deep->flags, SBX_ZONE_EXPLICIT);
}

TEST_F(Precedence, FS06_AWriteGrantIsNotNarrowedByAWiderReadGrant) {
  MakeDir(home_ + "/big/ws/proj");
  Deny(Access::kRead, home_ + "/big");
  Allow(Access::kRead, home_ + "/big/ws");
  Allow(Access::kWrite, home_ + "/big/ws/proj");
  const Resolved policy = Make();
  EXPECT_EQ(Of(policy, home_ + "/big/ws/proj/f"), "write");
  EXPECT_EQ(Of(policy, home_ + "/big/ws/f"), "read");
  EXPECT_EQ(Of(policy, home_ + "/big/other"), "none");
}

TEST_F(Precedence, FS09_DenyReadOfAChildHoldsUnderAnAllowedParent) {
  MakeFile(home_ + "/.aws/credentials");
  MakeFile(home_ + "/.aws/config");
  Deny(Access::kRead, home_);
  Allow(Access::kRead, home_ + "/.aws");
  Deny(Access::kRead, home_ + "/.aws/credentials");
  const Resolved policy = Make();
  EXPECT_EQ(Of(policy, home_ + "/.aws/config"), "read");
  EXPECT_EQ(Of(policy, home_ + "/.aws/credentials"), "none");
  EXPECT_EQ(Of(policy, ws_ + "/f"), "write");
  EXPECT_EQ(Find(policy, home_ + "/.aws/credentials")->object,
            static_cast<std::uint32_t>(SBX_OBJECT_FILE));
}

TEST_F(Precedence, DenyReadTiesWithAllowWriteAndWins) {
  Allow(Access::kWrite, out_);
  Deny(Access::kRead, out_);
  EXPECT_EQ(Of(Make(), out_), "none");
}

TEST_F(Precedence, AllowReadNeverNarrowsAWritableZone) {
  MakeDir(ws_ + "/a");
  Allow(Access::kRead, ws_ + "/a");
  const Resolved policy = Make();
  EXPECT_EQ(Of(policy, ws_ + "/a/f"), "write");
  EXPECT_EQ(Find(policy, ws_ + "/a"), nullptr);
}

TEST_F(Precedence, DenyWriteHasNoEffectWhereNothingIsReadable) {
  MakeDir(out_ + "/a");
  Deny(Access::kRead, out_);
  Deny(Access::kWrite, out_ + "/a");
  EXPECT_EQ(Of(Make(), out_ + "/a"), "none");
}

TEST_F(Precedence, RedundantZonesAreDropped) {
  MakeDir(ws_ + "/a/b");
  MakeDir(out_ + "/x");
  Allow(Access::kWrite, ws_ + "/a");
  Allow(Access::kWrite, ws_ + "/a/b");
  Allow(Access::kRead, out_);
  Deny(Access::kWrite, out_ + "/x");
  EXPECT_THAT(Paths(Make()), ElementsAre("/", "/tmp", ws_, ws_ + "/.sbx"));
}

TEST_F(Precedence, ASiblingWithTheSamePrefixIsNotBelow) {
  MakeDir(ws_ + "-evil");
  MakeDir(ws_ + "/a");
  MakeDir(ws_ + "/a-b");
  MakeDir(ws_ + "/a/c");
  Deny(Access::kWrite, ws_ + "/a");
  Deny(Access::kRead, ws_ + "/a-b");
  Allow(Access::kWrite, ws_ + "/a/c");
  const Resolved policy = Make();
  EXPECT_EQ(Of(policy, ws_ + "-evil/f"), "read");
  EXPECT_EQ(Of(policy, ws_ + "/a/c"), "write");
  EXPECT_EQ(Of(policy, ws_ + "/a-b"), "none");
  EXPECT_EQ(Of(policy, ws_ + "/a/d"), "read");
}

TEST_F(Precedence, DenyReadOfEverythingWithReadableIslands) {
  MakeDir(out_ + "/open");
  Deny(Access::kRead, "/");
  Allow(Access::kRead, out_ + "/open");
  const Resolved policy = Make();
  EXPECT_EQ(Of(policy, out_), "none");
  EXPECT_EQ(Of(policy, out_ + "/open/f"), "read");
  EXPECT_EQ(Of(policy, ws_ + "/f"), "write");
  EXPECT_EQ(policy->zones()[0].access, Access::kNone);
}

TEST_F(Precedence, TwoSpellingsOfOneObjectAreOneZone) {
  MakeDir(ws_ + "/a/b");
  MakeLink(ws_ + "/a", out_ + "/link");
  Allow(Access::kWrite, out_ + "/link/b");
  Deny(Access::kRead, ws_ + "/a/../a/b/");
  Deny(Access::kWrite, "a/./b/**");
  const Resolved policy = Make();
  EXPECT_THAT(Paths(policy), ElementsAre("/", "/tmp", ws_, ws_ + "/.sbx", ws_ + "/a/b"));
  EXPECT_EQ(Of(policy, out_ + "/link/b/f"), "none");
  EXPECT_EQ(Of(policy, ws_ + "/a/f"), "write");
}

TEST_F(Precedence, SL02_ADenyThroughAReplaceableLinkIsMarked) {
  MakeDir(out_ + "/git");
  MakeLink(out_ + "/git", ws_ + "/.git");
  Deny(Access::kWrite, "$WORKSPACE/.git");
  const Resolved policy = Make();
  const Zone* zone = Find(policy, out_ + "/git");
  ASSERT_NE(zone, nullptr);
  EXPECT_EQ(zone->flags, SBX_ZONE_EXPLICIT | SBX_ZONE_VIA_LINK);
  EXPECT_EQ(zone->access, Access::kRead);
}

TEST_F(Precedence, SL02_ADanglingReplaceableLinkIsMarkedToo) {
  MakeLink(out_ + "/none", ws_ + "/.git");
  Deny(Access::kWrite, "$WORKSPACE/.git");
  const Resolved policy = Make();
  const Zone* zone = Find(policy, out_ + "/none");
  ASSERT_NE(zone, nullptr);
  EXPECT_EQ(zone->object, static_cast<std::uint32_t>(SBX_OBJECT_ABSENT));
  EXPECT_NE(zone->flags & SBX_ZONE_VIA_LINK, 0u);
}

TEST_F(Precedence, ALinkThatCannotBeReplacedIsNotMarked) {
  MakeDir(ws_ + "/a");
  MakeLink(ws_ + "/a", out_ + "/link");
  Deny(Access::kWrite, out_ + "/link");
  const Resolved policy = Make();
  EXPECT_EQ(Find(policy, ws_ + "/a")->flags, SBX_ZONE_EXPLICIT);
}

TEST_F(Precedence, ALinkBelowADeniedFolderIsNotReplaceable) {
  MakeDir(ws_ + "/held/x");
  MakeDir(ws_ + "/t");
  MakeLink(ws_ + "/t", ws_ + "/held/link");
  Deny(Access::kWrite, "held");
  Deny(Access::kRead, "held/x");
  Deny(Access::kWrite, "held/link");
  EXPECT_EQ(Find(Make(), ws_ + "/t")->flags, SBX_ZONE_EXPLICIT);
}

TEST_F(Precedence, MP03_NothingIsNeededWhereTheTargetCanMakeNothing) {
  Deny(Access::kWrite, out_ + "/nope/deeper/x");
  Deny(Access::kWrite, "/usr/local/none/x");
  const Resolved policy = Make();
  EXPECT_THAT(Paths(policy), ElementsAre("/", "/tmp", ws_, ws_ + "/.sbx"));
  EXPECT_THAT(Notices(policy), IsEmpty());
}

TEST_F(Precedence, MP02_AnAbsentDenyTargetInAWritableZoneKeepsItsFirstMissingName) {
  Deny(Access::kWrite, "a/b/c");
  Deny(Access::kRead, "a/b/d");
  Deny(Access::kWrite, "x");
  const Resolved policy = Make();
  const Zone* zone = Find(policy, ws_ + "/a");
  ASSERT_NE(zone, nullptr);
  EXPECT_EQ(zone->object, static_cast<std::uint32_t>(SBX_OBJECT_ABSENT));
  EXPECT_EQ(zone->access, Access::kNone);
  struct stat ws;
  struct stat held;
  ASSERT_EQ(stat(ws_.c_str(), &ws), 0);
  ASSERT_EQ(fstat(zone->fd.get(), &held), 0);
  EXPECT_EQ(held.st_ino, ws.st_ino);
  EXPECT_EQ(zone->ino, ws.st_ino);
  EXPECT_EQ(zone->dev, ws.st_dev);
  EXPECT_EQ(Of(policy, ws_ + "/a"), "none");
  EXPECT_EQ(Of(policy, ws_ + "/a/b/zzz"), "none");
  EXPECT_EQ(Of(policy, ws_ + "/x/y"), "read");
  EXPECT_EQ(Of(policy, ws_ + "/other"), "write");
  MakeDir(ws_ + "/a/made");  // as a hold of the name does
  EXPECT_EQ(Of(policy, ws_ + "/a/made"), "none");
  MakeFile(ws_ + "/x");
  EXPECT_EQ(Of(policy, ws_ + "/x"), "read");
}

TEST_F(Precedence, ADenyReadThatNamesNothingIsRemarkedOn) {
  Deny(Access::kRead, out_ + "/nope");
  EXPECT_THAT(Notices(Make()), ElementsAre(HasSubstr("names nothing")));
}

TEST_F(Precedence, MP05_BelowAFileOutsideNothingIsNeeded) {
  MakeFile(home_ + "/.ssh/id_rsa");
  Deny(Access::kRead, "~/.ssh/id_rsa/**");
  Deny(Access::kRead, "~/.ssh/id_rsa");
  Deny(Access::kRead, "~/.ssh/id_rsa/x/**");
  const Resolved policy = Make();
  EXPECT_EQ(Of(policy, home_ + "/.ssh/id_rsa"), "none");
  EXPECT_THAT(Paths(policy), ElementsAre("/", "/tmp", home_ + "/.ssh/id_rsa", ws_, ws_ + "/.sbx"));
}

TEST_F(Precedence, MP05_BelowAFileInTheWorkspaceTheFileStaysAsItIs) {
  MakeFile(ws_ + "/f");
  Deny(Access::kRead, "f/x");
  const Resolved policy = Make();
  EXPECT_EQ(Of(policy, ws_ + "/f"), "read");
  EXPECT_EQ(Of(policy, ws_ + "/f/x"), "read");
}

TEST_F(Precedence, AFolderThatCannotBeSearchedIsHeldAsAWhole) {
  MakeFile(ws_ + "/locked/secret");
  if (geteuid() == 0) {
    ASSERT_EQ(chmod(lab_.c_str(), 0755), 0);
    ASSERT_EQ(chown(ws_.c_str(), 12345, 12345), 0);
    ASSERT_EQ(chown((ws_ + "/locked").c_str(), 12345, 12345), 0);
  }
  Seal(ws_ + "/locked");
  const bool root = geteuid() == 0;
  if (root) {
    // Root searches everything.
    ASSERT_EQ(seteuid(12345), 0);
  }
  around_.uid = geteuid();
  Deny(Access::kRead, "locked/secret");
  const Resolved policy = Make();
  EXPECT_EQ(Of(policy, ws_ + "/locked"), "none");
  EXPECT_THAT(Notices(policy), ElementsAre(HasSubstr("may not be searched")));
  if (root) {
    ASSERT_EQ(seteuid(0), 0);
  }
}

TEST_F(Precedence, OwnFilesInsideTheWorkspaceStayReadable) {
  policy_.workspace = home_;
  policy_.workspace_named = true;
  MakeDir(around_.config_home);
  around_.program_paths = {MakeFile(home_ + "/bin/sbx"), MakeDir(home_ + "/lib/sbx/plugins")};
  const Resolved policy = Make();
  EXPECT_EQ(Of(policy, home_ + "/f"), "write");
  EXPECT_EQ(Of(policy, around_.config_home + "/config.json"), "read");
  EXPECT_EQ(Of(policy, home_ + "/.config/other"), "write");
  EXPECT_EQ(Of(policy, home_ + "/bin/sbx"), "read");
  EXPECT_EQ(Of(policy, home_ + "/lib/sbx/plugins/x.so"), "read");
  EXPECT_EQ(Find(policy, around_.config_home)->flags, SBX_ZONE_OWN_CONFIG);
  const Zone* state = Find(policy, home_ + "/.local");
  ASSERT_NE(state, nullptr);
  EXPECT_EQ(state->object, static_cast<std::uint32_t>(SBX_OBJECT_ABSENT));
  const Zone* project = Find(policy, home_ + "/.sbx");
  ASSERT_NE(project, nullptr);
  EXPECT_EQ(project->flags, SBX_ZONE_OWN_CONFIG | SBX_ZONE_BEST_EFFORT);
}

TEST_F(Precedence, NothingBelowOwnFilesBecomesWritable) {
  MakeDir(around_.config_home + "/deep");
  Allow(Access::kWrite, around_.config_home + "/deep");
  EXPECT_THAT(Refusal(), HasSubstr("belongs to sbx itself"));
  policy_.rules.clear();
  policy_.workspace = around_.config_home;
  EXPECT_THAT(Refusal(), HasSubstr("belongs to sbx itself"));
}

TEST_F(Precedence, AnExplicitDenyOfTheProjectConfigurationIsNotBestEffort) {
  Deny(Access::kWrite, ".sbx");
  EXPECT_EQ(Find(Make(), ws_ + "/.sbx")->flags, SBX_ZONE_OWN_CONFIG | SBX_ZONE_EXPLICIT);
}

}  // namespace
}  // namespace sbx
