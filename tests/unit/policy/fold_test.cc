// SPDX-License-Identifier: MIT
//
// Folders that do not tell upper case from lower. The names are a table; the rest is
// watched on a real one, where the tools to make it are here: a small NTFS image,
// mounted for this test alone.
#include "core/policy/fold.hpp"

#include <fcntl.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/wait.h>

#include "core/platform/files.hpp"
#include "core/policy/glob.hpp"
#include "core/policy/scan.hpp"
#include "tests/unit/policy/lab.hpp"

namespace sbx {
namespace {

TEST(Fold, NamesThatCannotBeToldApartAreOne) {
  struct {
    const char* a;
    const char* b;
    bool same;
  } const kRows[] = {
      {".git", ".GIT", true},
      {".git", ".Git", true},
      {".git", ".gitx", false},
      {"a", "b", false},
      {"é", "É", true},
      {"é", "è", true},  // who knows
      {"é", "e", false},
      {"stra\xc3\x9f"
       "e",
       "strae", false},
      {"[x]", "[X]", true},
      {"a_b", "A_B", true},
      {"a-b", "a_b", false},
  };
  for (const auto& row : kRows)
    EXPECT_EQ(FoldName(row.a) == FoldName(row.b), row.same) << row.a << " " << row.b;
}

TEST(Fold, PatternsAreMatchedFoldedWhenAsked) {
  const Glob glob("/w", "**/.env*");
  EXPECT_EQ(glob.Covers("/w/a/.ENV"), std::string::npos);
  EXPECT_NE(glob.Covers("/w/a/.ENV", Glob::Case::kFolded), std::string::npos);
  EXPECT_EQ(glob.Covers("/w/a/env", Glob::Case::kFolded), std::string::npos);
  EXPECT_NE(Glob("/w", "[A-C]?").Covers("/w/bX", Glob::Case::kFolded), std::string::npos);
}

class FoldTest : public Lab {};

TEST_F(FoldTest, OrdinaryFoldersTellCaseApart) {
  MakeFile(ws_ + "/Name");
  const UniqueFd fd(open(ws_.c_str(), O_PATH));
  EXPECT_FALSE(files::FoldsCase(fd.get()));
  EXPECT_FALSE(IsOneName(fd.get(), "Name", "NAME"));
  EXPECT_TRUE(IsOneName(fd.get(), "Name", "Name"));
  policy_.protect.clear();
  Deny(Access::kWrite, ws_ + "/.absent");
  const Resolved policy = Make();
  EXPECT_EQ(Of(policy, ws_ + "/.absent"), "read");
  EXPECT_EQ(Of(policy, ws_ + "/.ABSENT"), "write");
}

bool Runs(const std::string& command) {
  return WEXITSTATUS(system(("{ " + command + "; } >/dev/null 2>&1").c_str())) == 0;
}

TEST_F(FoldTest, OneThatDoesNotHoldsEverySpelling) {
  if (geteuid() != 0 || !Runs("command -v mkntfs lowntfs-3g && test -c /dev/fuse"))
    GTEST_SKIP() << "needs root, /dev/fuse, mkntfs and lowntfs-3g";
  const pid_t child = fork();
  if (child == 0) {
    if (unshare(CLONE_NEWNS) != 0 ||
        mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0)
      _exit(9);
    const std::string image = lab_ + "/image";
    if (!Runs("truncate -s 8M " + image + " && mkntfs -q -F " + image +
              " && lowntfs-3g -o ignore_case,loop " + image + " " + ws_)) {
      _exit(9);
    }
    MakeFile(ws_ + "/Here/There");
    MakeFile(ws_ + "/Here/.ENV");
    // It lists names in small letters, whatever they were made with.
    const UniqueFd fd(open(ws_.c_str(), O_PATH));
    EXPECT_TRUE(files::FoldsCase(fd.get()));
    policy_.tmp = Tmp::kNone;
    policy_.protect.clear();
    policy_.later_matches = Requirement::kBestEffort;
    Deny(Access::kWrite, ws_ + "/here/THERE");  // is there, under another spelling
    Deny(Access::kWrite, ws_ + "/.absent");     // is not
    Deny(Access::kRead, ws_ + "/**/.ENV");      // a pattern: one is there, others may come
    {
      const Resolved policy = Make();
      EXPECT_EQ(Of(policy, ws_ + "/Here/There"), "read");
      EXPECT_EQ(Of(policy, ws_ + "/HERE/there"), "read");
      EXPECT_EQ(Of(policy, ws_ + "/Here/other"), "write");
      EXPECT_EQ(Of(policy, ws_ + "/.absent"), "read");
      EXPECT_EQ(Of(policy, ws_ + "/.ABSENT"), "read");
      EXPECT_EQ(Of(policy, ws_ + "/.Absent/below"), "read");
      EXPECT_EQ(Of(policy, ws_ + "/here/.env"), "none");
      EXPECT_EQ(Of(policy, ws_ + "/.Env"), "none");
      EXPECT_THAT(Scan(ws_, {}).secrets, ::testing::Contains(ws_ + "/here/.env"));
    }
    std::filesystem::create_directory(ws_ + "/.absent");  // as bwrap's hold would
    EXPECT_NE(mkdir((ws_ + "/.ABSENT").c_str(), 0755), 0);
    umount2(ws_.c_str(), MNT_DETACH);
    _exit(HasFailure() ? 1 : 0);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  ASSERT_NE(WEXITSTATUS(status), 9) << "the image could not be mounted";
  EXPECT_EQ(status, 0);
}

}  // namespace
}  // namespace sbx
