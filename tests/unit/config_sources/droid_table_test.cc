// SPDX-License-Identifier: MIT
//
// What the settings of Factory's Droid come to: a row for each item of behaviour.
#include <unistd.h>

#include "tests/unit/config_sources/source_table.hpp"

namespace sbx::config {
namespace {

using ::testing::HasSubstr;

const Case kDroidCases[] = {
    {"F_28_comments_commas_and_home",
     "droid",
     {{kFactory, R"({
  // of the whole program
  "model": "x", "temperature": 0.5, "big": 1e300,
  "sandbox": {
    "enabled": true,
    "filesystem": {
      "allowWrite": ["~/cache",], /* more */
      "denyWrite": ["~/cache/keep"],
      "denyRead": ["~/.ssh", ".env"],
    },
    "network": {"allowedDomains": ["registry.npmjs.org"]},
  },
})"}},
     {{"filesystem.allowWrite", "~/cache"},
      {"filesystem.denyWrite", "~/cache/keep"},
      {"filesystem.denyRead", "~/.ssh, $WORKSPACE/.env"},
      {"network.allowedDomains", "*.factory.ai, registry.npmjs.org"},
      {"network.mode", "filtered"},
      {"filesystem.tmp", "none"}}},
    {"F_28_an_unknown_key_of_the_sandbox_stops",
     "droid",
     {{kFactory, R"({"sandbox": {"filesystem": {"allowRead": []}}})"}},
     {},
     "'sandbox.filesystem.allowRead' is not known",
     Trusted::kNo,
     true},
    {"F_28_enabled_false_lifts_nothing",
     "droid",
     {{kFactory, R"({"sandbox": {"enabled": false, "filesystem": {"denyRead": ["/x"]}}})"}},
     {{"mode", "workspace-write"}, {"filesystem.denyRead", "/x"}},
     "sandbox.enabled switches nothing off"},
    {"F_29_the_vendors_names_are_always_there",
     "droid",
     {{kFactory, "{}"}},
     {{"network.allowedDomains", "*.factory.ai"}}},
    {"F_29_F_5_a_denial_beats_what_is_allowed_inside",
     "droid",
     {{kFactory,
       R"({"sandbox": {"filesystem": {"allowWrite": ["~/cache"], "denyWrite": ["~"]}}})"}},
     {{"filesystem.allowWrite", ""}, {"filesystem.denyWrite", "~"}},
     "'~/cache' lies in '~', which is denied"},
    {"F_29_F_5_also_one_of_another_level",
     "droid",
     {{kFactory, R"({"sandbox": {"filesystem": {"allowWrite": ["~/cache"]}}})"},
      {kProjectFactory, R"({"sandbox": {"filesystem": {"denyWrite": ["~/cache"]}}})"}},
     {{"filesystem.allowWrite", ""}},
     "'~/cache' lies in '~/cache', which is denied"},
    {"F_29_what_is_not_there_cannot_be_allowed",
     "droid",
     {{kFactory, R"({"sandbox": {"filesystem": {"allowWrite": ["~/none"]}}})"}},
     {{"filesystem.allowWrite", ""}},
     "'~/none' does not exist"},
    {"F_29_a_denial_of_more_than_the_workspace_denies_it",
     "droid",
     {{kFactory, R"({"sandbox": {"filesystem": {"denyWrite": ["..", "/"]}}})"}},
     {{"filesystem.denyWrite", "$WORKSPACE/.., /, $WORKSPACE"}}},
    {"F_30_denials_are_unions",
     "droid",
     {{kFactory, R"({"sandbox": {"filesystem": {"denyRead": ["/a"]}}})"},
      {kProjectFactory, R"({"sandbox": {"filesystem": {"denyRead": ["/b"]}}})"},
      {kFolderFactory, R"({"sandbox": {"filesystem": {"denyRead": ["/c"]}}})"}},
     {{"filesystem.denyRead", "/a, /b, /c"}}},
    {"F_30_F_44_a_project_that_is_not_trusted_adds_nothing",
     "droid",
     {{kFolderFactory,
       R"({"sandbox": {"filesystem": {"allowWrite": ["~/cache"]}, "network": {"allowedDomains": ["a.com"]}}})"}},
     {{"filesystem.allowWrite", ""}, {"network.allowedDomains", "*.factory.ai"}},
     "ignored: filesystem.allowWrite, network.allowedDomains"},
    {"F_44_a_trusted_one_does",
     "droid",
     {{kFolderFactory, R"({"sandbox": {"filesystem": {"allowWrite": ["~/cache"]}}})"}},
     {{"filesystem.allowWrite", "~/cache"}},
     nullptr,
     Trusted::kYes},
    {"The_whole_process_is_refused_by_name",
     "droid",
     {{kFactory, R"({"sandbox": {"mode": "whole-process"}})"}},
     {},
     "cannot enforce 'scope (",
     Trusted::kNo,
     true},
    {"By_command_is_what_sbx_does",
     "droid",
     {{kFactory, R"({"sandbox": {"mode": "per-command"}})"}},
     {{"scope", "command"}}},
    {"No_other_mode",
     "droid",
     {{kFactory, R"({"sandbox": {"mode": "off"}})"}},
     {},
     "takes one of per-command, whole-process",
     Trusted::kNo,
     true},
    {"F_46_what_is_never_run_is_refused_by_name",
     "droid",
     {{kFactory, R"({"commandBlocklist": ["rm -rf /"]})"}},
     {},
     "cannot enforce 'commands.block (",
     Trusted::kNo,
     true},
    {"F_46_what_Droid_asks_about_is_named",
     "droid",
     {{kFactory, R"({"commandAllowlist": ["ls"], "commandDenylist": ["git push"]})"}},
     {},
     "commandDenylist is Droid's to hold"},
    {"F_28_bad_JSON_stops",
     "droid",
     {{kFactory, R"({"sandbox": {"enabled": true})"}},
     {},
     "it ends before the value does",
     Trusted::kNo,
     true},
};
INSTANTIATE_TEST_SUITE_P(Droid, SourceTable, ::testing::ValuesIn(kDroidCases), NameOfCase);

// The machine's own file has to be root's, with every folder above it.
const Case kManagedCases[] = {
    {"F_43_F_24_the_machines_file_is_above_all",
     "droid",
     {{kManagedFactory, R"({"sandbox": {"filesystem": {"denyWrite": ["~/cache"]}}})"},
      {kFactory, R"({"sandbox": {"filesystem": {"allowWrite": ["~/cache"]}}})"},
      {"home/config.json", R"({"filesystem": {"allowWrite": ["~/cache"]}})"}},
     {{"filesystem.denyWrite", "~/cache"}},
     "'~/cache' lies in '~/cache', which is denied"},
    {"F_43_4_14_a_malformed_one_stops_everything",
     "droid",
     {{kManagedFactory, "{\"sandbox\": {\n"}},
     {},
     "factory/settings.json:2:1'; it ends before",
     Trusted::kNo,
     true},
    {"F_44_the_organisations_mode_is_locked",
     "droid",
     {{kManagedFactory, R"({"sandbox": {"mode": "whole-process"}})"},
      {kFactory, R"({"sandbox": {"mode": "per-command"}})"}},
     {},
     "cannot enforce 'scope (",
     Trusted::kNo,
     true},
    {"F_46_what_the_organisation_has_asked_about_is_refused",
     "droid",
     {{kManagedFactory, R"({"commandDenylist": ["git push"]})"}},
     {},
     "cannot enforce 'commands.ask (",
     Trusted::kNo,
     true},
};
class Managed : public SourceTable {};
TEST_P(Managed, IsRoots) {
  Put(kManagedFactory, "{}");
  chmod(At("factory").c_str(), 0777);
  const auto loaded = LoadAll({Switch({"droid"})});
  chmod(At("factory").c_str(), 0755);
  ASSERT_FALSE(loaded);
  EXPECT_THAT(loaded.error().Sentence(), HasSubstr("have to belong to root"));
}
INSTANTIATE_TEST_SUITE_P(F_43, Managed, ::testing::Values(kManagedCases[0]), NameOfCase);
INSTANTIATE_TEST_SUITE_P(DroidManaged, SourceTable,
                         ::testing::ValuesIn(geteuid() == 0
                                                 ? std::vector<Case>(std::begin(kManagedCases),
                                                                     std::end(kManagedCases))
                                                 : std::vector<Case>()),
                         NameOfCase);

}  // namespace
}  // namespace sbx::config
