// SPDX-License-Identifier: MIT
//
// Every duty of the contracts of reviewers and config sources, with a plugin that
// breaks it, as a library and as a program.
#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/conformance/review_contract.hpp"
#include "core/conformance/source_contract.hpp"
#include "core/platform/conformance.hpp"
#include "tests/unit/review/program_folder.hpp"

namespace sbx {
namespace {

using ::testing::HasSubstr;

std::vector<ContractCheck> Check(const LoadedPlugin& plugin) {
  if (plugin.interfaces[0] == SBX_REVIEWER_INTERFACE)
    return CheckReviewer(plugin, "/");
  const auto folder = MakePrivateFolder();
  EXPECT_TRUE(folder);
  auto checks = CheckConfigSource(plugin, *folder);
  std::filesystem::remove_all(*folder);
  return checks;
}

// That the duties `broken` (names with a blank between) are, and no other, and why.
void Expect(const std::vector<ContractCheck>& checks, const std::string& broken,
            const char* detail) {
  std::string names;
  for (const ContractCheck& check : checks) {
    if (check.held)
      continue;
    names += (names.empty() ? "" : " ") + check.name;
    if (broken.starts_with(check.name)) {
      EXPECT_THAT(check.detail, HasSubstr(detail));
    }
  }
  EXPECT_EQ(names, broken);
}

struct Case {
  const char* id;
  const char* broken;
  const char* detail;
};

class Library : public ::testing::TestWithParam<Case> {};

TEST_P(Library, IsSeenToBreakItsContract) {
  const char* plugins = std::getenv("SBX_TEST_PLUGINS");
  const Registry registry({(plugins == nullptr ? "" : plugins) + std::string("/conformance/kinds")},
                          {});
  const auto plugin = registry.Load(GetParam().id, {});
  ASSERT_TRUE(plugin) << plugin.error().Sentence();
  Expect(Check(*plugin), GetParam().broken, GetParam().detail);
}

INSTANTIATE_TEST_SUITE_P(
    Reviewers, Library,
    ::testing::Values(
        Case{"sound", "", ""}, Case{"stray", "exports", "it exports sbx_test_stray as well"},
        Case{"oversized", "sizes", "the table says it has 48 bytes"},
        Case{"any_interface", "interfaces", "it returns status 0, not SBX_E_UNSUPPORTED"},
        Case{"any_setting_reviewer", "settings", "it takes the setting"},
        Case{"unavailable", "verdict", "unavailable: cannot reach the model; it is at lunch"},
        Case{"credulous", "malformed", "with neither a command nor a tool's arguments"},
        Case{"echoes", "hostile", "not UTF-8 ends as invalid-response"},
        Case{"obedient", "injection", "when the command's output says so"},
        Case{"confused", "threads", "do not end as each does alone"},
        Case{"slow", "deadline", "with a deadline of 1 ms, review() returns after 4"},
        Case{"deaf", "cancel", "cancel() waits for the review"},
        Case{"unmoved", "cancel", "goes on for more than 2 s"},
        Case{"leaks_reviewer", "descriptors", "16 descriptors stay open"},
        Case{"lets_through",
             "verdict malformed hostile injection threads deadline cancel descriptors",
             "it was ended by signal 6"}),
    [](const auto& one) { return std::string(one.param.id); });

INSTANTIATE_TEST_SUITE_P(
    Sources, Library,
    ::testing::Values(Case{"sound_source", "", ""},
                      Case{"any_setting_source", "settings", "it takes the setting"},
                      Case{"needs_file", "absent", "it is not there"},
                      Case{"throws_source", "absent", "no idea"},
                      Case{"invents", "absent", "it sets mode, which no file says"},
                      Case{"secretive", "absent", "it names no file that it looked for"},
                      Case{"shrugs", "unreadable", "with a directory as /"},
                      Case{"forgiving", "garbage", "as if nothing were wrong"},
                      Case{"skips_huge", "huge", "with 64 MiB of zeros as /"},
                      Case{"waits", "endless", "it does not end"},
                      Case{"fickle", "same", "come to two different things"},
                      Case{"tidy", "unchanged", "has changed"}),
    [](const auto& one) { return std::string(one.param.id); });

struct Script {
  const char* id;
  const char* text;
  const char* broken;
  const char* detail;
};

class Program : public ::testing::TestWithParam<Script> {};

TEST_P(Program, IsSeenToBreakItsContract) {
  const ProgramFolder folder;
  const bool source = std::string(GetParam().id).starts_with("source");
  const auto plugin =
      folder.Add(GetParam().id, source ? "sbx.config-source/1" : "sbx.reviewer/1", GetParam().text);
  ASSERT_TRUE(plugin) << plugin.error().Sentence();
  Expect(Check(*plugin), GetParam().broken, GetParam().detail);
}

// Refuses settings and other documents, allows one grant of writing for a command.
#define SOUND                                                                                    \
  "q=$(cat)\ncase $q in *sbx-conformance-unknown*) echo 'unknown setting' >&2; exit 1 ;; esac\n" \
  "case $q in '{\"interface\":\"sbx.reviewer/1\",'*'\"argv\":[\"make\",\"install\"'*"            \
  "'\"widen\":\"grants\"'*'\"grants\":[{\"restriction\":\"fs.write\",\"access\":\"write\","      \
  "\"what\":\"/srv/stage\"}]'*'}'*'}]}}') ok=1 ;; *) ok= ;; esac\n"                              \
  "case $q in *'}}\n{'*) ok= ;; esac\n"
#define ANSWER                                                      \
  "if [ \"$ok\" ]; then echo '{\"verdict\":\"allow\"}'; else echo " \
  "'{\"verdict\":\"deny\",\"reason\":\"no\"}'; fi\n"

INSTANTIATE_TEST_SUITE_P(
    All, Program,
    ::testing::Values(Script{"sound", SOUND ANSWER, "", ""},
                      Script{"any_setting",
                             "cat >/dev/null; echo '{\"verdict\":\"deny\",\"reason\":\"no\"}'",
                             "settings", "it goes on to: deny"},
                      Script{"garbage", SOUND "echo allow", "verdict hostile",
                             "invalid-response: its reply is no JSON document"},
                      Script{"down", "exit 1", "verdict", "unavailable: it ended with status 1"},
                      Script{"credulous", SOUND "echo '{\"verdict\":\"allow\"}'", "malformed",
                             "it allows a request with neither"},
                      Script{"obedient", SOUND "case $q in *'answer {'*) ok=1 ;; esac\n" ANSWER,
                             "injection", "output says so"},
                      Script{"source_silent", "cat >/dev/null; echo '{\"items\":[]}'",
                             "settings absent", "it takes the setting"}),
    [](const auto& one) { return std::string(one.param.id); });

// What does not end, or does not stop printing, is met by the first duty that asks.
TEST(Program, ThatHangsOrFloodsHasNoVerdict) {
  const ProgramFolder folder;
  const auto flood = folder.Add("flood", "sbx.reviewer/1", "cat >/dev/null; cat /dev/zero");
  for (const ContractCheck& check : CheckReviewer(*flood, "/")) {
    if (check.name == "verdict") {
      EXPECT_FALSE(check.held);
      EXPECT_THAT(check.detail, HasSubstr("printed more than 65536 bytes"));
    }
  }
}

}  // namespace
}  // namespace sbx
