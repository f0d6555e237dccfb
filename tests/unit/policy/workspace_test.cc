// SPDX-License-Identifier: MIT
#include "tests/unit/policy/lab.hpp"

namespace sbx {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class WorkspaceTest : public Lab {};

TEST_F(WorkspaceTest, IsTheWorkingDirectoryOrWhatIsNamed) {
  EXPECT_EQ(Make()->workspace(), ws_);
  policy_.workspace = MakeDir(out_ + "/w");
  EXPECT_EQ(Make()->workspace(), out_ + "/w");
  policy_.workspace = "../ws/";
  EXPECT_EQ(Make()->workspace(), ws_);
  policy_.workspace = "~/ws";
  EXPECT_EQ(View(Make()->view().workspace), ws_);
}

TEST_F(WorkspaceTest, SL08_ThroughALinkTheTargetIsGranted) {
  MakeLink(ws_, home_ + "/wlink");
  around_.cwd = home_ + "/wlink";
  const Resolved policy = Make();
  EXPECT_EQ(policy->workspace(), ws_);
  EXPECT_EQ(Of(policy, home_ + "/wlink/f"), "write");
}

TEST_F(WorkspaceTest, WideFoldersMustBeNamed) {
  for (const std::string& wide : {std::string("/"), home_, lab_}) {
    policy_.workspace_named = false;
    policy_.workspace.clear();
    around_.cwd = wide;
    EXPECT_THAT(Refusal(), HasSubstr("--workspace")) << wide;
    policy_.workspace = wide;
    policy_.workspace_named = true;
    EXPECT_EQ(Of(Make(), wide + "/f"), "write");
  }
}

TEST_F(WorkspaceTest, ALinkToHomeIsHome) {
  MakeLink(home_, out_ + "/l");
  around_.cwd = out_ + "/l";
  EXPECT_THAT(Refusal(), HasSubstr("it is your home directory"));
}

TEST_F(WorkspaceTest, ReadOnlyModeMayStandAnywhere) {
  policy_.mode = Mode::kReadOnly;
  around_.cwd = home_;
  EXPECT_EQ(Of(Make(), home_ + "/f"), "read");
}

TEST_F(WorkspaceTest, MustBeAFolderThatExists) {
  policy_.workspace = out_ + "/none";
  EXPECT_THAT(Refusal(), HasSubstr("No such file or directory; name a folder that exists"));
  policy_.workspace = MakeFile(out_ + "/f");
  EXPECT_THAT(Refusal(), HasSubstr("Not a directory; name a folder that exists"));
  policy_.workspace = out_ + "/f/x";
  EXPECT_THAT(Refusal(), HasSubstr("Not a directory"));
  policy_.workspace = std::string("a\0b", 3);
  EXPECT_THAT(Refusal(), HasSubstr("NUL"));
}

TEST_F(WorkspaceTest, OfAnotherOwnerIsRemarkedOn) {
  if (geteuid() == 0) {
    ASSERT_EQ(chown(ws_.c_str(), 12345, 12345), 0);
    EXPECT_THAT(Notices(Make()),
                ElementsAre("the workspace '" + ws_ +
                            "' belongs to user 12345; without capabilities root cannot write it; "
                            "--as-owner runs the command as its owner"));
    around_.uid = 12345;
    EXPECT_THAT(Notices(Make()), IsEmpty());
    around_.uid = 12346;
    EXPECT_THAT(Notices(Make()), ElementsAre(HasSubstr("user 12346 cannot write it")));
  } else {
    policy_.workspace = "/usr";
    EXPECT_THAT(Notices(Make()), ElementsAre(HasSubstr("belongs to user 0")));
  }
}

TEST_F(WorkspaceTest, InReadOnlyModeTheOwnerIsNoMatter) {
  policy_.mode = Mode::kReadOnly;
  policy_.workspace = "/proc/self";
  EXPECT_THAT(Notices(Make()), IsEmpty());
}

TEST_F(WorkspaceTest, EveryResolutionHasItsOwnGeneration) {
  const std::uint64_t first = Make()->generation();
  EXPECT_GT(Make()->generation(), first);
}

TEST_F(WorkspaceTest, TheViewSaysTheSame) {
  MakeDir(ws_ + "/a");
  Deny(Access::kWrite, "a");
  const Resolved policy = Make();
  const sbx_policy& view = policy->view();
  EXPECT_EQ(view.size, sizeof(sbx_policy));
  EXPECT_EQ(view.mode, static_cast<std::uint32_t>(SBX_MODE_WORKSPACE_WRITE));
  EXPECT_EQ(view.uid, around_.uid);
  EXPECT_EQ(view.generation, policy->generation());
  ASSERT_EQ(view.zone_count, policy->zones().size());
  for (std::size_t i = 0; i < view.zone_count; ++i) {
    const Zone& zone = policy->zones()[i];
    EXPECT_EQ(View(view.zones[i].path), zone.path);
    EXPECT_EQ(view.zones[i].path.data[view.zones[i].path.size], '\0');
    EXPECT_EQ(view.zones[i].fd, zone.fd.get());
    EXPECT_LT(view.zones[i].parent, static_cast<int>(i));
    EXPECT_EQ(view.zones[i].access, static_cast<std::uint32_t>(zone.access));
    struct stat s;
    ASSERT_EQ(fstat(zone.fd.get(), &s), 0);
    EXPECT_EQ(s.st_dev, zone.dev);
    EXPECT_EQ(s.st_ino, zone.ino);
  }
}

}  // namespace
}  // namespace sbx
