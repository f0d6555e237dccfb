// SPDX-License-Identifier: MIT
#include "tests/unit/policy/lab.hpp"

namespace sbx {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class TemporaryTest : public Lab {};

TEST_F(TemporaryTest, TMP01_WithoutTmpdirNothingChanges) {
  const Resolved policy = Make();
  EXPECT_EQ(policy->temp_dir(), "");
  EXPECT_THAT(Notices(policy), IsEmpty());
  EXPECT_EQ(Of(policy, "/tmp/f"), "write");
}

TEST_F(TemporaryTest, TMP01_AnExistingTmpdirIsWritable) {
  around_.tmpdir = MakeDir(out_ + "/t");
  const Resolved policy = Make();
  EXPECT_EQ(policy->temp_dir(), "");
  EXPECT_EQ(Of(policy, out_ + "/t/f"), "write");
  EXPECT_EQ(Of(policy, out_ + "/f"), "read");
  EXPECT_EQ(Find(policy, out_ + "/t")->flags, SBX_ZONE_TMP);
}

TEST_F(TemporaryTest, SL08_ATmpdirThatIsALinkMeansItsTarget) {
  MakeDir(home_ + "/realtmp");
  MakeLink(home_ + "/realtmp", home_ + "/tmpl");
  around_.tmpdir = home_ + "/tmpl/";
  const Resolved policy = Make();
  EXPECT_EQ(policy->temp_dir(), "");
  EXPECT_EQ(Of(policy, home_ + "/tmpl/f"), "write");
  ASSERT_NE(Find(policy, home_ + "/realtmp"), nullptr);
}

TEST_F(TemporaryTest, TMP01_AMissingTmpdirInsideAWritableZoneIsMade) {
  around_.tmpdir = ws_ + "/scratch/deep/";
  const Resolved policy = Make();
  EXPECT_EQ(policy->temp_dir(), "");
  EXPECT_THAT(Notices(policy), IsEmpty());
  for (const char* name : {"/scratch", "/scratch/deep"}) {
    struct stat s;
    ASSERT_EQ(stat((ws_ + name).c_str(), &s), 0) << name;
    EXPECT_EQ(s.st_mode & 07777u, 0700u);
    EXPECT_EQ(s.st_uid, around_.uid);
  }
  EXPECT_EQ(Of(policy, ws_ + "/scratch/deep/f"), "write");
}

TEST_F(TemporaryTest, TMP01_AMissingTmpdirElsewhereIsReplacedAndNotMade) {
  around_.tmpdir = out_ + "/scratch";
  const Resolved policy = Make();
  EXPECT_EQ(policy->temp_dir(), "/tmp");
  EXPECT_THAT(Notices(policy), ElementsAre(HasSubstr("does not exist")));
  EXPECT_NE(access((out_ + "/scratch").c_str(), F_OK), 0);
}

TEST_F(TemporaryTest, AMissingTmpdirIsNotMadeAgainstARule) {
  around_.tmpdir = ws_ + "/no/scratch";
  Deny(Access::kWrite, "no");
  EXPECT_EQ(Make()->temp_dir(), "/tmp");
  EXPECT_NE(access((ws_ + "/no").c_str(), F_OK), 0);
}

TEST_F(TemporaryTest, AMissingTmpdirThatGoesUpIsNotMade) {
  around_.tmpdir = ws_ + "/no/../../../out/x";
  EXPECT_EQ(Make()->temp_dir(), "/tmp");
  EXPECT_NE(access((out_ + "/x").c_str(), F_OK), 0);
}

TEST_F(TemporaryTest, TooWideTmpdirsAreIgnored) {
  for (const std::string& wide : {std::string("/"), home_, lab_, home_ + "/ws/.."}) {
    around_.tmpdir = wide;
    const Resolved policy = Make();
    EXPECT_EQ(policy->temp_dir(), "/tmp") << wide;
    EXPECT_THAT(Notices(policy), ElementsAre(HasSubstr("is not used"))) << wide;
    EXPECT_EQ(Of(policy, lab_ + "/f"), "read") << wide;
  }
}

TEST_F(TemporaryTest, TmpdirsThatCannotServeAreIgnored) {
  MakeFile(out_ + "/file");
  MakeDir(out_ + "/sealed");
  chmod((out_ + "/sealed").c_str(), 0500);
  around_.config_home = MakeDir(home_ + "/.config/sbx");
  for (const std::string& bad :
       {out_ + "/file", out_ + "/file/x", out_ + "/sealed", home_ + "/.config/sbx",
        std::string("/proc/self"), std::string(5000, 'a')}) {
    around_.tmpdir = bad;
    const Resolved policy = Make();
    EXPECT_EQ(policy->temp_dir(), "/tmp") << bad;
    EXPECT_EQ(policy->notices().size(), 1u) << bad;
    EXPECT_EQ(Find(policy, bad), nullptr) << bad;
  }
}

TEST_F(TemporaryTest, ADeniedTmpdirIsReplaced) {
  around_.tmpdir = MakeDir(out_ + "/t");
  Deny(Access::kWrite, out_ + "/t");
  const Resolved policy = Make();
  EXPECT_EQ(policy->temp_dir(), "/tmp");
  EXPECT_THAT(Notices(policy), ElementsAre(HasSubstr("denies")));
}

TEST_F(TemporaryTest, WithTmpDeniedThereIsNone) {
  Deny(Access::kWrite, "/tmp");
  const Resolved policy = Make();
  EXPECT_EQ(policy->temp_dir(), "");
  EXPECT_THAT(Notices(policy), ElementsAre(HasSubstr("no temporary directory")));
}

TEST_F(TemporaryTest, TmpdirThatIsTmpNeedsNothing) {
  around_.tmpdir = "/tmp/";
  const Resolved policy = Make();
  EXPECT_EQ(policy->temp_dir(), "");
  EXPECT_THAT(Notices(policy), IsEmpty());
}

TEST_F(TemporaryTest, PrivateHasARootAndNoSharedZone) {
  policy_.tmp = Tmp::kPrivate;
  around_.tmpdir = MakeDir(out_ + "/t");
  const Resolved policy = Make();
  EXPECT_EQ(View(policy->view().temp_root), "/tmp");
  EXPECT_GE(policy->view().temp_root_fd, 0);
  EXPECT_EQ(Find(policy, "/tmp"), nullptr);
  EXPECT_EQ(Find(policy, out_ + "/t"), nullptr);
  EXPECT_NE(policy->required() & SBX_FS_TMP, 0u);
  EXPECT_EQ(policy->view().tmp, static_cast<std::uint32_t>(SBX_TMP_PRIVATE));
}

TEST_F(TemporaryTest, FS16_RulesBelowTmpHoldWithAPrivateOne) {
  char name[] = "/tmp/sbx-policy-XXXXXX";
  ASSERT_NE(mkdtemp(name), nullptr);
  const std::string lab = name;
  MakeDir(lab + "/rd/in");
  MakeDir(lab + "/wr");
  MakeDir(lab + "/no");
  policy_.tmp = Tmp::kPrivate;
  Allow(Access::kRead, lab + "/rd");
  Allow(Access::kRead, lab + "/rd/in");
  Allow(Access::kWrite, lab + "/wr");
  Deny(Access::kRead, lab + "/no");
  const Resolved policy = Make();
  ASSERT_NE(Find(policy, lab + "/rd"), nullptr);
  EXPECT_EQ(Find(policy, lab + "/rd")->access, Access::kRead);
  EXPECT_EQ(Find(policy, lab + "/rd/in"), nullptr);
  EXPECT_NE(Find(policy, lab + "/wr"), nullptr);
  EXPECT_NE(Find(policy, lab + "/no"), nullptr);
  policy_.tmp = Tmp::kShared;
  EXPECT_EQ(Find(Make(), lab + "/rd"), nullptr);
  std::filesystem::remove_all(lab);
}

TEST_F(TemporaryTest, FS16_AllowingTmpItselfContradictsAPrivateOne) {
  policy_.tmp = Tmp::kPrivate;
  Allow(Access::kRead, "/tmp");
  EXPECT_THAT(Refusal(), HasSubstr("choose tmp shared"));
}

TEST_F(TemporaryTest, NoneHasNoWritableTemporaryDirectory) {
  policy_.tmp = Tmp::kNone;
  around_.tmpdir = MakeDir(out_ + "/t");
  const Resolved policy = Make();
  EXPECT_EQ(Of(policy, "/tmp/f"), "read");
  EXPECT_EQ(Of(policy, out_ + "/t/f"), "read");
  EXPECT_EQ(policy->temp_dir(), "");
  EXPECT_EQ(policy->view().temp_root_fd, -1);
}

}  // namespace
}  // namespace sbx
