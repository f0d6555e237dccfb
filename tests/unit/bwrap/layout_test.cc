// SPDX-License-Identifier: MIT
//
// Policies to mounts, as a table: each policy has one exact list of words.
#include "plugins/bwrap/layout.hpp"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plugins/bwrap/vector.hpp"
#include "tests/unit/bwrap/policy_builder.hpp"

namespace sbx::bwrap {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr char kFlags[] =
    "--as-pid-1 --die-with-parent --unshare-user --unshare-pid --unshare-ipc --unshare-uts "
    "--unshare-cgroup-try --disable-userns --assert-userns-disabled --cap-drop ALL ";
constexpr char kProc[] = "--proc /proc --ro-bind /proc/sys /proc/sys";

std::string Joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words)
    text += (text.empty() ? "" : " ") + word;
  return text;
}

// The words after the flags.
std::string MountsOf(PolicyBuilder& policy, const Facts& facts = {}) {
  const Result<Layout> layout = Arrange(policy.view(), facts);
  if (!layout)
    return "refused: " + layout.error().Sentence();
  const std::string text = Joined(BuildWords(*layout, facts, false).words);
  return text.starts_with(kFlags) ? text.substr(sizeof kFlags - 1) : "other flags: " + text;
}

TEST(Layout, ReadOnlyModeCostsThreeMountsMoreThanItsOne) {
  PolicyBuilder policy;
  EXPECT_EQ(MountsOf(policy), std::string("--ro-bind / / --dev /dev ") + kProc);
}

TEST(Layout, WritableWorkspaceAndSharedTemp) {
  PolicyBuilder policy;
  policy.Write("/srv/app").Write("/tmp");
  EXPECT_EQ(MountsOf(policy), std::string("--ro-bind / / --dev /dev ") + kProc +
                                  " --bind-fd 11 /srv/app --bind-fd 12 /tmp");
}

TEST(Layout, NetworkNoneAddsANamespace) {
  PolicyBuilder policy;
  const Result<Layout> layout = Arrange(policy.view(), {});
  EXPECT_THAT(Joined(BuildWords(*layout, {}, true).words),
              HasSubstr("--unshare-cgroup-try --unshare-net --disable-userns"));
}

TEST(Layout, SetuidProgramCannotDisableUserNamespaces) {
  PolicyBuilder policy;
  Facts facts;
  facts.setuid = true;
  const Result<Layout> layout = Arrange(policy.view(), facts);
  EXPECT_THAT(Joined(BuildWords(*layout, facts, false).words), Not(HasSubstr("userns-disabled")));
}

TEST(Layout, FS06_DeepestRuleComesLastWhateverTheOrderOfZones) {
  PolicyBuilder policy;
  policy.None("/home/u/big").Read("/home/u/big/ws").Write("/home/u/big/ws/proj");
  EXPECT_EQ(MountsOf(policy),
            std::string("--ro-bind / / --dev /dev --perms 0111 --tmpfs /home/u/big ") +
                "--ro-bind-fd 11 /home/u/big/ws --bind-fd 12 /home/u/big/ws/proj " + kProc +
                " --remount-ro /home/u/big");
}

TEST(Layout, HiddenDirectoryAndFile) {
  PolicyBuilder policy;
  policy.None("/home/u/.ssh").NoFile("/home/u/.netrc");
  EXPECT_EQ(MountsOf(policy),
            std::string("--ro-bind / / --dev /dev --ro-bind-fd 11 /home/u/.netrc ") +
                "--perms 0000 --tmpfs /home/u/.ssh " + kProc + " --remount-ro /home/u/.ssh");
}

TEST(Layout, FS01_AncestorsOfAProtectedObjectArePinned) {
  PolicyBuilder policy;
  policy.Write("/srv/app").Read("/srv/app/a/.git/hooks").ReadFile("/srv/app/a/.git/config");
  EXPECT_EQ(MountsOf(policy),
            std::string("--ro-bind / / --dev /dev ") + kProc +
                " --bind-fd 11 /srv/app --bind-fd 12 /srv/app/a --bind-fd 13 /srv/app/a/.git "
                "--ro-bind-fd 14 /srv/app/a/.git/config --ro-bind-fd 15 /srv/app/a/.git/hooks");
}

TEST(Layout, PinsReachUpToTheOutermostWritableMount) {
  PolicyBuilder policy;
  // The inner grant changes nothing and is no mount.
  policy.Write("/srv").Write("/srv/app").Read("/srv/app/x/y");
  EXPECT_EQ(MountsOf(policy),
            std::string("--ro-bind / / --dev /dev ") + kProc +
                " --bind-fd 11 /srv --bind-fd 12 /srv/app --bind-fd 13 /srv/app/x "
                "--ro-bind-fd 14 /srv/app/x/y");
}

TEST(Layout, WritableInsideReadOnlyInsideWritable) {
  PolicyBuilder policy;
  policy.Write("/w").Read("/w/r").Write("/w/r/a/w").NoFile("/w/r/a/w/b/secret");
  EXPECT_EQ(MountsOf(policy), std::string("--ro-bind / / --dev /dev ") + kProc +
                                  " --bind-fd 11 /w --ro-bind-fd 12 /w/r --bind-fd 13 /w/r/a/w "
                                  "--bind-fd 14 /w/r/a/w/b --ro-bind-fd 15 /w/r/a/w/b/secret");
}

TEST(Layout, RulesThatChangeNothingAreNoMounts) {
  PolicyBuilder policy;
  policy.Read("/etc").None("/home/u/.ssh").NoFile("/home/u/.ssh/id").Absent("/etc/none/x");
  EXPECT_EQ(MountsOf(policy),
            std::string("--ro-bind / / --dev /dev --perms 0000 --tmpfs /home/u/.ssh ") + kProc +
                " --remount-ro /home/u/.ssh");
}

TEST(Layout, AbsentNameIsHeldAndItsAncestorsPinned) {
  PolicyBuilder policy;
  policy.Write("/srv").Absent("/srv/app/.sbx").Absent("/srv/app/k", SBX_ACCESS_NONE);
  const Result<Layout> layout = Arrange(policy.view(), {});
  ASSERT_TRUE(layout);
  ASSERT_EQ(layout->holds.size(), 2u);
  EXPECT_EQ(layout->holds[0].name, ".sbx");
  EXPECT_EQ(layout->holds[0].zone, 2u);
  EXPECT_EQ(layout->holds[1].name, "k");
  EXPECT_EQ(MountsOf(policy),
            std::string("--ro-bind / / --dev /dev ") + kProc +
                " --bind-fd 11 /srv --bind-fd 12 /srv/app --ro-bind /srv/app/.sbx /srv/app/.sbx "
                "--perms 0000 --tmpfs /srv/app/k --remount-ro /srv/app/k");
}

TEST(Layout, AbsentNameThatTheUserCannotMakeIsNotHeldButItsFolderIsPinned) {
  PolicyBuilder policy;
  policy.Write("/srv").Absent("/srv/app/.sbx");
  Facts facts;
  facts.out_of_reach = {2};
  const Result<Layout> layout = Arrange(policy.view(), facts);
  ASSERT_TRUE(layout);
  EXPECT_THAT(layout->holds, IsEmpty());
  EXPECT_EQ(MountsOf(policy, facts), std::string("--ro-bind / / --dev /dev ") + kProc +
                                         " --bind-fd 11 /srv --bind-fd 12 /srv/app");
}

TEST(Layout, FS16_PrivateTempShowsWhatIsGrantedAndNothingElse) {
  PolicyBuilder policy;
  policy.Tmp(SBX_TMP_PRIVATE)
      .Read("/tmp/rd")
      .Write("/tmp/ws")
      .None("/tmp/no")
      .Absent("/tmp/absent")
      .Zone("/tmp/own", SBX_ACCESS_READ, SBX_OBJECT_DIRECTORY, SBX_ZONE_OWN_CONFIG)
      .Read("/tmp/ws/a/b");
  EXPECT_EQ(MountsOf(policy), std::string("--ro-bind / / --dev /dev ") + kProc +
                                  " --perms 1777 --tmpfs /tmp --ro-bind-fd 11 /tmp/rd "
                                  "--bind-fd 12 /tmp/ws --bind-fd 13 /tmp/ws/a "
                                  "--ro-bind-fd 14 /tmp/ws/a/b");
}

TEST(Layout, PrivateAndSharedTempAtOnceIsRefused) {
  PolicyBuilder policy;
  policy.Tmp(SBX_TMP_PRIVATE).Write("/tmp");
  EXPECT_THAT(MountsOf(policy), HasSubstr("refused: cannot give a private temporary directory"));
}

TEST(Layout, DevicesAreBoundBelowTheSmallDev) {
  PolicyBuilder policy;
  policy.Zone("/dev/kvm", SBX_ACCESS_WRITE, SBX_OBJECT_SPECIAL).Write("/dev/shm");
  EXPECT_EQ(MountsOf(policy), std::string("--ro-bind / / --dev /dev --dev-bind /dev/kvm /dev/kvm "
                                          "--dev-bind /dev/shm /dev/shm ") +
                                  kProc);
}

TEST(Layout, AWorkspaceBelowDevShmIsThere) {
  PolicyBuilder policy;
  policy.Zone("/dev/shm", SBX_ACCESS_WRITE, SBX_OBJECT_DIRECTORY, 0)
      .Zone("/dev/shm/ws", SBX_ACCESS_WRITE, SBX_OBJECT_DIRECTORY, 0);
  EXPECT_EQ(MountsOf(policy),
            std::string("--ro-bind / / --dev /dev --bind-fd 11 /dev/shm/ws ") + kProc);
}

TEST(Layout, DeviceForReadingOnlyIsRefused) {
  PolicyBuilder policy;
  policy.Zone("/dev/sda", SBX_ACCESS_READ, SBX_OBJECT_SPECIAL);
  EXPECT_THAT(MountsOf(policy), HasSubstr("refused: cannot show a device for reading only"));
}

TEST(Layout, ProcCanBeNeitherWrittenNorHidden) {
  for (const auto& [path, access] :
       {std::pair{"/proc/sys/kernel", SBX_ACCESS_WRITE}, std::pair{"/proc", SBX_ACCESS_NONE}}) {
    PolicyBuilder policy;
    policy.Zone(path, static_cast<std::uint32_t>(access));
    EXPECT_THAT(MountsOf(policy), HasSubstr("refused: ")) << path;
  }
}

TEST(Layout, SL02_ALinkThatCanBeReplacedIsRefusedByRule) {
  PolicyBuilder policy;
  policy.Write("/srv").Zone("/opt/hooks", SBX_ACCESS_READ, SBX_OBJECT_DIRECTORY,
                            SBX_ZONE_EXPLICIT | SBX_ZONE_VIA_LINK);
  const std::string text = MountsOf(policy);
  EXPECT_THAT(text, HasSubstr("symbolic link"));
  EXPECT_THAT(text, HasSubstr("--rule /opt/hooks"));
  EXPECT_THAT(text, HasSubstr("name the link's target instead"));
}

TEST(Layout, BestEffortLinkIsNamed) {
  PolicyBuilder policy;
  policy.Write("/srv").Zone("/srv/real", SBX_ACCESS_READ, SBX_OBJECT_DIRECTORY,
                            SBX_ZONE_OWN_CONFIG | SBX_ZONE_VIA_LINK | SBX_ZONE_BEST_EFFORT);
  const Result<Layout> layout = Arrange(policy.view(), {});
  ASSERT_TRUE(layout);
  EXPECT_THAT(layout->left_open, ElementsAre(HasSubstr("/srv/real")));
}

TEST(Layout, RootGetsThePartsOfProcThatModesAloneGuard) {
  PolicyBuilder policy;
  Facts facts;
  facts.proc = {"sysrq-trigger", "irq", "bus"};
  EXPECT_EQ(MountsOf(policy, facts),
            "--ro-bind / / --dev /dev --proc /proc --ro-bind /proc/bus /proc/bus "
            "--ro-bind /proc/irq /proc/irq --ro-bind /proc/sys /proc/sys "
            "--ro-bind /proc/sysrq-trigger /proc/sysrq-trigger");
}

TEST(Layout, HiddenRootShowsOnlyWhatIsMounted) {
  PolicyBuilder policy;
  policy.Root(SBX_ACCESS_NONE).Read("/usr").Write("/srv");
  EXPECT_EQ(MountsOf(policy), std::string("--dev /dev ") + kProc +
                                  " --bind-fd 11 /srv --ro-bind-fd 12 /usr --remount-ro /");
}

TEST(Layout, WritableRootKeepsItsOwnDevAndProc) {
  PolicyBuilder policy;
  policy.Root(SBX_ACCESS_WRITE).Read("/srv/own");
  EXPECT_EQ(MountsOf(policy), std::string("--bind / / --dev /dev ") + kProc +
                                  " --bind-fd 11 /srv --ro-bind-fd 12 /srv/own");
}

TEST(Layout, NamesThatOnlyBeginAlikeAreNotBelowEachOther) {
  EXPECT_TRUE(IsWithin("/a/b", "/a"));
  EXPECT_TRUE(IsWithin("/a", "/a"));
  EXPECT_TRUE(IsWithin("/a", "/"));
  EXPECT_FALSE(IsWithin("/a-evil", "/a"));
  PolicyBuilder policy;
  policy.Write("/srv/app").Read("/srv/app-evil/x").Write("/srv/app b");
  EXPECT_EQ(MountsOf(policy), std::string("--ro-bind / / --dev /dev ") + kProc +
                                  " --bind-fd 11 /srv/app --bind-fd 12 /srv/app b");
}

TEST(Layout, ShellLineNamesPathsAndQuotes) {
  PolicyBuilder policy;
  policy.Write("/srv/we ird's").NoFile("/srv/key");
  const Result<Layout> layout = Arrange(policy.view(), {});
  ASSERT_TRUE(layout);
  EXPECT_EQ(ShellLine({"/usr/bin/bwrap"}, *layout, {}, true, {"echo", "", "$x\n"}),
            "/usr/bin/bwrap --die-with-parent --unshare-user --unshare-pid --unshare-ipc "
            "--unshare-uts --unshare-cgroup-try --unshare-net --disable-userns "
            "--assert-userns-disabled --cap-drop ALL --ro-bind / / --dev /dev --proc /proc "
            "--ro-bind /proc/sys /proc/sys --ro-bind /dev/null /srv/key "
            "--bind '/srv/we ird'\\''s' '/srv/we ird'\\''s' -- echo '' '$x\n'");
}

TEST(Layout, ShellLineLeavesNothingBehindForNamesThatNobodyHolds) {
  PolicyBuilder policy;
  policy.Write("/w").Absent("/w/.sbx").Absent("/w/k", SBX_ACCESS_NONE);
  const Result<Layout> layout = Arrange(policy.view(), {});
  ASSERT_TRUE(layout);
  EXPECT_THAT(ShellLine({"bwrap"}, *layout, {}, false, {"true"}),
              testing::EndsWith("--bind /w /w --ro-bind-try /w/.sbx /w/.sbx -- true"));
}

TEST(Layout, LandlockLayoutHasNoMountPerRule) {
  Facts facts;
  EXPECT_EQ(Joined(BuildWords(ArrangeForLandlock(facts), facts, false).words),
            std::string(kFlags) + "--dev-bind / / " + kProc);
}

TEST(Layout, ArgumentsAreSeparatedByZeroBytes) {
  EXPECT_EQ(JoinWithNul({"--a", "b c"}), std::string("--a\0b c\0", 8));
}

}  // namespace
}  // namespace sbx::bwrap
