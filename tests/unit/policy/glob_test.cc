// SPDX-License-Identifier: MIT
//
// Patterns in rules: what a name matches, what a walk finds, and what a policy
// makes of both.
#include "core/policy/glob.hpp"

#include "core/policy/expand.hpp"
#include "core/policy/protect.hpp"
#include "tests/unit/policy/lab.hpp"

namespace sbx {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

struct Case {
  const char* pattern;
  const char* path;  // below the base
  bool matches;
};

class Matching : public ::testing::TestWithParam<Case> {};

TEST_P(Matching, AsDescribed) {
  const Case& c = GetParam();
  const Glob glob("/b", c.pattern);
  const std::string path = std::string("/b/") + c.path;
  EXPECT_EQ(glob.Covers(path) == path.size(), c.matches);
  EXPECT_EQ(glob.Covers(path + "/x/y") <= path.size(), c.matches);
}

INSTANTIATE_TEST_SUITE_P(
    Globs, Matching,
    ::testing::Values(
        Case{"*", "a", true}, Case{"*", ".env", true}, Case{"*.pem", "a.pem", true},
        Case{"*.pem", ".pem", true}, Case{"*.pem", "a.pem.b", false},
        Case{"a*b*c", "aXbYbZc", true}, Case{"a*b*c", "aXcYb", false}, Case{"a?c", "abc", true},
        Case{"a?c", "ac", false},
        Case{"a?c",
             "a\xc3\xa4"
             "c",
             true},
        Case{"a??c",
             "a\xc3\xa4"
             "c",
             false},
        Case{"?", "\xff", true}, Case{"[a-c]x", "bx", true}, Case{"[a-c]x", "dx", false},
        Case{"[!a-c]x", "dx", true}, Case{"[^a-c]x", "ax", false}, Case{"[]a]", "]", true},
        Case{"[a-]", "-", true}, Case{"[\xc3\xa4-\xc3\xb6]", "\xc3\xa5", true},
        Case{"[id", "[id", true}, Case{"\\[id\\]*", "[id]x", true}, Case{"[id]", "[id]", false},
        Case{"[id]", "i", true}, Case{"a\\*b*", "a*bc", true}, Case{"a\\*b*", "aXbc", false},
        Case{"*\\\\", "a\\", true}, Case{"a\\b*", "a\\bc", true}, Case{"*/x", "a/x", true},
        Case{"*/x", "x", false}, Case{"*/x", "a/b/x", false}, Case{"**/x", "x", true},
        Case{"**/x", "a/b/x", true}, Case{"**/x", "a/xb", false}, Case{"a/**/b/*", "a/b/c", true},
        Case{"a/**/b/*", "a/1/2/b/c", true}, Case{"a/**/b/*", "a/1/2/c/d", false},
        Case{"**/a/**/b", "a/b", true}, Case{"**/a/**/b", "x/a/y/z/b", true},
        Case{"**b", "aab", true}, Case{"**b", "a/b", false},
        Case{"*a*a*a*a*a*a*a*a*b",
             "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", false}));

TEST(Globs, ReachesOnlyWhereAMatchCanLie) {
  const Glob glob("/b", "src/*/gen/*.h");
  for (const char* folder : {"/", "/b", "/b/src", "/b/src/x/gen", "/b/src/x/gen/a.h/below"}) {
    EXPECT_TRUE(glob.Reaches(folder)) << folder;
  }
  for (const char* folder : {"/c", "/b/lib", "/b/src/x/other", "/b/src/x/gen/a.c"}) {
    EXPECT_FALSE(glob.Reaches(folder)) << folder;
  }
}

TEST(Globs, WildcardsAndEscapesAreToldApart) {
  EXPECT_TRUE(HasWildcard("a*") && HasWildcard("?") && HasWildcard("[a]"));
  EXPECT_FALSE(HasWildcard("a\\*\\?\\[x\\]") || HasWildcard("a[b") || HasWildcard("a\\b"));
  EXPECT_EQ(Unescape("a\\*\\[b\\]\\\\c\\d"), "a*[b]\\c\\d");
}

class GlobTest : public Lab {
 protected:
  static constexpr ExpandLimits kLimits{};
};

TEST_F(GlobTest, ExpandsToWhatIsThereAndThroughNoLink) {
  MakeFile(ws_ + "/a/x.key");
  MakeFile(ws_ + "/b/.hidden/y.key");
  MakeFile(ws_ + "/k.key/below.key");
  MakeFile(out_ + "/z.key");
  MakeLink(out_, ws_ + "/link");
  const Expanded found = Expand(Glob(ws_, "**/*.key"), kLimits);
  EXPECT_THAT(found.paths, ElementsAre(ws_ + "/a/x.key", ws_ + "/b/.hidden/y.key", ws_ + "/k.key"));
  EXPECT_FALSE(found.cut);
}

TEST_F(GlobTest, LimitsAreKeptAndSaid) {
  for (int i = 0; i < 20; ++i) {
    MakeFile(ws_ + "/d/f" + std::to_string(i));
  }
  EXPECT_TRUE(Expand(Glob(ws_, "d/f*"), {100, 10}).cut);
  EXPECT_EQ(Expand(Glob(ws_, "d/f*"), {100, 10}).paths.size(), 10u);
  EXPECT_TRUE(Expand(Glob(ws_, "**/none"), {10, 100}).cut);
  EXPECT_FALSE(Expand(Glob(ws_, "*/f3"), {5, 100}).cut);
}

TEST_F(GlobTest, GL01_AWildcardInTheMiddleDeniesWhatIsThere) {
  MakeFile(ws_ + "/a/x/lock");
  MakeFile(ws_ + "/b/y/lock");
  Deny(Access::kWrite, ws_ + "/**/lock");
  Deny(Access::kRead, ws_ + "/*/y/lock");
  const Resolved policy = Make();
  EXPECT_EQ(Of(policy, ws_ + "/a/x/lock"), "read");
  EXPECT_EQ(Of(policy, ws_ + "/b/y/lock"), "none");
  EXPECT_EQ(Of(policy, ws_ + "/a/x/other"), "write");
}

TEST_F(GlobTest, GL01_NamesThatAreMadeLaterAreJudgedByThePattern) {
  Deny(Access::kWrite, "**/lock");
  const Resolved policy = Make();
  EXPECT_EQ(Of(policy, ws_ + "/c/lock"), "read");
  EXPECT_EQ(Of(policy, ws_ + "/c/lock/below"), "read");
  EXPECT_EQ(Of(policy, ws_ + "/c/locks"), "write");
  EXPECT_NE(policy->required() & SBX_FS_PATTERN, 0u);
  const auto judged = Judge(*policy, Access::kWrite, "c/lock", ws_);
  ASSERT_TRUE(judged);
  EXPECT_EQ(judged->rule, "--deny-write **/lock");
  EXPECT_TRUE(judged->by_pattern);
}

TEST_F(GlobTest, OnlyPatternsThatReachWhatCanBeWrittenMustHoldLater) {
  MakeFile(out_ + "/a.key");
  Deny(Access::kRead, out_ + "/*.key");
  Resolved policy = Make();
  EXPECT_EQ(Of(policy, out_ + "/a.key"), "none");
  EXPECT_EQ(Of(policy, out_ + "/later.key"), "none");
  EXPECT_EQ((policy->wanted() | policy->required()) & SBX_FS_PATTERN, 0u);
  Deny(Access::kRead, home_ + "/*/*.key");
  policy_.later_matches = Requirement::kBestEffort;
  policy = Make();
  EXPECT_NE(policy->wanted() & SBX_FS_PATTERN, 0u);
  EXPECT_EQ(policy->required() & SBX_FS_PATTERN, 0u);
}

TEST_F(GlobTest, ADeeperRuleOverridesAPattern) {
  MakeDir(ws_ + "/a/private/open");
  Deny(Access::kRead, "*/private");
  Allow(Access::kRead, "a/private/open");
  const Resolved policy = Make();
  EXPECT_EQ(Of(policy, ws_ + "/a/private/f"), "none");
  EXPECT_EQ(Of(policy, ws_ + "/a/private/open/f"), "read");
  EXPECT_EQ(Of(policy, ws_ + "/b/private/f"), "none");
}

TEST_F(GlobTest, AllowedPatternsOpenWhatIsThereAndNothingLater) {
  MakeDir(out_ + "/build-1");
  MakeDir(out_ + "/src");
  Allow(Access::kWrite, out_ + "/build-*");
  const Resolved policy = Make();
  EXPECT_EQ(Of(policy, out_ + "/build-1/f"), "write");
  EXPECT_EQ(Of(policy, out_ + "/build-2/f"), "read");
  EXPECT_EQ(Of(policy, out_ + "/src/f"), "read");
  EXPECT_THAT(Notices(policy), IsEmpty());
}

TEST_F(GlobTest, AllowedPatternsFollowNoLinkThatACommandMayHaveMade) {
  MakeDir(home_ + "/.ssh");
  MakeLink(home_ + "/.ssh", ws_ + "/build-x");
  MakeLink(home_ + "/none", ws_ + "/build-y");
  Allow(Access::kWrite, "build-*");
  const Resolved policy = Make();
  EXPECT_EQ(Of(policy, home_ + "/.ssh/f"), "read");
  EXPECT_THAT(Notices(policy), testing::SizeIs(2));
}

TEST_F(GlobTest, AllowedPatternsOpenNothingTooWide) {
  Allow(Access::kWrite, lab_ + "/h*");
  EXPECT_THAT(Refusal(), HasSubstr("too wide"));
}

TEST_F(GlobTest, NamesWithTheseCharactersAreEscaped) {
  MakeFile(ws_ + "/app/[id].ts");
  MakeFile(ws_ + "/app/i.ts");
  MakeFile(ws_ + "/a*b");
  MakeFile(ws_ + "/aXb");
  Deny(Access::kWrite, "app/\\[id\\].ts");
  Deny(Access::kWrite, "a\\*b");
  const Resolved policy = Make();
  EXPECT_EQ(Of(policy, ws_ + "/app/[id].ts"), "read");
  EXPECT_EQ(Of(policy, ws_ + "/app/i.ts"), "write");
  EXPECT_EQ(Of(policy, ws_ + "/a*b"), "read");
  EXPECT_EQ(Of(policy, ws_ + "/aXb"), "write");
  EXPECT_EQ(policy->wanted() & SBX_FS_PATTERN, 0u);
}

TEST_F(GlobTest, ADenialAlsoMeansTheVeryNameAndAnAllowDoesNot) {
  MakeFile(ws_ + "/app/[id].ts");
  MakeFile(out_ + "/[id].ts");
  Deny(Access::kWrite, "app/[id].ts");
  Allow(Access::kWrite, out_ + "/[id].ts");
  const Resolved policy = Make();
  EXPECT_EQ(Of(policy, ws_ + "/app/[id].ts"), "read");
  EXPECT_EQ(Of(policy, out_ + "/[id].ts"), "read");
  EXPECT_THAT(Notices(policy), ElementsAre(HasSubstr("write a backslash")));
}

TEST_F(GlobTest, WildcardsInTheWorkingDirectoryAreNames) {
  around_.cwd = MakeDir(home_ + "/[id]*");
  MakeFile(around_.cwd + "/x.key");
  MakeFile(home_ + "/i/x.key");
  Deny(Access::kRead, "*.key");
  const Resolved policy = Make();
  EXPECT_EQ(Of(policy, around_.cwd + "/x.key"), "none");
  EXPECT_EQ(Of(policy, home_ + "/i/x.key"), "read");
}

TEST_F(GlobTest, GL03_EverySpellingOfAFolderDenies) {
  MakeFile(ws_ + "/tmp/k");
  for (const char* spelling : {"./tmp", "tmp", "tmp/**", "tmp/**/*", "tmp/*", "**/tmp/*", "t?p",
                               "./*/k", "**/k", "$WORKSPACE/**/k"}) {
    policy_.rules.clear();
    Deny(Access::kRead, spelling);
    EXPECT_EQ(Of(Make(), ws_ + "/tmp/k"), "none") << spelling;
  }
}

TEST_F(GlobTest, GL05_APatternThatFloatsHoldsInTheWholeWorkspace) {
  for (const char* folder : {"", "/a", "/a/b"}) {
    MakeFile(ws_ + folder + "/.env");
  }
  policy_.workspace = ws_;
  around_.cwd = ws_ + "/a";
  Deny(Access::kRead, "**/.env");
  const Resolved policy = Make();
  for (const char* path : {"/.env", "/a/.env", "/a/b/.env", "/later/.env"}) {
    EXPECT_EQ(Of(policy, ws_ + path), "none") << path;
  }
}

TEST_F(GlobTest, APatternThatGoesUpIsRefused) {
  Deny(Access::kRead, "*/../x");
  EXPECT_THAT(Refusal(), HasSubstr("without '..'"));
}

TEST_F(GlobTest, TooMuchToLookThroughIsRefusedUnlessBestEffort) {
  for (int i = 0; i < 600; ++i) {
    MakeFile(ws_ + "/f" + std::to_string(i));
  }
  Deny(Access::kWrite, "f*");
  EXPECT_THAT(Refusal(), HasSubstr("more than 500"));
  policy_.rules.back().requirement = Requirement::kBestEffort;
  EXPECT_THAT(Notices(Make()), ElementsAre(HasSubstr("applied to only 500 matches")));
}

}  // namespace
}  // namespace sbx
