// SPDX-License-Identifier: MIT
//
// Every way to be refused, each with a plugin of a few lines and the sentence
// that a user reads.
#include <cstdlib>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/plugin/registry.hpp"

namespace sbx {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;
using ::testing::UnorderedElementsAre;

std::string Folder() {
  const char* folder = std::getenv("SBX_TEST_BAD_PLUGINS");
  return folder == nullptr ? "" : folder;
}

struct Case {
  const char* id;
  const char* sentence;  // a part of it that no other verdict has
};

class Refusal : public ::testing::TestWithParam<Case> {};

TEST_P(Refusal, SaysWhyInOneSentence) {
  Registry registry({Folder()}, {});
  const auto runner = registry.Runner(GetParam().id, {});
  ASSERT_FALSE(runner.has_value());
  const std::string sentence = runner.error().Sentence();
  EXPECT_THAT(sentence, AllOf(StartsWith("cannot "), HasSubstr(GetParam().sentence)));
  EXPECT_EQ(sentence.find('\n'), std::string::npos);
  EXPECT_EQ(sentence.find("boost"), std::string::npos) << sentence;
  EXPECT_EQ(sentence.find("Bad file descriptor"), std::string::npos) << sentence;
}

INSTANTIATE_TEST_SUITE_P(
    All, Refusal,
    ::testing::Values(
        Case{"absent", "no folder has absent.sbxplugin.json (looked in: /"},
        Case{"no_file", "/no_file.so': No such file or directory"},
        Case{"not_a_library", "/not_a_library.so'; it cannot be opened: /"},
        Case{"unresolved", "undefined symbol: sbx_test_nobody_has_this"},
        Case{"no_entry", "it has no symbol sbx_plugin_entry_v1, so it is no plugin of sbx"},
        Case{"wrong_magic", "its entry has the wrong magic number"},
        Case{"other_major", "it was built for plugin ABI 1.2 and this sbx has 0.2"},
        Case{"manifest_major", "its manifest says it was built for plugin ABI 9.1"},
        Case{"manifest_interface", "its manifest does not name the interface sbx.runner/1"},
        Case{"small_entry", "its entry has 48 bytes where at least 56 are needed"},
        Case{"unknown_flag", "it needs a feature that this sbx does not know"},
        Case{"other_id", "it says it is 'somebody_else' and its manifest says it is 'other_id'"},
        Case{"no_id", "its entry lacks an id"},
        Case{"no_create", "its entry lacks the required function create"},
        Case{"create_fails", "cannot find the moon: No such file or directory; wait for the night"},
        Case{"no_interface", "the plugin does not have the interface sbx.runner/1"},
        Case{"no_table", "the plugin made an instance without a table"},
        Case{"small_table", "its table has 72 bytes where at least 80 are needed"},
        Case{"no_bind", "its table lacks the required function bind"},
        Case{"configure_fails", "configure the runner 'configure_fails'; the plugin gave no"},
        Case{"odd_status", "the plugin returned the unknown status 77"},
        Case{"other_digest", "its SHA-256 is "}),
    [](const auto& param) { return std::string(param.param.id); });

TEST(Loading, TakesWhatIsRight) {
  Registry registry({Folder()}, {});
  for (const char* id : {"good", "newer_minor", "older_minor", "larger_table", "throws"}) {
    const auto runner = registry.Runner(id, {});
    ASSERT_TRUE(runner.has_value()) << runner.error().Sentence();
    EXPECT_EQ((*runner)->id(), id);
  }
}

TEST(Loading, KeepsAnInstanceForEqualSettings) {
  Registry registry({Folder()}, {});
  const auto first = registry.Runner("good", {{"a", "b"}});
  const auto again = registry.Runner("good", {{"a", "b"}});
  const auto other = registry.Runner("good", {{"a", "bb"}});
  ASSERT_TRUE(first && again && other);
  EXPECT_EQ(*first, *again);
  EXPECT_NE(*first, *other);
}

TEST(Loading, RefusesARelativeFolderAndTheWorkspace) {
  Registry relative({"plugins"}, {});
  EXPECT_THAT(relative.Runner("good", {}).error().Sentence(),
              HasSubstr("its path must be absolute"));
  Registry inside({Folder()}, {Folder() + "/.."});
  EXPECT_THAT(inside.Runner("good", {}).error().Sentence(),
              HasSubstr("which the command may change"));
}

TEST(Exceptions, StopAtTheBoundary) {
  Registry registry({Folder()}, {});
  EXPECT_THAT(registry.Runner("throws", {{"any", "thing"}}).error().Sentence(),
              HasSubstr("no settings today"));
  const auto runner = registry.Runner("throws", {});
  ASSERT_TRUE(runner);
  const auto probe = (*runner)->Probe(1000);
  ASSERT_FALSE(probe);
  EXPECT_EQ(probe.error().status, SBX_E_INTERNAL);
  EXPECT_THAT(probe.error().Sentence(), HasSubstr("the plugin threw an unknown exception"));
  sbx_failure failure{};
  failure.size = sizeof failure;
  const Error why = (*runner)->Classify(failure);
  EXPECT_EQ(why.status, SBX_E_INTERNAL);
  EXPECT_THAT(why.Sentence(), HasSubstr("no idea"));
}

TEST(Listing, OpensNoLibrary) {
  const Registry registry({Folder()}, {});
  bool listed = false;
  std::vector<std::string> refused;
  for (const PluginInfo& info : registry.List()) {
    if (info.id == "not_a_library") {
      listed = true;
      EXPECT_FALSE(info.refused) << "found out by opening it";
    }
    if (info.refused)
      refused.push_back(info.id);
  }
  EXPECT_TRUE(listed);
  // What the manifest alone tells, and what no file is there for.
  EXPECT_THAT(refused, UnorderedElementsAre("manifest_major", "no_file"));
}

}  // namespace
}  // namespace sbx
