// SPDX-License-Identifier: MIT
#include "core/config/document.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/config/keys.hpp"
#include "core/config/presets.hpp"
#include "core/plugin/restriction_names.hpp"

namespace sbx::config {
namespace {

using ::testing::HasSubstr;

Result<Layer> Parse(const std::string& text, const std::string& base = "/project") {
  return ParseDocument(LayerKind::kProject, text, "/p.json", base);
}

// Everything that a document may say, once.
constexpr char kWhole[] = R"({
  "$schema": "policy.schema.json", "preset": "strict", "mode": "read-only", // one line
  "filesystem": {
    "read": "deny", "allowRead": ["~/x", "$WORKSPACE"], "denyRead": ["/a", "b",], "allowWrite": [],
    "denyWrite": ["$GIT_ROOT/.git", "$TMP/x", "$HOME"], "includeGitRoot": false, "tmp": "none", "patterns": "all",
    "protect": {"own-config": "required", "git-hooks": "off", "git-config": "best-effort",
                "shell-rc": "off", "editor": "off", "agent-config": "off", "secrets": "required"},
  },
  /* several
     lines */
  "network": {
    "mode": "filtered", "allowedDomains": ["example.com", "*.example.com:443"],
    "deniedDomains": ["*", "*:22"], "strictAllowlist": true, "onMiss": "deny",
    "localPorts": [1, 65535],
    "hostCommands": {"mode": "off", "prefixes": ["docker ps"], "retryOnSocketError": false},
  },
  "unixSockets": {"mode": "deny", "paths": ["/run/x"]},
  "commands": {"allow": ["ls"], "ask": ["git push"], "block": ["rm"]},
  "require": ["fs.write", "limits"], "approval": ["human"],
  "autoReview": {"model": "CURRENT", "thinkingLevel": "high", "timeout": "90s"},
  "feedback": "none", "coverage": {"origins": ["agent"], "tools": ["read"]}, "scope": "command",
  "runner": "bwrap", "runnerCommand": ["a", "b"], "runnerFailureSignatures": ["a:"],
  "limits": {"memory": "2G", "processes": 7, "cpu": "500ms", "fileSize": 4096, "openFiles": 64,
             "maxOutput": "1T", "timeout": 30},
  "env": {"inherit": false, "set": {"A": "", "B_1": "x=y"}, "unset": ["C"]},
  "workers": {"isolation": "outer", "max": 4, "depth": 3}, "audit": true, "onInvalid": "refuse",
  "configSources": ["native"],
})";

TEST(Document, EveryKeyIsRead) {
  const auto layer = Parse(kWhole);
  ASSERT_TRUE(layer) << layer.error().Sentence();
  EXPECT_EQ(layer->settings.size(), kKeyCount);
  for (const Key& key : Keys())
    EXPECT_NE(layer->Find(key.id), nullptr) << key.name.view();
  const Setting& denied = *layer->Find(Id::kDenyRead);
  ASSERT_EQ(denied.entries.size(), 2u);
  EXPECT_EQ(denied.entries[0].text, "/a");
  EXPECT_EQ(denied.entries[1].text, "/project/b") << "relative to the folder of the project";
  EXPECT_EQ(denied.entries[1].at.line, 4u);
  EXPECT_EQ(denied.entries[1].at.column, 76u);
  EXPECT_EQ(layer->Find(Id::kMode)->at.line, 2u);
  EXPECT_EQ(ChoiceWord(KeyOf(Id::kMode), layer->Find(Id::kMode)->number), "read-only");
  EXPECT_EQ(layer->Find(Id::kLimitMemory)->number, std::uint64_t{2} << 30);
  EXPECT_EQ(layer->Find(Id::kLimitCpu)->number, 500u);
  EXPECT_EQ(layer->Find(Id::kLimitTimeout)->number, 30'000u) << "a number is in seconds";
  EXPECT_EQ(layer->Find(Id::kEnvSet)->entries[1].text, "B_1=x=y");
}

struct Wrong {
  const char* text;
  const char* where;  // "line:column"
  const char* why;
};

class WrongDocument : public ::testing::TestWithParam<Wrong> {};

TEST_P(WrongDocument, NamesPlaceKeyAndMend) {
  const auto layer = Parse(GetParam().text, "");
  ASSERT_FALSE(layer) << GetParam().text;
  EXPECT_THAT(layer.error().Sentence(), HasSubstr(std::string("/p.json:") + GetParam().where + "'"))
      << GetParam().text;
  EXPECT_THAT(layer.error().Sentence(), HasSubstr(GetParam().why)) << GetParam().text;
}

INSTANTIATE_TEST_SUITE_P(
    Cases, WrongDocument,
    ::testing::Values(
        Wrong{"", "1:1", "it ends before the value does"}, Wrong{"[]", "1:1", "an object"},
        Wrong{"{\n  \"moed\": \"read-only\"}", "2:3", "'moed' is not known; did you mean 'mode'?"},
        Wrong{"{\"filesystem\": {\"denyReed\": []}}", "1:17",
              "did you mean 'filesystem.denyRead'?"},
        Wrong{"{\"denyRead\": []}", "1:2", "did you mean 'filesystem.denyRead'?"},
        Wrong{"{\"netwrk\": {}}", "1:2", "did you mean 'network'?"},
        Wrong{"{\"filesystem.denyRead\": []}", "1:2", "is not known"},
        Wrong{"{\"mode.\": 1}", "1:2", "is not known"}, Wrong{"{\"\": 1}", "1:2", "is not known"},
        Wrong{"{\".\": {}}", "1:2", "is not known"},
        Wrong{"{\"xyzzy_plugh\": 1}", "1:2", "sbx config schema"},
        Wrong{"{\"filesystem\": []}", "1:16", "takes an object"},
        Wrong{"{\"mode\":\n\n  \"readonly\"}", "3:3",
              "takes one of danger-full-access, workspace-write, read-only"},
        Wrong{"{\"mode\": null}", "1:10", "takes one of"},
        Wrong{"{\"mode\": \"read-only\", \"mode\": \"read-only\"}", "1:23", "appears twice"},
        Wrong{"{\"filesystem\": {\"denyRead\": \"/a\"}}", "1:29", "takes a list"},
        Wrong{"{\"filesystem\": {\"denyRead\": [1]}}", "1:30", "takes a list of texts"},
        Wrong{"{\"filesystem\": {\"denyRead\": [\"\"]}}", "1:30", "takes a path"},
        Wrong{"{\"filesystem\": {\"denyRead\": [\"a\"]}}", "1:30", "relative path"},
        Wrong{"{\"filesystem\": {\"denyRead\": [\"$FOO/a\"]}}", "1:30", "takes a path"},
        Wrong{"{\"filesystem\": {\"denyRead\": [\"~u/a\"]}}", "1:30", "takes a path"},
        Wrong{"{\"network\": {\"strictAllowlist\": \"true\"}}", "1:33", "true or false"},
        Wrong{"{\"network\": {\"allowedDomains\": [\"*\"]}}", "1:33", "example.com"},
        Wrong{"{\"network\": {\"allowedDomains\": [\"http://x\"]}}", "1:33", "example.com"},
        Wrong{"{\"network\": {\"allowedDomains\": [\"x:0\"]}}", "1:33", "example.com"},
        Wrong{"{\"network\": {\"localPorts\": [65536]}}", "1:29", "65535"},
        Wrong{"{\"limits\": {\"memory\": \"2 G\"}}", "1:23", "a size"},
        Wrong{"{\"limits\": {\"memory\": -1}}", "1:23", "above zero"},
        Wrong{"{\"limits\": {\"memory\": 1.5}}", "1:23", "not whole"},
        Wrong{"{\"limits\": {\"memory\": 99999999999999999999}}", "1:23", "not whole"},
        Wrong{"{\"limits\": {\"timeout\": \"soon\"}}", "1:24", "a time"},
        Wrong{"{\"limits\": {\"timeOut\": 1}}", "1:13", "did you mean 'limits.timeout'"},
        Wrong{"{\"require\": [\"fs.patterns\"]}", "1:14", "fs.pattern"},
        Wrong{"{\"env\": {\"set\": {\"A B\": \"\"}}}", "1:18", "name of a variable"},
        Wrong{"{\"env\": {\"set\": {\"A\": 1}}}", "1:23", "takes a text"},
        Wrong{"{\"runner\": \"a\\nb\"}", "1:12", "one line"},
        Wrong{"{\"mode\": \"read-only\"} x", "1:23", "more text"},
        Wrong{"{\"mode\": \"read-only\"", "1:21", "ends before"},
        Wrong{"{\"mode\": \"\xff\"}", "1:11", "syntax"}, Wrong{"\xef\xbb\xbf{}", "1:1", "mark"},
        Wrong{"{\"\xc3\xa4\xc3\xb6\": 1, \"b\": 1}", "1:2", "is not known"},
        Wrong{"{'mode': 1}", "1:2", "syntax"}));

TEST(Document, EveryRestrictionCanBeRequired) {
  const Key& require = KeyOf(Id::kRequire);
  std::size_t count = 0;
  for (std::string_view rest = ChoicesOf(require); !rest.empty(); ++count) {
    const std::size_t end = std::min(rest.find(' '), rest.size());
    EXPECT_TRUE(RestrictionByName(rest.substr(0, end))) << rest;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  EXPECT_EQ(count, static_cast<std::size_t>(SBX_RESTRICTION_COUNT));
  for (const char* name : {"fs.protect", "fs.pattern"})
    EXPECT_TRUE(Parse("{\"require\": [\"" + std::string(name) + "\"]}", "")) << name;
}

// A list of commands that holds a blank one means every command to whoever compares beginnings.
TEST(Document, BlankTextIsNone) {
  int checked = 0;
  for (const Key& key : Keys()) {
    if (key.type != Type::kText && key.type != Type::kTexts)
      continue;
    for (const std::string text : {"", " ", "    "}) {
      std::string document = key.type == Type::kTexts ? "[\"" + text + "\"]" : "\"" + text + "\"";
      std::string_view rest = key.name;
      while (!rest.empty()) {
        const std::size_t dot = rest.rfind('.');
        const std::size_t from = dot == std::string_view::npos ? 0 : dot + 1;
        document = "{\"" + std::string(rest.substr(from)) + "\": " + document + "}";
        rest = rest.substr(0, from == 0 ? 0 : dot);
      }
      const auto parsed = Parse(document, "");
      ASSERT_FALSE(parsed) << document;
      EXPECT_THAT(parsed.error().Sentence(), ::testing::HasSubstr("one line of text")) << document;
      ++checked;
    }
  }
  EXPECT_GT(checked, 20);
  EXPECT_TRUE(Parse(R"({"network": {"hostCommands": {"prefixes": [" git push "]}}})", ""));
}

TEST(Document, TruncatedAtEveryByteIsAnError) {
  for (const std::string& whole :
       {std::string(kWhole), std::string(PresetText("strict")), std::string(PresetText("droid"))}) {
    ASSERT_TRUE(Parse(whole));
    for (std::size_t size = 0; size < whole.size(); ++size)
      EXPECT_FALSE(Parse(whole.substr(0, size))) << whole.substr(0, size);
  }
}

// One value of one key in a document of its own.
bool Takes(const std::string& group, const std::string& key, const std::string& value) {
  return Parse("{\"" + group + "\": {\"" + key + "\": " + value + "}}", "").has_value();
}

TEST(Document, E61_E62_FormsOfDomains) {
  for (const char* good : {"example.com", "*.example.com", "example.com:443", "*.example.com:22"}) {
    const std::string list = "[\"" + std::string(good) + "\"]";
    EXPECT_TRUE(Takes("network", "allowedDomains", list)) << good;
    EXPECT_TRUE(Takes("network", "deniedDomains", list)) << good;
  }
  for (const char* any : {"*", "*:22"}) {
    const std::string list = "[\"" + std::string(any) + "\"]";
    EXPECT_FALSE(Takes("network", "allowedDomains", list)) << any;
    EXPECT_TRUE(Takes("network", "deniedDomains", list)) << any;
  }
}

TEST(Document, E59_E63_E69_E84_E85_E96_AnythingElseIsAnError) {
  EXPECT_FALSE(Takes("network", "unknown", "1"));
  EXPECT_FALSE(Takes("network", "deniedDomains", "[\"https://a.b/c\"]"));
  EXPECT_FALSE(Takes("network", "deniedDomains", "[\" a.b\"]"));
  EXPECT_FALSE(Takes("network", "strictAllowlist", "1"));
  EXPECT_FALSE(Takes("network", "hostCommands", R"({"mode": "on"})"));
  EXPECT_FALSE(Takes("network", "hostCommands", R"({"prefixes": [""]})"));
  EXPECT_FALSE(Takes("filesystem", "allowRead", "\"/a\""));
  EXPECT_FALSE(Takes("filesystem", "allowRead", "[\"relative\"]"));
  EXPECT_TRUE(Takes("filesystem", "allowRead", "[\"/a\"]"));
}

TEST(Document, F28_CommentsTrailingCommasAndHome) {
  const auto layer =
      Parse("// a\n{ /* b */ \"filesystem\": {\"denyRead\": [\"~/.ssh\",],}, } // c");
  ASSERT_TRUE(layer) << layer.error().Sentence();
  EXPECT_EQ(layer->settings[0].entries[0].text, "~/.ssh");
}

TEST(Document, CommentsStandAnywhere) {
  const std::string parts[] = {"{",           "\"mode\"", ":", "\"read-only\"", ",",
                               "\"require\"", ":",        "[", "\"fs.write\"",  ",",
                               "\"limits\"",  "]",        "}"};
  for (const std::string comment :
       {"/* \"}] */", "// \" {\n", "/**//**/", " /* \n \xc3\xa4 */ //\n"}) {
    std::string all;
    for (std::size_t place = 0; place <= std::size(parts); ++place) {
      std::string one;
      for (std::size_t i = 0; i < std::size(parts); ++i)
        one += (i == place ? comment : "") + parts[i];
      one += place == std::size(parts) ? comment : "";
      const auto layer = Parse(one);
      ASSERT_TRUE(layer) << one << layer.error().Sentence();
      EXPECT_EQ(layer->settings.size(), 2u) << one;
      EXPECT_EQ(layer->settings[1].entries.size(), 2u) << one;
      all += comment + (place < std::size(parts) ? parts[place] : "");
    }
    EXPECT_TRUE(Parse(all)) << all;
  }
  EXPECT_TRUE(Parse("{\"runner\": \"a//b/*c\\\"//\"}"));
  EXPECT_FALSE(Parse("{} /"));
  EXPECT_FALSE(Parse("{} /*"));
  EXPECT_FALSE(Parse("{} /*/"));
  EXPECT_FALSE(Parse("{/\n/}"));
}

TEST(Document, DepthIsBounded) {
  EXPECT_FALSE(Parse(std::string(100000, '[')));
  EXPECT_FALSE(Parse("{\"filesystem\":" + std::string(40, '{') + std::string(40, '}') + "}"));
}

TEST(Presets, EachIsADocument) {
  for (const char* name : {"pi", "pi-srt", "droid", "strict", "srt"}) {
    const auto layer = PresetLayer(name);
    ASSERT_TRUE(layer) << layer.error().Sentence();
    EXPECT_EQ(layer->name, name);
    EXPECT_TRUE(ChoiceNumber(KeyOf(Id::kPreset), name));
    EXPECT_EQ(layer->Find(Id::kPreset), nullptr);
  }
  EXPECT_TRUE(PresetLayer("pi")->settings.empty()) << "nothing to parse without configuration";
  EXPECT_TRUE(Parse(std::string(PresetText("pi")))->settings.empty());
}

}  // namespace
}  // namespace sbx::config
