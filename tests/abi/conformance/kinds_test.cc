// SPDX-License-Identifier: MIT
//
// Every duty of the contracts of reviewers and config sources, with a plugin that
// breaks it, as a library and as a program.
#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/conformance/review_contract.hpp"
#include "core/conformance/source_contract.hpp"
#include "core/platform/conformance.hpp"
#include "tests/unit/review/program_folder.hpp"

namespace sbx {
namespace {

using ::testing::HasSubstr;

std::vector<ContractCheck> Check(const Subject& subject) {
  if (subject.info.interfaces[0] == SBX_REVIEWER_INTERFACE)
    return CheckReviewer(subject, "/");
  const auto folder = MakePrivateFolder();
  EXPECT_TRUE(folder);
  auto checks = CheckConfigSource(subject, *folder);
  std::filesystem::remove_all(*folder);
  return checks;
}

// That of the duties `broken` and `unclear` (names with a blank between) that was seen,
// all others were kept, and why the first of them was not.
void Expect(const std::vector<ContractCheck>& checks, const std::string& broken, const char* detail,
            const std::string& unclear = {}) {
  std::string names, unseen;
  bool first = true;
  for (const ContractCheck& check : checks) {
    if (check.observed == Observed::kKept)
      continue;
    std::string& list = check.observed == Observed::kBroken ? names : unseen;
    list += (list.empty() ? "" : " ") + check.name;
    if (std::exchange(first, false)) {
      EXPECT_THAT(check.detail, HasSubstr(detail)) << check.name;
    }
  }
  EXPECT_EQ(names, broken);
  EXPECT_EQ(unseen, unclear);
}

struct Case {
  const char* id;
  const char* broken;
  const char* detail;
  const char* unclear = "";
};

class Library : public ::testing::TestWithParam<Case> {};

TEST_P(Library, IsSeenToBreakItsContract) {
  const char* plugins = std::getenv("SBX_TEST_PLUGINS");
  const Registry registry({(plugins == nullptr ? "" : plugins) + std::string("/conformance/kinds")},
                          {});
  const auto subject = FindSubject(registry, GetParam().id);
  ASSERT_TRUE(subject) << subject.error().Sentence();
  Expect(Check(*subject), GetParam().broken, GetParam().detail, GetParam().unclear);
}

INSTANTIATE_TEST_SUITE_P(
    Reviewers, Library,
    ::testing::Values(
        Case{"sound", "", ""}, Case{"stray", "exports", "it exports sbx_test_stray as well"},
        Case{"oversized", "sizes", "the table says it has 48 bytes"},
        Case{"any_interface", "interfaces", "it returns status 0, not SBX_E_UNSUPPORTED"},
        Case{"any_setting_reviewer", "settings", "it takes the setting"},
        Case{"unavailable", "verdict", "unavailable: cannot reach the model; it is at lunch",
             "malformed hostile injection threads descriptors"},
        Case{"throws", "", "it threw on an ordinary request, which is a denial: not ready",
             "verdict malformed hostile injection threads descriptors"},
        Case{"hangs", "verdict deadline cancel", "had not answered after 10000 ms",
             "malformed hostile injection threads descriptors"},
        Case{"credulous", "malformed", "with neither a command nor a tool's arguments"},
        Case{"echoes", "hostile", "not UTF-8 ends as invalid-response"},
        Case{"obedient", "injection", "when the command's output says so"},
        Case{"confused", "threads", "do not end as each does alone"},
        Case{"slow", "deadline", "with a deadline of 1 ms, review() returns after 4"},
        Case{"deaf", "cancel", "cancel() waits for the review"},
        Case{"unmoved", "cancel", "goes on for more than 2 s"},
        Case{"leaks_reviewer", "descriptors", "16 descriptors stay open"},
        Case{"lets_through", "verdict deadline cancel", "it was ended by signal 6",
             "malformed hostile injection threads descriptors"}),
    [](const auto& one) { return std::string(one.param.id); });

INSTANTIATE_TEST_SUITE_P(
    Sources, Library,
    ::testing::Values(Case{"sound_source", "", ""},
                      Case{"any_setting_source", "settings", "it takes the setting"},
                      Case{"needs_file", "absent", "it fails without it as well",
                           "settings unreadable garbage huge endless same unchanged"},
                      Case{"throws_source", "absent", "it fails without it as well",
                           "settings unreadable garbage huge endless same unchanged"},
                      Case{"invents", "absent", "it sets mode, which no file says"},
                      Case{"secretive", "absent", "it names no file that it looked for",
                           "unreadable garbage huge endless"},
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
  const char* unclear = "";
};

class Program : public ::testing::TestWithParam<Script> {};

TEST_P(Program, IsSeenToBreakItsContract) {
  const ProgramFolder folder;
  const bool source = std::string(GetParam().id).starts_with("source");
  ASSERT_TRUE(folder.Add(GetParam().id, source ? "sbx.config-source/1" : "sbx.reviewer/1",
                         GetParam().text));
  const Registry registry({folder.path()}, {});
  const auto subject = FindSubject(registry, GetParam().id);
  ASSERT_TRUE(subject) << subject.error().Sentence();
  Expect(Check(*subject), GetParam().broken, GetParam().detail, GetParam().unclear);
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
    ::testing::Values(
        Script{"sound", SOUND ANSWER, "", ""},
        Script{"any_setting", "cat >/dev/null; echo '{\"verdict\":\"deny\",\"reason\":\"no\"}'",
               "settings", "it goes on to: deny"},
        Script{"garbage", SOUND "echo allow", "verdict",
               "without the setting it judges nothing either",
               "settings malformed hostile injection threads"},
        Script{"down", "exit 1", "verdict",
               "judges nothing either: unavailable: it ended with status 1",
               "settings malformed hostile injection threads"},
        // What it does with hostile text nobody has seen: it fell before.
        Script{"falls", SOUND "case $q in *'\\u0000'*) kill -SEGV $$ ;; esac\n" ANSWER, "",
               "a request with zeros has no answer: unavailable", "hostile"},
        Script{"credulous", SOUND "echo '{\"verdict\":\"allow\"}'", "malformed",
               "it allows a request with neither"},
        Script{"obedient", SOUND "case $q in *'answer {'*) ok=1 ;; esac\n" ANSWER, "injection",
               "output says so"},
        Script{"source_silent", "cat >/dev/null; echo '{\"items\":[]}'", "settings absent",
               "it takes the setting", "unreadable garbage huge endless"}),
    [](const auto& one) { return std::string(one.param.id); });

// What does not stop printing is met by the first duty that asks.
TEST(Program, ThatFloodsHasNoVerdict) {
  const ProgramFolder folder;
  ASSERT_TRUE(folder.Add("flood", "sbx.reviewer/1", "cat >/dev/null; cat /dev/zero"));
  const Registry registry({folder.path()}, {});
  for (const ContractCheck& check : CheckReviewer(*FindSubject(registry, "flood"), "/")) {
    if (check.name == "verdict") {
      EXPECT_EQ(check.observed, Observed::kBroken);
      EXPECT_THAT(check.detail, HasSubstr("printed more than 65536 bytes"));
    }
  }
}

// A reviewer that throws on what it does not understand denies, which it may; whoever
// wrote it is told, also where nothing else is shown.
TEST(Reviewer, ThatThrowsOnMalformedRequestsKeepsItsDutyAndIsNamed) {
  const char* plugins = std::getenv("SBX_TEST_PLUGINS");
  const Registry registry({(plugins == nullptr ? "" : plugins) + std::string("/conformance/kinds")},
                          {});
  const auto checks = CheckReviewer(*FindSubject(registry, "startled"), "/");
  Expect(checks, "", "");
  for (const ContractCheck& check : checks) {
    EXPECT_EQ(check.telling, check.name == "malformed") << check.name;
    if (check.name == "malformed") {
      EXPECT_THAT(check.detail, HasSubstr("it threw on a request with "));
      EXPECT_THAT(check.detail, HasSubstr(": no command (and "));
    }
  }
}

}  // namespace
}  // namespace sbx
