// SPDX-License-Identifier: MIT
//
// The git widening on repositories that git itself made (Y-14 to Y-23), and what
// forged pointers open.
#include "core/policy/git.hpp"

#include "tests/unit/policy/lab.hpp"

namespace sbx {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class GitTest : public Lab {
 protected:
  // A command line for git, in `folder`.
  void Git(const std::string& folder, const std::string& words) {
    const std::string line = "cd '" + folder + "' && env -i PATH=\"$PATH\" HOME='" + home_ +
                             "' git -c user.name=u -c user.email=e@e -c init.defaultBranch=main "
                             "-c protocol.file.allow=always " +
                             words + " >/dev/null 2>&1";
    ASSERT_EQ(std::system(line.c_str()), 0) << words;
  }
  void MakeRepository(const std::string& path) {
    MakeDir(path);
    Git(path, "init -q");
    Git(path, "commit -q --allow-empty -m x");
  }
  static void Write(const std::string& path, const std::string& text) {
    std::ofstream(path) << text;
  }
  // The repository `home_/repo`, a worktree of it at `home_/tree`.
  void MakeWorktree() {
    MakeRepository(home_ + "/repo");
    Git(home_ + "/repo", "worktree add -q ../tree");
    around_.cwd = home_ + "/tree";
  }
  // The repository `home_/top` with the submodule `lib/sub`.
  void MakeSubmodule() {
    MakeRepository(home_ + "/other");
    MakeRepository(home_ + "/top");
    Git(home_ + "/top", "submodule add ../other lib/sub");
    around_.cwd = home_ + "/top/lib/sub";
  }
};

TEST_F(GitTest, Y14_Y16_AnAncestorWithAGitFolderBecomesWritable) {
  MakeRepository(home_ + "/repo");
  around_.cwd = MakeDir(home_ + "/repo/a/b");
  const Resolved policy = Make();
  EXPECT_EQ(Of(policy, home_ + "/repo/.git/index"), "write");
  EXPECT_EQ(Of(policy, home_ + "/repo/f"), "write");
  EXPECT_EQ(Of(policy, home_ + "/f"), "read");
  EXPECT_EQ(Find(policy, home_ + "/repo")->rule, "git root " + home_ + "/repo");
  EXPECT_THAT(Notices(policy), IsEmpty());
}

TEST_F(GitTest, Y17_ALinkedWorktreeOpensItsGitDirectoryAndTheCommonOne) {
  MakeWorktree();
  for (const std::string& cwd : {home_ + "/tree", MakeDir(home_ + "/tree/sub")}) {
    around_.cwd = cwd;
    const Resolved policy = Make();
    EXPECT_EQ(Of(policy, home_ + "/tree/f"), "write");
    EXPECT_EQ(Of(policy, home_ + "/repo/.git/worktrees/tree/index"), "write");
    EXPECT_EQ(Of(policy, home_ + "/repo/.git/objects/x"), "write");
    EXPECT_EQ(Of(policy, home_ + "/repo/f"), "read");
    EXPECT_THAT(Notices(policy), IsEmpty());
  }
}

TEST_F(GitTest, WT05_RelativePointersAndABareRepository) {
  MakeRepository(home_ + "/seed");
  Git(home_, "clone -q --bare seed b.git");
  Git(home_ + "/b.git", "worktree add -q ../w1");
  Write(home_ + "/w1/.git", "gitdir: ../b.git/worktrees/w1\r\n");
  Write(home_ + "/b.git/worktrees/w1/gitdir", "../../../w1/.git\n");
  around_.cwd = home_ + "/w1";
  const Resolved policy = Make();
  EXPECT_EQ(Of(policy, home_ + "/b.git/objects/x"), "write");
  EXPECT_EQ(Of(policy, home_ + "/b.git/worktrees/w1/index"), "write");
}

TEST_F(GitTest, Y17_ASubmoduleOpensItsGitDirectoryAndNotTheOneAround) {
  MakeSubmodule();
  const Resolved policy = Make();
  EXPECT_EQ(Of(policy, home_ + "/top/.git/modules/lib/sub/index"), "write");
  EXPECT_EQ(Of(policy, home_ + "/top/.git/index"), "read");
  EXPECT_EQ(Of(policy, home_ + "/top/f"), "read");
  EXPECT_THAT(Notices(policy), IsEmpty());
}

TEST_F(GitTest, Y17_ASubmoduleOfASubmoduleAndOfALinkedWorktree) {
  MakeSubmodule();
  Git(around_.cwd, "submodule add ../other deep");
  Git(around_.cwd, "commit -q -m y");
  around_.cwd += "/deep";
  EXPECT_EQ(Of(Make(), home_ + "/top/.git/modules/lib/sub/modules/deep/index"), "write");
  Git(home_ + "/top", "commit -q -m y");
  Git(home_ + "/top", "worktree add -q ../tree");
  Git(home_ + "/tree", "submodule update --init");
  around_.cwd = home_ + "/tree/lib/sub";
  EXPECT_EQ(Of(Make(), home_ + "/top/.git/worktrees/tree/modules/lib/sub/index"), "write");
}

TEST_F(GitTest, Y18_FoldersAboveAreLookedAtOnceAndNotAboveTheHomeDirectory) {
  MakeDir(home_ + "/.git");
  MakeDir(lab_ + "/.git");
  const Resolved policy = Make();
  EXPECT_EQ(Of(policy, home_ + "/f"), "read");
  EXPECT_EQ(Of(policy, lab_ + "/f"), "read");
}

// What was found belongs to the policy: questions and runs under it do not look again.
TEST_F(GitTest, Y18_APolicyLooksOnce) {
  around_.cwd = MakeDir(home_ + "/repo/a");
  const Resolved before = Make();
  MakeRepository(home_ + "/repo");
  EXPECT_EQ(Of(before, home_ + "/repo/f"), "read");
  const Resolved after = Make();
  EXPECT_EQ(Of(after, home_ + "/repo/f"), "write");
  std::filesystem::remove_all(home_ + "/repo/.git");
  EXPECT_EQ(Of(after, home_ + "/repo/f"), "write");
}

TEST_F(GitTest, Y19_ReadOnlyModeOpensNothing) {
  MakeWorktree();
  policy_.mode = Mode::kReadOnly;
  const Resolved policy = Make();
  EXPECT_EQ(Of(policy, home_ + "/tree/f"), "read");
  EXPECT_EQ(Of(policy, home_ + "/repo/.git/index"), "read");
}

TEST_F(GitTest, Y20_TheWholeTreeBelowTheRootIsOpened) {
  MakeRepository(home_ + "/repo");
  around_.cwd = MakeDir(home_ + "/repo/a");
  EXPECT_EQ(Of(Make(), MakeDir(home_ + "/repo/b/c") + "/f"), "write");
}

TEST_F(GitTest, Y21_Y22_Y23_SwitchedOffOnlyTheGitRootsGoAway) {
  MakeWorktree();
  around_.cwd = MakeDir(home_ + "/tree/sub");
  Allow(Access::kWrite, out_);
  policy_.include_git_root = false;
  const Resolved policy = Make();
  EXPECT_EQ(Of(policy, home_ + "/tree/sub/f"), "write");
  EXPECT_EQ(Of(policy, out_ + "/f"), "write");
  EXPECT_EQ(Of(policy, "/tmp/f"), "write");
  EXPECT_EQ(Of(policy, home_ + "/tree/f"), "read");
  EXPECT_EQ(Of(policy, home_ + "/repo/.git/index"), "read");
}

TEST_F(GitTest, WT03_APointerToWhatLeadsNowhereBackOpensNothing) {
  MakeRepository(home_ + "/repo");
  MakeDir(home_ + "/.ssh");
  MakeWorktree();
  for (const std::string& target :
       {home_ + "/.ssh", home_ + "/repo/.git", home_ + "/repo/.git/worktrees/tree", home_,
        std::string("/"), out_}) {
    SCOPED_TRACE(target);
    Write(ws_ + "/.git", "gitdir: " + target + "\n");
    for (const std::string& cwd : {ws_, MakeDir(ws_ + "/sub")}) {
      around_.cwd = cwd;
      const Resolved policy = Make();
      EXPECT_EQ(Of(policy, target + "/f"), "read");
      EXPECT_EQ(Of(policy, home_ + "/repo/.git/index"), "read");
      EXPECT_EQ(Of(policy, ws_ + "/f"), cwd == ws_ ? "write" : "read");
      EXPECT_THAT(Notices(policy), ElementsAre(HasSubstr("makes nothing writable")));
    }
  }
}

TEST_F(GitTest, WT03_AForgedCommonDirectoryOpensNothing) {
  // All that a command can write in its own workspace.
  MakeRepository(home_ + "/repo");
  MakeDir(ws_ + "/fake/worktrees/w");
  Write(ws_ + "/.git", "gitdir: fake/worktrees/w\n");
  Write(ws_ + "/fake/worktrees/w/gitdir", ws_ + "/.git\n");
  Write(ws_ + "/fake/worktrees/w/HEAD", "ref: refs/heads/main\n");
  Write(ws_ + "/fake/worktrees/w/commondir", home_ + "/repo/.git\n");
  const Resolved policy = Make();
  EXPECT_EQ(Of(policy, home_ + "/repo/.git/index"), "read");
  EXPECT_EQ(Of(policy, home_ + "/repo/f"), "read");
}

TEST_F(GitTest, WT03_AForgedSubmoduleOpensNothing) {
  MakeSubmodule();
  const std::string module = home_ + "/top/.git/modules/lib/sub";
  // Another place that says it is the checkout of that submodule.
  Write(ws_ + "/.git", "gitdir: " + module + "\n");
  around_.cwd = ws_;
  EXPECT_EQ(Of(Make(), module + "/index"), "read");
  // A repository that names the workspace, and is no module of one around it.
  MakeRepository(home_ + "/repo");
  Git(home_ + "/repo", "config core.worktree " + ws_);
  Write(ws_ + "/.git", "gitdir: " + home_ + "/repo/.git\n");
  EXPECT_EQ(Of(Make(), home_ + "/repo/.git/index"), "read");
}

TEST_F(GitTest, WT03_AWorktreeThatWasMovedAwayOpensNothing) {
  MakeWorktree();
  std::filesystem::rename(home_ + "/tree", home_ + "/moved");
  around_.cwd = home_ + "/moved";
  EXPECT_EQ(Of(Make(), home_ + "/repo/.git/index"), "read");
}

TEST_F(GitTest, GIT12_EntriesOfEveryKindAreHandled) {
  const std::string entry = home_ + "/repo/.git";
  around_.cwd = MakeDir(home_ + "/repo/sub");
  const auto is = [&](const char* what, const char* access) {
    EXPECT_EQ(Of(Make(), home_ + "/repo/f"), access) << what;
    std::filesystem::remove_all(entry);
  };
  Write(entry, "");
  is("an empty file", "read");
  Write(entry, "gitdir: ");
  is("a pointer to nothing", "read");
  Write(entry, std::string("gitdir: /usr\0/x", 15));
  is("a pointer with a NUL byte", "read");
  Write(entry, "gitdir: " + std::string(100000, 'x'));
  is("a pointer that is too long", "read");
  ASSERT_EQ(mkfifo(entry.c_str(), 0600), 0);
  is("a fifo", "read");
  MakeLink("/usr", entry);
  is("a link", "read");
  MakeLink(".git", entry);
  is("a link to itself", "read");
  MakeDir(entry);
  is("a folder", "write");
}

TEST_F(GitTest, OfAnotherOwnerItOpensNothing) {
  MakeWorktree();
  around_.cwd = MakeDir(home_ + "/tree/sub");
  around_.uid = geteuid() + 1;
  const Resolved policy = Make();
  EXPECT_EQ(Of(policy, home_ + "/tree/f"), "read");
  EXPECT_EQ(Of(policy, home_ + "/repo/.git/index"), "read");
}

TEST_F(GitTest, ARepositoryThatIsMadeAfterwardsIsSeen) {
  const Resolved policy = Make();
  EXPECT_FALSE(RepositoryWasMade(*policy));
  MakeRepository(ws_);
  EXPECT_TRUE(RepositoryWasMade(*policy));
  EXPECT_FALSE(RepositoryWasMade(*Make()));
}

TEST(GitConfig, TheWorktreeIsReadAsGitWritesIt) {
  EXPECT_EQ(WorktreeInConfig("[core]\n\tbare = false\n\tworktree = ../../../lib/sub\n"),
            "../../../lib/sub");
  EXPECT_EQ(WorktreeInConfig("[Core] WorkTree=\"../a b\" ; x\n"), "../a b");
  EXPECT_EQ(WorktreeInConfig("[core]\nworktree = \"a\\\"b#c\" # d\n"), "a\"b#c");
  EXPECT_EQ(WorktreeInConfig("[core]\nworktree = a\nworktree = b"), "b");
  EXPECT_EQ(WorktreeInConfig("[core \"x\"]\nworktree = a\n[corex]\nworktree = b\n"), "");
  EXPECT_EQ(WorktreeInConfig("worktree = a\n# [core]\n"), "");
  EXPECT_EQ(WorktreeInConfig("[core\nworktree = a\n"), "");
  EXPECT_EQ(WorktreeInConfig(""), "");
}

}  // namespace
}  // namespace sbx
