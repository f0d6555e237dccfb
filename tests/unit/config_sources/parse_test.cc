// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>

#include "plugins/config-sources/common/json.hpp"

namespace sbx::sources {
namespace {

using ::testing::HasSubstr;

struct Bad {
  const char* text;
  std::uint32_t line, column;
  const char* why;
  Comments comments = Comments::kNone;
};

constexpr Bad kBad[] = {
    {"", 1, 1, "ends before the value"},
    {"{", 1, 2, "ends before the value"},
    {"{\n \"a\": 1,\n \"a\": 2}", 3, 2, "the key 'a' appears twice"},
    {"{\"a\": {\"b\": 1, \"b\": 1}}", 1, 16, "the key 'b' appears twice"},
    {"{\"a\": 1, \"\\u0061\": 2}", 1, 10, "the key 'a' appears twice"},
    {"{} {}", 1, 4, "there is more text"},
    {"{\"a\": 1,}", 1, 9, ""},
    {"// no\n{}", 1, 1, ""},
    {"{\"a\": \"\xff\"}", 1, 7, ""},
    {"[1 2]", 1, 4, ""},
    {"{\"a\" 1}", 1, 6, ""},
    {"nul", 1, 4, "ends before the value"},
    {"\"a", 1, 3, "ends before the value"},
    {"{} /* x", 1, 4, "ends before a comment does", Comments::kAllowed},
    {"{} /*/", 1, 4, "ends before a comment does", Comments::kAllowed},
    {"{/}", 1, 2, "", Comments::kAllowed},
};

TEST(Json, NamesThePlaceOfAFault) {
  for (const Bad& bad : kBad) {
    const Parsed parsed = Parse(bad.text, bad.comments);
    ASSERT_FALSE(parsed.fault.why.empty()) << bad.text;
    EXPECT_THAT(parsed.fault.why, HasSubstr(bad.why)) << bad.text;
    EXPECT_EQ(parsed.fault.at.line, bad.line) << bad.text << parsed.fault.why;
    EXPECT_EQ(parsed.fault.at.column, bad.column) << bad.text << parsed.fault.why;
  }
}

TEST(Json, KnowsWhereEverythingStands) {
  const Parsed parsed = Parse(
      "// first\n{ /* \"x\": */ \"a\": [1.5, -2e3, null,\n  true],\n \"b\": \"q\\\"//\",\n}\n// "
      "end",
      Comments::kAllowed);
  ASSERT_EQ(parsed.fault.why, "");
  const Json& a = *parsed.root.Find("a");
  EXPECT_EQ(a.at.line, 2u);
  EXPECT_EQ(a.at.column, 19u);
  EXPECT_EQ(a.key_at.column, 14u);
  EXPECT_EQ(a.items.at(1).number, -2000);
  EXPECT_EQ(a.items.at(3).at.line, 3u);
  EXPECT_EQ(a.items.at(3).at.column, 3u);
  EXPECT_EQ(parsed.root.Find("b")->text, "q\"//");
  EXPECT_EQ(parsed.root.Find("c"), nullptr);
}

TEST(Json, DepthAndSizeAreBounded) {
  EXPECT_NE(Parse(std::string(100000, '['), Comments::kNone).fault.why, "");
  std::string many = "{\"k\": 0";
  for (int i = 0; i < 5000; ++i)
    many += ",\"" + std::to_string(i) + "\":0";
  EXPECT_NE(Parse(many + "}", Comments::kNone).fault.why, "");
}

TEST(Json, QuotesAreReadBack) {
  const std::string text = "a\"b\\c\n\x01é";
  const Parsed parsed = Parse(Quote(text), Comments::kNone);
  ASSERT_EQ(parsed.fault.why, "");
  EXPECT_EQ(parsed.root.text, text);
}

}  // namespace
}  // namespace sbx::sources
