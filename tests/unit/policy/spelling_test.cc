// SPDX-License-Identifier: MIT
#include "core/policy/spelling.hpp"

#include "tests/unit/policy/lab.hpp"

namespace sbx {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(Spelling, KnowsRootsAndSuffixes) {
  const Roots roots{"/cwd", "/home/u", "/ws", "/t"};
  const struct {
    const char* path;
    const char* spelled;
  } cases[] = {
      {"/a/b", "/a/b"},
      {"/a/b/", "/a/b"},
      {"/", "/"},
      {"/**", "/"},
      {"/a/**", "/a"},
      {"/a/**/**", "/a"},
      {"a", "/cwd/a"},
      {"./a", "/cwd/./a"},
      {"../a", "/cwd/../a"},
      {"~", "/home/u"},
      {"~/", "/home/u"},
      {"~/.ssh/**", "/home/u/.ssh"},
      {"$HOME/x", "/home/u/x"},
      {"$WORKSPACE", "/ws"},
      {"$WORKSPACE/.git", "/ws/.git"},
      {"$WORKSPACE/**", "/ws"},
      {"$TMP/x", "/t/x"},
      {"./$HOME", "/cwd/./$HOME"},
      {"a b/\xff", "/cwd/a b/\xff"},
  };
  for (const auto& c : cases) {
    const Result<std::string> spelled = Spell(c.path, roots, "--x");
    ASSERT_TRUE(spelled) << c.path;
    EXPECT_EQ(*spelled, c.spelled) << c.path;
  }
}

TEST(Spelling, RefusesWithTheMend) {
  const Roots none;
  for (const char* path : {"", "~", "~root/x", "$HOME", "$WORKSPACE/x", "$GIT_ROOT", "$TMP",
                           "$OTHER/x", "$", "relative"}) {
    const Result<std::string> spelled = Spell(path, none, "--deny-read X");
    ASSERT_FALSE(spelled) << path;
    EXPECT_THAT(spelled.error().Sentence(), HasSubstr("cannot apply the rule '--deny-read X'; "));
  }
  EXPECT_FALSE(Spell(std::string_view("/a\0b", 4), none, "x"));
}

class SpellingTest : public Lab {};

TEST_F(SpellingTest, GitRootIsTheNearestFolderWithAGitEntry) {
  Deny(Access::kWrite, "$GIT_ROOT/.git/hooks");
  EXPECT_THAT(Refusal(), HasSubstr("in no git repository"));
  MakeDir(ws_ + "/.git/hooks");
  around_.cwd = MakeDir(ws_ + "/sub/sub");
  policy_.workspace = ws_;
  EXPECT_EQ(Of(Make(), ws_ + "/.git/hooks/x"), "read");
  policy_.workspace.clear();
  policy_.rules.clear();
  Allow(Access::kWrite, "$GIT_ROOT");
  EXPECT_EQ(Of(Make(), ws_ + "/f"), "write");
}

TEST_F(SpellingTest, AnAllowedWriteMustExist) {
  MakeFile(out_ + "/f");
  Allow(Access::kWrite, out_ + "/none/x");
  EXPECT_THAT(Refusal(), HasSubstr("does not exist: create it first"));
  policy_.rules.clear();
  Allow(Access::kWrite, out_ + "/f/x");
  EXPECT_THAT(Refusal(), HasSubstr("is not a folder"));
}

TEST_F(SpellingTest, AnAllowedReadThatNamesNothingIsRemarkedOn) {
  Allow(Access::kRead, out_ + "/none");
  EXPECT_THAT(Notices(Make()), ElementsAre(HasSubstr("has no effect")));
}

TEST_F(SpellingTest, GoingUpFromNothingIsRefused) {
  Deny(Access::kWrite, "none/../x");
  EXPECT_THAT(Refusal(), HasSubstr("without '..'"));
}

TEST_F(SpellingTest, OverlongPathsAreRefused) {
  Deny(Access::kRead, "/" + std::string(5000, 'a'));
  EXPECT_THAT(Refusal(), HasSubstr("4095"));
  policy_.rules.clear();
  Deny(Access::kRead, "/" + std::string(300, 'a'));
  EXPECT_THAT(Refusal(), HasSubstr("File name too long"));
}

TEST_F(SpellingTest, TooWideWritesAreRefused) {
  MakeLink("/", out_ + "/root");
  for (const std::string& wide :
       {std::string("/"), std::string("~"), lab_, std::string("/**"), out_ + "/root"}) {
    policy_.rules.clear();
    Allow(Access::kWrite, wide);
    EXPECT_THAT(Refusal(), HasSubstr("too wide")) << wide;
  }
}

TEST_F(SpellingTest, ControlBytesAreShownEscaped) {
  Allow(Access::kWrite, out_ + "/a\nb");
  EXPECT_THAT(Refusal(), HasSubstr("a\\x0ab"));
}

TEST_F(SpellingTest, AllowedSocketsAreSpelledOut) {
  policy_.allow_sockets = {"~/s", "s"};
  EXPECT_THAT(Make()->policy().allow_sockets, ElementsAre(home_ + "/s", ws_ + "/s"));
}

TEST_F(SpellingTest, NamesWithAnyBytesAreZones) {
  for (const std::string& name : {std::string("a b"), std::string("n\nl"), std::string("\xff\xfe"),
                                  std::string("x (deleted)"), std::string(255, 'y')}) {
    MakeDir(ws_ + "/" + name);
    Deny(Access::kWrite, name);
    EXPECT_EQ(Of(Make(), ws_ + "/" + name + "/f"), "read") << name;
  }
}

}  // namespace
}  // namespace sbx
