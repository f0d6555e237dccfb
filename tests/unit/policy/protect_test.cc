// SPDX-License-Identifier: MIT
//
// Protect groups, layers and the default of reading, by the items that ask for
// them (E-16, F-42, F-24, Y-22, E-5).
#include "core/policy/protect.hpp"

#include "tests/unit/policy/lab.hpp"

namespace sbx {
namespace {

using enum ProtectGroup;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class ProtectTest : public Lab {
 protected:
  void Groups(std::initializer_list<ProtectGroup> groups,
              Requirement requirement = Requirement::kRequired) {
    policy_.protect.clear();
    for (const ProtectGroup group : groups) {
      policy_.protect.push_back({group, requirement, "--protect"});
    }
  }
  std::string MakeRepository(const std::string& path) {
    for (const char* folder : {"/.git/objects", "/.git/refs", "/.git/hooks"}) {
      MakeDir(path + folder);
    }
    MakeFile(path + "/.git/HEAD");
    MakeFile(path + "/.git/config");
    return path;
  }
};

TEST(ProtectGroups, HaveNamesThatFindThemBack) {
  for (const std::string_view name : ProtectGroupNames()) {
    const auto group = ProtectGroupByName(name);
    ASSERT_TRUE(group) << name;
    EXPECT_EQ(NameOf(*group), name);
  }
  EXPECT_FALSE(ProtectGroupByName("git"));
  EXPECT_EQ(NameOf(kSecrets), "secrets");
}

TEST(ProtectGroups, TheStrongestRequirementCounts) {
  Policy policy;
  EXPECT_EQ(ProtectionOf(policy, kGitHooks)->requirement, Requirement::kBestEffort);
  EXPECT_FALSE(ProtectionOf(policy, kGitConfig));
  policy.protect.push_back({kGitHooks, Requirement::kRequired, "x"});
  policy.protect.push_back({kGitHooks, Requirement::kBestEffort, "y"});
  EXPECT_EQ(ProtectionOf(policy, kGitHooks)->source, "x");
}

TEST_F(ProtectTest, E16_GitHooksByDefaultAndNothingElseOfGit) {
  MakeRepository(ws_);
  const Resolved policy = Make();
  EXPECT_EQ(Of(policy, ws_ + "/.git/hooks/pre-commit"), "read");
  EXPECT_EQ(Of(policy, ws_ + "/.git/config"), "write");
  EXPECT_EQ(Of(policy, ws_ + "/.git/index"), "write");
  const Zone* hooks = Find(policy, ws_ + "/.git/hooks");
  ASSERT_NE(hooks, nullptr);
  EXPECT_EQ(hooks->flags, SBX_ZONE_PROTECT | SBX_ZONE_BEST_EFFORT);
  EXPECT_EQ(hooks->rule, "protected git-hooks (default)");
  EXPECT_NE(policy->wanted() & SBX_FS_PROTECT, 0u);
  EXPECT_EQ(policy->required() & SBX_FS_PROTECT, 0u);
}

TEST_F(ProtectTest, NoRepositoryNoZoneAndNoRestriction) {
  const Resolved policy = Make();
  EXPECT_EQ(policy->zones().size(), 4u);  // "/", "/tmp", the workspace, its .sbx
  EXPECT_EQ(policy->wanted() & SBX_FS_PROTECT, 0u);
}

TEST_F(ProtectTest, GIT01_HooksOfSubmodulesAndOfTheRepositoryAbove) {
  MakeRepository(home_ + "/repo");
  MakeFile(home_ + "/repo/.git/modules/lib/sub/HEAD");
  MakeDir(home_ + "/repo/.git/modules/lib/sub/hooks");
  MakeFile(home_ + "/repo/.git/modules/plain/HEAD");
  around_.cwd = MakeDir(home_ + "/repo/a");
  const Resolved policy = Make();
  EXPECT_EQ(Of(policy, home_ + "/repo/.git/hooks/x"), "read");
  EXPECT_EQ(Of(policy, home_ + "/repo/.git/modules/lib/sub/hooks/x"), "read");
  EXPECT_EQ(Of(policy, home_ + "/repo/.git/modules/lib/sub/index"), "write");
  EXPECT_EQ(Of(policy, home_ + "/repo/.git/modules/plain/hooks/x"), "read");
  EXPECT_EQ(Find(policy, home_ + "/repo/.git/modules/plain/hooks")->object,
            static_cast<std::uint32_t>(SBX_OBJECT_ABSENT));
}

TEST_F(ProtectTest, MoreSubmodulesThanAreProtectedAreNamed) {
  MakeRepository(ws_);
  for (int i = 0; i < 20; ++i) {
    MakeFile(ws_ + "/.git/modules/m" + std::to_string(i) + "/HEAD");
  }
  EXPECT_THAT(Notices(Make()), ElementsAre(HasSubstr("only 16 submodules")));
}

TEST_F(ProtectTest, GitConfigIsHeldWithWhatLeadsToIt) {
  MakeRepository(ws_);
  Groups({kGitConfig});
  const Resolved policy = Make();
  EXPECT_EQ(Of(policy, ws_ + "/.git/config"), "read");
  EXPECT_EQ(Of(policy, ws_ + "/.git/config.worktree"), "read");
  EXPECT_EQ(Of(policy, ws_ + "/.gitmodules"), "read");
  EXPECT_EQ(Of(policy, ws_ + "/.git/hooks/x"), "write");
  EXPECT_EQ(Of(policy, ws_ + "/.git/config.lock"), "write");
  EXPECT_EQ(Find(policy, ws_ + "/.git/config")->flags, SBX_ZONE_PROTECT);
  const Result<Judgement> judged =
      Judge(*policy, Access::kWrite, ws_ + "/.git/config", policy->around().cwd);
  ASSERT_TRUE(judged);
  EXPECT_STREQ(judged->group, "git-config");
}

TEST_F(ProtectTest, AGitFileThatIsNotBelievedSteersNothing) {
  MakeDir(ws_ + "/src/hooks");
  MakeFile(ws_ + "/src/config");
  std::ofstream(ws_ + "/.git") << "gitdir: src\n";
  Groups({kGitHooks, kGitConfig});
  const Resolved policy = Make();
  EXPECT_EQ(Of(policy, ws_ + "/src/hooks/x"), "write");
  EXPECT_EQ(Of(policy, ws_ + "/src/config"), "write");
  EXPECT_EQ(Of(policy, ws_ + "/.git"), "read");
}

TEST_F(ProtectTest, F42_SettingsOfAgentsAreHeldWhetherThereOrNot) {
  MakeDir(ws_ + "/.factory");
  Groups({kAgentConfig, kEditor});
  const Resolved policy = Make();
  for (const char* name : {"/.factory/settings.json", "/.claude/settings.json", "/.pi/sandbox.json",
                           "/.mcp.json", "/.vscode/tasks.json", "/.idea"}) {
    EXPECT_EQ(Of(policy, ws_ + name), "read") << name;
  }
  EXPECT_EQ(Of(policy, ws_ + "/src/.vscode/x"), "write");
}

TEST_F(ProtectTest, E107_TheProjectFileOfAnAgentIsReadAndNotWritten) {
  for (const char* name : {"/.pi/extensions/pi-sandbox/config.json", "/.pi/pi-sandbox.json"}) {
    EXPECT_EQ(Of(Make(), ws_ + name), "write") << name << ": no group, no protection";
    MakeFile(ws_ + name);
  }
  Groups({kAgentConfig});
  const Resolved policy = Make();
  for (const char* name :
       {"/.pi/extensions/pi-sandbox/config.json", "/.pi/pi-sandbox.json", "/.pi/extensions/new"}) {
    EXPECT_EQ(Of(policy, ws_ + name), "read") << name;
  }
}

TEST_F(ProtectTest, TheHomeDirectoryIsProtectedWhereItCanBeWritten) {
  MakeFile(home_ + "/.bashrc");
  Groups({kShellRc});
  EXPECT_EQ(Find(Make(), home_ + "/.bashrc"), nullptr);
  policy_.workspace = home_;
  policy_.workspace_named = true;
  const Resolved policy = Make();
  for (const char* name : {"/.bashrc", "/.profile", "/.ssh/authorized_keys", "/.config/fish/x"}) {
    EXPECT_EQ(Of(policy, home_ + name), "read") << name;
  }
}

TEST_F(ProtectTest, BelowANestedWorkspaceTheGroupEnds) {
  MakeRepository(home_ + "/repo");
  around_.cwd = MakeDir(home_ + "/repo/.claude/worktrees/a");
  Groups({kAgentConfig});
  const Resolved policy = Make();
  EXPECT_EQ(Of(policy, around_.cwd + "/f"), "write");
  EXPECT_EQ(Of(policy, home_ + "/repo/.claude/settings.json"), "read");
}

TEST_F(ProtectTest, ARuleThatOpensAProtectedNameIsRefused) {
  MakeRepository(ws_);
  Allow(Access::kWrite, ".git/hooks");
  EXPECT_THAT(Refusal(), HasSubstr("--no-protect git-hooks leaves that group unprotected"));
  policy_.protect.clear();
  EXPECT_EQ(Of(Make(), ws_ + "/.git/hooks/x"), "write");
}

TEST_F(ProtectTest, ReadOnlyAndFullAccessNeedNoProtection) {
  MakeRepository(ws_);
  Groups({kGitHooks, kAgentConfig});
  policy_.mode = Mode::kDangerFullAccess;
  EXPECT_THAT(Refusal(), HasSubstr("danger-full-access with '--protect git-hooks"));
  Groups({kGitHooks, kAgentConfig}, Requirement::kBestEffort);
  for (const Mode mode : {Mode::kReadOnly, Mode::kDangerFullAccess}) {
    policy_.mode = mode;
    EXPECT_EQ(Make()->zones().size(), 1u);
  }
}

TEST_F(ProtectTest, TheProjectConfigurationOfTheGitRootIsKeptToo) {
  MakeRepository(home_ + "/repo");
  around_.cwd = MakeDir(home_ + "/repo/a");
  Groups({kOwnConfig});
  const Resolved policy = Make();
  for (const char* name : {"/repo/.sbx", "/repo/a/.sbx"}) {
    ASSERT_NE(Find(policy, home_ + name), nullptr) << name;
    EXPECT_EQ(Find(policy, home_ + name)->flags, SBX_ZONE_OWN_CONFIG) << name;
  }
}

// Secrets.

TEST_F(ProtectTest, E17_E18_SecretsAreFoundAndTemplatesAreSpared) {
  for (const char* name : {"/.env", "/.env.local", "/a/b/.env.ci", "/certs/x.pem", "/certs/x.key",
                           "/x.p12", "/a/x.pfx", "/secrets/y", "/.env.example", "/a/.env.sample",
                           "/.env.dist", "/environment", "/node_modules/m/.env", "/key"}) {
    MakeFile(ws_ + name);
  }
  Groups({kSecrets});
  const Resolved policy = Make();
  for (const char* name : {"/.env", "/.env.local", "/a/b/.env.ci", "/certs/x.pem", "/certs/x.key",
                           "/x.p12", "/a/x.pfx", "/secrets/y", "/secrets/new"}) {
    EXPECT_EQ(Of(policy, ws_ + name), "read") << name;
  }
  for (const char* name : {"/.env.example", "/a/.env.sample", "/.env.dist", "/environment",
                           "/node_modules/m/.env", "/key", "/certs/new"}) {
    EXPECT_EQ(Of(policy, ws_ + name), "write") << name;
  }
}

TEST_F(ProtectTest, E20_ANewSecretElsewhereIsNotHeld) {
  Groups({kSecrets});
  EXPECT_EQ(Of(Make(), ws_ + "/deep/new.pem"), "write");
}

TEST_F(ProtectTest, E17_TheSearchIsShallowAndSaysWhenItIsCut) {
  MakeFile(ws_ + "/1/2/3/4/.env");
  MakeFile(ws_ + "/1/2/3/4/5/.env");
  Groups({kSecrets});
  Resolved policy = Make();
  EXPECT_EQ(Of(policy, ws_ + "/1/2/3/4/.env"), "read");
  EXPECT_EQ(Of(policy, ws_ + "/1/2/3/4/5/.env"), "write");
  EXPECT_THAT(Notices(policy), IsEmpty());
  for (int i = 0; i < 120; ++i) {
    MakeFile(ws_ + "/many/" + std::to_string(i) + ".key");
  }
  policy = Make();
  EXPECT_THAT(Notices(policy), ElementsAre(HasSubstr("only a part of")));
}

TEST_F(ProtectTest, GIT01_RepositoriesInsideAreFoundWhenAGitGroupIsAskedFor) {
  MakeRepository(ws_);
  MakeRepository(ws_ + "/lib/inner");
  EXPECT_EQ(Of(Make(), ws_ + "/lib/inner/.git/hooks/x"), "write");
  Groups({kGitHooks, kGitConfig});
  const Resolved policy = Make();
  EXPECT_EQ(Of(policy, ws_ + "/lib/inner/.git/hooks/x"), "read");
  EXPECT_EQ(Of(policy, ws_ + "/lib/inner/.git/config"), "read");
  EXPECT_EQ(Of(policy, ws_ + "/lib/inner/.git/index"), "write");
}

// Layers.

TEST_F(ProtectTest, F24_WhatTheOrganisationDeniesNobodyElseOpens) {
  MakeDir(out_ + "/a/b/c");
  MakeDir(ws_ + "/held/deep");
  Deny(Access::kWrite, ws_ + "/held");
  policy_.rules.back().layer = Layer::kOrganisation;
  policy_.rules.back().source = "/etc/sbx/policy.json";
  Deny(Access::kRead, out_ + "/a");
  policy_.rules.back().layer = Layer::kOrganisation;
  Allow(Access::kWrite, ws_ + "/held/deep");
  Allow(Access::kWrite, out_ + "/a/b");
  Allow(Access::kRead, out_ + "/a/b/c");
  Resolved policy = Make();
  EXPECT_EQ(Of(policy, ws_ + "/held/deep/f"), "read");
  EXPECT_EQ(Of(policy, out_ + "/a/b/f"), "none");
  EXPECT_EQ(Of(policy, out_ + "/a/b/c/f"), "none");
  const auto judged = Judge(*policy, Access::kWrite, ws_ + "/held/deep/f", ws_);
  ASSERT_TRUE(judged);
  EXPECT_THAT(judged->rule, HasSubstr("/etc/sbx/policy.json"));
  // Only itself, by a rule that goes deeper.
  Allow(Access::kRead, out_ + "/a/b/c");
  policy_.rules.back().layer = Layer::kOrganisation;
  policy = Make();
  EXPECT_EQ(Of(policy, out_ + "/a/b/c/f"), "read");
  EXPECT_EQ(Of(policy, out_ + "/a/b/f"), "none");
}

TEST_F(ProtectTest, F24_TheWorkspaceItselfIsNoExceptionFromTheOrganisation) {
  Deny(Access::kWrite, home_);
  policy_.rules.back().layer = Layer::kOrganisation;
  EXPECT_EQ(Of(Make(), ws_ + "/f"), "read");
}

TEST_F(ProtectTest, OtherLayersGoByDepth) {
  MakeDir(ws_ + "/a/b");
  for (const Layer layer : {Layer::kPreset, Layer::kUser, Layer::kProject, Layer::kCommandLine}) {
    policy_.rules.clear();
    Deny(Access::kWrite, "a");
    policy_.rules.back().layer = layer;
    Allow(Access::kWrite, "a/b");
    EXPECT_EQ(Of(Make(), ws_ + "/a/b/f"), "write");
  }
}

TEST_F(ProtectTest, ARelativePathStartsFromTheBaseOfItsRule) {
  MakeDir(out_ + "/a");
  Allow(Access::kWrite, "a");
  policy_.rules.back().base = out_;
  EXPECT_EQ(Of(Make(), out_ + "/a/f"), "write");
}

TEST_F(ProtectTest, ABestEffortDenialIsMarkedAndRequiresNothing) {
  MakeDir(ws_ + "/a");
  Deny(Access::kWrite, "a");
  policy_.rules.back().requirement = Requirement::kBestEffort;
  const Resolved policy = Make();
  EXPECT_EQ(Find(policy, ws_ + "/a")->flags,
            SBX_ZONE_EXPLICIT | SBX_ZONE_BEST_EFFORT | SBX_ZONE_PROTECT);
  EXPECT_NE(policy->wanted() & SBX_FS_PROTECT, 0u);
}

// The default of reading.

TEST_F(ProtectTest, E5_ReadsAreDeniedButForWhatProgramsNeedAndWhatIsListed) {
  MakeFile(home_ + "/.gitconfig");
  MakeFile(home_ + "/.ssh/id");
  policy_.read_default = Effect::kDeny;
  Allow(Access::kRead, "~/.gitconfig");
  const Resolved policy = Make();
  EXPECT_EQ(policy->zones()[0].access, Access::kNone);
  EXPECT_EQ(Of(policy, home_ + "/.gitconfig"), "read");
  EXPECT_EQ(Of(policy, home_ + "/.ssh/id"), "none");
  EXPECT_EQ(Of(policy, ws_ + "/f"), "write");
  EXPECT_EQ(Of(policy, "/usr/bin/env"), "read");
  EXPECT_EQ(Of(policy, "/bin/sh"), "read");
  EXPECT_EQ(Of(policy, "/etc/passwd"), "read");
  EXPECT_EQ(Of(policy, "/etc/shadow"), "none");
  EXPECT_EQ(Of(policy, "/var/lib"), "none");
  EXPECT_NE(policy->required() & SBX_FS_READ, 0u);
}

TEST_F(ProtectTest, E5_InReadOnlyModeTheWorkspaceCanBeRead) {
  policy_.read_default = Effect::kDeny;
  policy_.mode = Mode::kReadOnly;
  const Resolved policy = Make();
  EXPECT_EQ(Of(policy, ws_ + "/f"), "read");
  EXPECT_EQ(Of(policy, home_ + "/f"), "none");
}

TEST_F(ProtectTest, ADenialInWhatIsListedAgainWinsByDepthAndInATie) {
  MakeDir(home_ + "/open/closed/again");
  Deny(Access::kRead, "~");
  Allow(Access::kRead, "~/open");
  Deny(Access::kRead, "~/open/closed");
  Allow(Access::kRead, "~/open/closed");
  Allow(Access::kRead, "~/open/closed/again");
  const Resolved policy = Make();
  EXPECT_EQ(Of(policy, home_ + "/f"), "none");
  EXPECT_EQ(Of(policy, home_ + "/open/f"), "read");
  EXPECT_EQ(Of(policy, home_ + "/open/closed/f"), "none");
  EXPECT_EQ(Of(policy, home_ + "/open/closed/again/f"), "read");
}

TEST_F(ProtectTest, LinksThatLeadToWhatIsAllowedAreKnownWhereTheyAreHidden) {
  MakeFile(home_ + "/dotfiles/gitconfig");
  MakeLink("dotfiles/gitconfig", home_ + "/.gitconfig");
  MakeLink(ws_, home_ + "/shown");
  policy_.read_default = Effect::kDeny;
  Allow(Access::kRead, "~/.gitconfig");
  const Resolved policy = Make();
  bool found = false;
  for (std::size_t i = 0; i < policy->view().link_count; ++i) {
    const sbx_link& link = policy->view().links[i];
    if (View(link.path) == home_ + "/.gitconfig") {
      EXPECT_EQ(View(link.target), "dotfiles/gitconfig");
      found = true;
    }
    EXPECT_NE(View(link.path), home_ + "/shown");
  }
  EXPECT_TRUE(found);
  policy_.read_default = Effect::kAllow;
  EXPECT_EQ(Make()->view().link_count, 0u);
}

}  // namespace
}  // namespace sbx
