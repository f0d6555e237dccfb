// SPDX-License-Identifier: MIT
//
// Calls of tools, judged argument by argument: F-36 and F-40.
#include "core/engine/tool.hpp"

#include <cstdio>
#include <cstdlib>

#include "core/engine/tool_argument.hpp"
#include "tests/unit/policy/lab.hpp"

namespace sbx {
namespace {

using Kind = ToolArgument::Kind;

struct ArgumentCase {
  const char* name;
  const char* value;
  Kind kind;
  const char* text;
};

class F36Argument : public ::testing::TestWithParam<ArgumentCase> {};

TEST_P(F36Argument, IsAboutAPathOrAnAddress) {
  const ArgumentCase& c = GetParam();
  const ToolArgument read = ReadToolArgument(c.name, c.value);
  EXPECT_EQ(read.kind, c.kind) << c.name << " = " << c.value;
  if (c.kind != Kind::kPlain) {
    EXPECT_EQ(read.text, c.text);
  }
}

constexpr ArgumentCase kArguments[] = {
    // by name, in every spelling
    {"path", "notes", Kind::kPath, "notes"},
    {"file_path", "notes", Kind::kPath, "notes"},
    {"outputFile", "notes", Kind::kPath, "notes"},
    {"OUTPUT-DIR", "notes", Kind::kPath, "notes"},
    {"workspace.root", "notes", Kind::kPath, "notes"},
    {"profile", "notes", Kind::kPlain, ""},
    {"pathology", "notes", Kind::kPlain, ""},
    {"text", "a word", Kind::kPlain, ""},
    {"path", "", Kind::kPlain, ""},
    // by form
    {"text", "/etc/passwd", Kind::kPath, "/etc/passwd"},
    {"text", "/a path with blanks", Kind::kPath, "/a path with blanks"},
    {"text", " /etc/passwd", Kind::kPath, " /etc/passwd"},
    {"text", "~/x", Kind::kPath, "~/x"},
    {"text", "..", Kind::kPath, ".."},
    {"text", "../x", Kind::kPath, "../x"},
    {"text", "src/main.c", Kind::kPath, "src/main.c"},
    {"text", "C:\\x", Kind::kPath, "C:\\x"},
    {"text", "\\\\host\\share", Kind::kPath, "\\\\host\\share"},
    {"text", "read and/or write", Kind::kPlain, ""},
    {"text", "3.14", Kind::kPlain, ""},
    // addresses
    {"url", "https://example.org/x", Kind::kAddress, "https://example.org/x"},
    {"path", "HTTP://example.org", Kind::kAddress, "HTTP://example.org"},
    {"url", "\thttps://example.org", Kind::kAddress, "https://example.org"},
    {"url", "file:///etc/pass%77d", Kind::kPath, "/etc/passwd"},
    {"url", "FILE://localhost/etc", Kind::kPath, "/etc"},
    {"url", "file:/etc", Kind::kPath, "/etc"},
    {"url", "file://other/etc", Kind::kUnknown, "file://other/etc"},
    {"url", "file:///a%00b", Kind::kUnknown, "file:///a%00b"},
    {"url", "file:///a%zz", Kind::kUnknown, "file:///a%zz"},
    {"url", "file:relative", Kind::kUnknown, "file:relative"},
    {"url", "ssh://example.org", Kind::kUnknown, "ssh://example.org"},
    {"path", "git+ssh://example.org/x", Kind::kUnknown, "git+ssh://example.org/x"},
    {"note", "todo: write", Kind::kPlain, ""},
    {"host", "example.org:80", Kind::kPlain, ""},
};
INSTANTIATE_TEST_SUITE_P(Table, F36Argument, ::testing::ValuesIn(kArguments));

class F36Tool : public Lab {
 protected:
  Result<ToolJudgement> Judged(const std::string& request, Network network = Network::kOpen) {
    policy_.network = network;
    policy_.tmp = Tmp::kNone;
    auto resolved = sbx::Resolve(policy_, around_);
    EXPECT_TRUE(resolved) << resolved.error().Sentence();
    return CheckTool(**resolved, request, ws_);
  }
  bool Allowed(const std::string& arguments, const std::string& effects,
               Network network = Network::kOpen) {
    auto judged = Judged(
        R"({"name": "t", "arguments": )" + arguments + R"(, "effects": )" + effects + "}", network);
    EXPECT_TRUE(judged) << judged.error().Sentence();
    return judged && judged->allowed;
  }
  Policy policy_;
};

TEST_F(F36Tool, EveryPathHasToPass) {
  EXPECT_TRUE(Allowed(R"({"path": "a", "text": "x"})", R"(["write"])"));
  EXPECT_TRUE(Allowed(R"({"path": "/etc/passwd"})", R"(["read"])"));
  EXPECT_FALSE(Allowed(R"({"path": "/etc/passwd"})", R"(["write"])"));
  EXPECT_FALSE(Allowed(R"({"path": "a", "other": "/etc/passwd"})", R"(["write"])"));
  EXPECT_FALSE(Allowed(R"({"path": "a", "edits": [{"file": "b"}, {"file": "../../x"}]})",
                       R"(["read", "write"])"));
  EXPECT_FALSE(Allowed(R"({"edits": {"a/b": "text", "/etc/x": "text"}})", R"(["write"])"));
  EXPECT_FALSE(Allowed(R"({"path": "~/x"})", R"(["write"])"));
  EXPECT_FALSE(Allowed(R"({"path": "a\u0000b"})", R"(["read"])"));
}

TEST_F(F36Tool, LinksAndWhatIsDeniedAreSeenAsAnywhere) {
  MakeFile(out_ + "/key");
  MakeLink(out_ + "/key", ws_ + "/link");
  policy_.rules.push_back(
      {Access::kRead, Effect::kDeny, out_, "policy.json:3: filesystem.denyRead"});
  auto judged = Judged(R"({"name": "t", "arguments": {"path": "link"}, "effects": ["read"]})");
  ASSERT_TRUE(judged);
  EXPECT_FALSE(judged->allowed);
  ASSERT_EQ(judged->findings.size(), 1U);
  EXPECT_EQ(judged->findings[0].argument, "arguments.path");
  EXPECT_EQ(judged->findings[0].subject, out_ + "/key");
  EXPECT_THAT(judged->findings[0].rule, ::testing::HasSubstr("policy.json:3"));
  // Some reading is denied: a tool that reads has to say what.
  EXPECT_FALSE(Allowed(R"({"text": "x"})", R"(["read"])"));
}

TEST_F(F36Tool, AddressesAreForTheNetwork) {
  EXPECT_TRUE(Allowed(R"({"url": "https://example.org"})", R"(["network"])"));
  EXPECT_FALSE(Allowed(R"({"url": "https://example.org"})", R"(["network"])", Network::kNone));
  EXPECT_FALSE(Allowed(R"({"text": "x"})", R"(["network"])", Network::kNone));
  // Whatever the host says of the tool's effects.
  EXPECT_FALSE(Allowed(R"({"url": "https://example.org"})", R"([])", Network::kNone));
  EXPECT_FALSE(Allowed(R"({"url": "ssh://example.org"})", R"(["network"])"));
}

TEST_F(F36Tool, F40_WhatCannotBeJudgedIsDenied) {
  EXPECT_TRUE(Allowed(R"({"text": "x", "n": 0.5, "big": 18446744073709551615})", R"([])"));
  EXPECT_FALSE(Allowed(R"({"text": "x"})", R"(["write"])"));
  EXPECT_TRUE(Allowed(R"({"text": "x"})", R"(["read"])"));  // all reading is open
  EXPECT_FALSE(Allowed(R"({"path": "a"})", R"(["write", "execute"])"));
  EXPECT_FALSE(Allowed(R"({"path": "a"})", R"(["Write"])"));
  EXPECT_FALSE(Allowed(R"({"path": "a"})", R"([1])"));
  auto silent = Judged(R"({"name": "t", "arguments": {"path": "a"}})");
  ASSERT_TRUE(silent);
  EXPECT_FALSE(silent->allowed);
  for (const char* wrong :
       {"", "[]", "{}", R"({"name": "t"})", R"({"name": "", "arguments": {}, "effects": []})",
        R"({"name": "t", "arguments": [], "effects": []})",
        R"({"name": "t", "arguments": {}, "effects": {}})",
        R"({"name": "t", "arguments": {}, "effects": [], "allowed": true})",
        R"({"name": "t", "arguments": {"a": 1, "a": 2}, "effects": []})",
        R"({"name": "t", "arguments": {}, "effects": []} x)"}) {
    EXPECT_FALSE(Judged(wrong)) << wrong;
  }
}

int StatusOf(const std::string& request, const std::string& options, std::string* out) {
  const std::string command = "printf '%s' '" + request + "' | HOME=/nonexistent-home " +
                              SBX_TEST_PROGRAM " check tool " + options + " 2>/dev/null";
  FILE* pipe = popen(command.c_str(), "r");
  char text[4096];
  const std::size_t got = std::fread(text, 1, sizeof text, pipe);
  out->assign(text, got);
  return WEXITSTATUS(pclose(pipe));
}

TEST_F(F36Tool, TheVerbAnswersByItsExit) {
  const std::string options = "--workspace " + ws_ + " --cwd " + ws_ + " --tmp none";
  std::string out;
  EXPECT_EQ(StatusOf(R"({"name":"t","arguments":{"path":"a"},"effects":["write"]})", options, &out),
            0);
  EXPECT_THAT(out, ::testing::StartsWith("allowed: t\n"));
  EXPECT_EQ(StatusOf(R"({"name":"t","arguments":{"path":"/etc/x"},"effects":["write"]})",
                     options + " --json", &out),
            77);
  EXPECT_THAT(out, ::testing::HasSubstr(R"("allowed":false)"));
  EXPECT_THAT(out, ::testing::HasSubstr(R"("argument":"arguments.path")"));
  EXPECT_EQ(StatusOf("no json", options, &out), 125);
}

}  // namespace
}  // namespace sbx
