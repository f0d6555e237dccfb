// SPDX-License-Identifier: MIT
#include "core/plugin/manifest.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sbx {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr char kRest[] = R"("interfaces": ["sbx.runner/1"], "abi": {"major": 0, "minor": 1})";

std::string Whole(const std::string& extra) {
  return R"({"id": "x", "file": "x.so", )" + std::string(kRest) + extra + "}";
}

Result<PluginInfo> Parse(const std::string& text) {
  return ParseManifest(text, "/opt/plugins", "x.sbxplugin.json");
}

TEST(Manifest, IsRead) {
  const std::string digest(64, 'a');
  const auto info = Parse(Whole(R"(, "sha256": ")" + digest + "\""));
  ASSERT_TRUE(info) << info.error().Sentence();
  EXPECT_EQ(info->id, "x");
  EXPECT_EQ(info->file, "/opt/plugins/x.so");
  EXPECT_EQ(info->manifest, "/opt/plugins/x.sbxplugin.json");
  EXPECT_THAT(info->interfaces, ElementsAre("sbx.runner/1"));
  EXPECT_EQ(info->abi_major, 0);
  EXPECT_EQ(info->abi_minor, 1);
  EXPECT_EQ(info->sha256, digest);
  EXPECT_TRUE(CheckManifest(*info, "sbx.runner/1"));
  EXPECT_FALSE(CheckManifest(*info, "sbx.reviewer/1"));
}

struct Case {
  std::string text;
  const char* why;
};

class BadManifest : public ::testing::TestWithParam<Case> {};

TEST_P(BadManifest, NamesFileAndKey) {
  const auto info = Parse(GetParam().text);
  ASSERT_FALSE(info);
  EXPECT_THAT(info.error().Sentence(),
              AllOf(HasSubstr("/opt/plugins/x.sbxplugin.json"), HasSubstr(GetParam().why)));
}

INSTANTIATE_TEST_SUITE_P(
    All, BadManifest,
    ::testing::Values(
        Case{"", "line 1: "}, Case{"[]", "the file must be an object"}, Case{"{", "line 1: "},
        Case{Whole("") + "x", "line 1: "},
        Case{"{\n\"id\": \"x\",\n\"id\": \"x\"}", "line 3: the key 'id' appears twice"},
        Case{Whole(R"(, "abi": {"major": 0, "minor": 1})"), "the key 'abi' appears twice"},
        Case{R"({"id": "x", "file": "x.so", "interfaces": ["a"], "abi": {"major": 0, "major": 0}})",
             "the key 'major' appears twice"},
        Case{Whole(R"(, "comment": "hello")"), "key 'comment' is unknown"},
        Case{Whole("/* no */"), "line 1: "},
        Case{"{\"id\": \"x\", " + std::string(kRest) + "}", "key 'file' is missing"},
        Case{R"({"id": "x", "file": "x.so", "interfaces": ["a"]})", "key 'abi' is missing"},
        Case{R"({"id": "y", "file": "x.so", )" + std::string(kRest) + "}",
             "the file must be named y.sbxplugin.json"},
        Case{R"({"id": "../x", "file": "x.so", )" + std::string(kRest) + "}", "key 'id' must"},
        Case{R"({"id": 7, "file": "x.so", )" + std::string(kRest) + "}", "key 'id' must"},
        Case{R"({"id": "x", "file": "../x.so", )" + std::string(kRest) + "}", "key 'file' must"},
        Case{R"({"id": "x", "file": "/x.so", )" + std::string(kRest) + "}", "key 'file' must"},
        Case{R"({"id": "x", "file": "a\u0000b", )" + std::string(kRest) + "}", "key 'file' must"},
        Case{R"({"id": "x", "file": "x.so", "interfaces": [], "abi": {"major": 0, "minor": 1}})",
             "key 'interfaces' must"},
        Case{R"({"id": "x", "file": "x.so", "interfaces": ["a", "a"], "abi": {}})", "'a' twice"},
        Case{R"({"id": "x", "file": "x.so", "interfaces": ["a"], "abi": {"major": 0}})",
             "key 'abi.minor' is missing"},
        Case{R"({"id": "x", "file": "x.so", "interfaces": ["a"], "abi": {"major": -1}})",
             "key 'abi.major' must"},
        Case{R"({"id": "x", "file": "x.so", "interfaces": ["a"], "abi": {"major": 0.5}})",
             "a number is not whole"},
        Case{R"({"id": "x", "file": "x.so", "interfaces": ["a"], "abi": {"patch": 1}})",
             "key 'abi.patch' is unknown"},
        Case{Whole(R"(, "sha256": "abc")"), "key 'sha256' must"},
        Case{Whole(R"(, "sha256": ")" + std::string(64, 'A') + "\""), "key 'sha256' must"},
        Case{std::string(40, '['), "line 1: "}));

}  // namespace
}  // namespace sbx
