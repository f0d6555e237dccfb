// SPDX-License-Identifier: MIT
//
// What the files of other programs come to: a row for each item of behaviour.
#include <unistd.h>

#include "tests/unit/config_sources/with_sources.hpp"

namespace sbx::config {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

struct File {
  const char* name;
  const char* text;
};
struct Value {
  const char* key;
  const char* value;
};
enum class Trusted : std::uint8_t { kNo, kYes };

struct Case {
  const char* name;
  const char* source;
  std::vector<File> files;
  std::vector<Value> values;
  const char* notice = nullptr;    // part of one; of the sentence when `refused`
  Trusted trusted = Trusted::kNo;  // the project's files
  bool refused = false;
};

constexpr char kPi[] = "user/.pi/agent/pi-sandbox.json";
constexpr char kOldPi[] = "user/.pi/agent/sandbox.json";
constexpr char kProjectPi[] = "repo/ws/.pi/pi-sandbox.json";
constexpr char kOldProjectPi[] = "repo/ws/.pi/sandbox.json";
constexpr char kSrtPi[] = "user/.pi/agent/extensions/pi-sandbox/config.json";
constexpr char kProjectSrtPi[] = "repo/ws/.pi/extensions/pi-sandbox/config.json";
constexpr char kFactory[] = "user/.factory/settings.json";
constexpr char kProjectFactory[] = "repo/.factory/settings.json";
constexpr char kFolderFactory[] = "repo/ws/.factory/settings.json";
constexpr char kManagedFactory[] = "factory/settings.json";
constexpr char kRuntime[] = "user/.srt-settings.json";

class SourceTable : public WithSources, public ::testing::WithParamInterface<Case> {};

TEST_P(SourceTable, Gives) {
  const Case& row = GetParam();
  for (const File& file : row.files)
    Put(file.name, file.text);
  const std::vector<Layer> given = {Switch({row.source})};
  auto loaded = LoadAll(given);
  if (row.trusted == Trusted::kYes) {
    ASSERT_TRUE(loaded) << loaded.error().Sentence();
    ASSERT_NO_FATAL_FAILURE(TrustAll(*loaded));
    loaded = LoadAll(given);
  }
  const auto made = loaded ? MakeEffective(*loaded, Merge(loaded->layers), At("user"))
                           : Result<Effective>(loaded.failure());
  if (row.refused) {
    ASSERT_FALSE(made);
    EXPECT_THAT(made.error().Sentence(), HasSubstr(row.notice));
    return;
  }
  ASSERT_TRUE(loaded) << loaded.error().Sentence();
  ASSERT_TRUE(made) << made.error().Sentence();
  const Merged merged = Merge(loaded->layers);
  for (const Value& value : row.values) {
    const Key* key = FindKey(value.key);
    ASSERT_NE(key, nullptr) << value.key;
    EXPECT_EQ(ValueOf(merged, *key), value.value) << value.key;
  }
  std::string notices;
  for (const std::string& notice : loaded->notices)
    notices += notice + "\n";
  for (const std::string& notice : made->notices)
    notices += notice + "\n";
  if (row.notice != nullptr) {
    EXPECT_THAT(notices, HasSubstr(row.notice));
  }
}

std::string NameOf(const ::testing::TestParamInfo<Case>& one) {
  return one.param.name;
}

const Case kPiCases[] = {
    {"Y_103_the_global_file_is_the_users",
     "pi",
     {{kPi, R"({"mode": "danger-full-access"})"}},
     {{"mode", "danger-full-access"}}},
    {"Y_104_the_projects_file_may_narrow",
     "pi",
     {{kProjectPi, R"({"mode": "read-only"})"}},
     {{"mode", "read-only"}}},
    {"Y_105_nothing_is_needed", "pi", {}, {{"mode", "workspace-write"}}},
    {"Y_106_the_newer_name_wins",
     "pi",
     {{kOldPi, R"({"mode": "read-only", "approvalMode": "human"})"},
      {kPi, R"({"mode": "workspace-write"})"}},
     {{"mode", "workspace-write"}, {"approval", "human"}}},
    {"Y_150_the_older_name_is_still_read",
     "pi",
     {{kOldPi, R"({"mode": "read-only"})"}},
     {{"mode", "read-only"}}},
    {"Y_106_a_trusted_project_wins",
     "pi",
     {{kPi, R"({"mode": "read-only"})"}, {kProjectPi, R"({"mode": "workspace-write"})"}},
     {{"mode", "workspace-write"}},
     nullptr,
     Trusted::kYes},
    {"Y_106_of_a_project_too_the_newer_name_wins",
     "pi",
     {{kOldProjectPi, R"({"approvalMode": "allow-all"})"},
      {kProjectPi, R"({"approvalMode": "human"})"}},
     {{"approval", "human"}},
     nullptr,
     Trusted::kYes},
    {"Y_106_sbx_s_own_file_is_above",
     "pi",
     {{kPi, R"({"mode": "danger-full-access"})"}, {"home/config.json", R"({"mode": "read-only"})"}},
     {{"mode", "read-only"}}},
    {"Y_107_Y_108_an_untrusted_project_approves_nothing",
     "pi",
     {{kPi, R"({"approvalMode": "human"})"},
      {kProjectPi,
       R"({"approvalMode": "allow-all", "autoReview": {"model": "a/b"}, "autoReviewTimeoutMs": 1})"}},
     {{"approval", "human"}, {"autoReview.model", "CURRENT"}, {"autoReview.timeout", "90000"}},
     "is not trusted and may only narrow; ignored: approval, autoReview.model, autoReview.timeout"},
    {"Y_107_a_trusted_one_does",
     "pi",
     {{kProjectPi, R"({"approvalMode": "allow-all"})"}},
     {{"approval", "allow-all"}},
     nullptr,
     Trusted::kYes},
    {"Y_107_4_14_an_untrusted_project_widens_no_mode",
     "pi",
     {{kProjectPi, R"({"mode": "danger-full-access"})"}},
     {{"mode", "workspace-write"}},
     "ignored: mode"},
    {"Y_109_a_bad_mode_stops",
     "pi",
     {{kPi, "{\n\"mode\": \"yolo\"}"}},
     {},
     "pi-sandbox.json:2:9'; the key 'mode' takes one of read-only",
     Trusted::kNo,
     true},
    {"Y_109_of_a_project_it_is_no_file",
     "pi",
     {{kPi, R"({"mode": "read-only"})"}, {kProjectPi, R"({"mode": 7})"}},
     {{"mode", "read-only"}},
     "the file is ignored"},
    {"Y_110_a_runner_of_ones_own",
     "pi",
     {{kPi, R"({"runnerCommand": ["/x", "a b"], "runnerFailureSignatures": ["x:"]})"}},
     {{"runnerCommand", "/x, a b"}, {"runnerFailureSignatures", "x:"}}},
    {"Y_110_needs_both",
     "pi",
     {{kPi, R"({"runnerCommand": ["/x"]})"}},
     {},
     "needs both",
     Trusted::kNo,
     true},
    {"Y_110_null_takes_it_back",
     "pi",
     {{kOldPi, R"({"runnerCommand": ["/x"], "runnerFailureSignatures": ["x:"]})"},
      {kPi, R"({"runnerCommand": null, "runnerFailureSignatures": null})"}},
     {{"runnerCommand", ""}, {"runnerFailureSignatures", ""}}},
    {"Y_110_4_14_a_project_names_none__trusted_or_not",
     "pi",
     {{kProjectPi, R"({"runnerCommand": ["/x"], "mode": "read-only"})"}},
     {{"runnerCommand", ""}, {"mode", "read-only"}},
     "may not say: runnerCommand",
     Trusted::kYes},
    {"Y_110_4_14_an_error_in_a_project_loosens_nothing",
     "pi",
     {{kPi, R"({"mode": "read-only", "approvalMode": "human"})"},
      {kProjectPi, R"({"runnerCommand": "x"})"}},
     {{"mode", "read-only"}, {"approval", "human"}},
     "the file is ignored"},
    {"Y_111_a_signature_says_something",
     "pi",
     {{kPi, R"({"runnerCommand": ["/x"], "runnerFailureSignatures": [" "]})"}},
     {},
     "takes texts that say something",
     Trusted::kNo,
     true},
    {"Y_111_and_is_one_line",
     "pi",
     {{kPi, R"({"runnerCommand": ["/x"], "runnerFailureSignatures": ["a\nb"]})"}},
     {},
     "takes one line of text",
     Trusted::kNo,
     true},
    {"Y_112_a_probe_has_its_time",
     "pi",
     {{kPi, R"({"probeTimeoutMs": 0})"}},
     {},
     "takes a number of milliseconds above zero",
     Trusted::kNo,
     true},
    {"Y_112_which_no_run_needs",
     "pi",
     {{kPi, R"({"probeTimeoutMs": 100.5})"}},
     {},
     "probeTimeoutMs is not used"},
    {"Y_113_Y_21_the_git_root_can_be_left_out",
     "pi",
     {{kPi, R"({"includeGitRoot": false})"}},
     {{"filesystem.includeGitRoot", "false"}}},
    {"Y_114_a_bad_approval_is_nobodys",
     "pi",
     {{kPi, R"({"approvalMode": "yes"})"}},
     {{"approval", ""}},
     "approvalMode is not one that is known, so that nobody approves"},
    {"Y_114_until_a_stronger_file_mends_it",
     "pi",
     {{kOldPi, R"({"approvalMode": "yes"})"}, {kPi, R"({"approvalMode": "human"})"}},
     {{"approval", "human"}}},
    {"Y_114_Y_69_another_field_mends_nothing",
     "pi",
     {{kOldPi, R"({"autoReview": {"model": "no slash"}})"}, {kPi, R"({"approvalMode": "human"})"}},
     {{"approval", ""}}},
    {"Y_115_the_reviewer",
     "pi",
     {{kPi, R"({"autoReview": {"model": "anthropic/x/y", "thinkingLevel": "high"}})"}},
     {{"autoReview.model", "anthropic/x/y"}, {"autoReview.thinkingLevel", "high"}}},
    {"Y_115_a_bad_level_is_nobodys",
     "pi",
     {{kPi, R"({"autoReview": {"thinkingLevel": "deep"}})"}},
     {{"approval", ""}},
     "thinkingLevel is not one that is known"},
    {"Y_116_the_reviewers_time",
     "pi",
     {{kPi, R"({"autoReviewTimeoutMs": 1500})"}},
     {{"autoReview.timeout", "1500"}}},
    {"Y_116_a_bad_time_is_nobodys",
     "pi",
     {{kPi, R"({"autoReviewTimeoutMs": -1})"}},
     {{"approval", ""}},
     "autoReviewTimeoutMs is not one"},
    {"Y_117_the_approval_in_force_is_the_global_one",
     "pi",
     {{kPi, R"({"approvalMode": "human"})"}, {kProjectPi, R"({"approvalMode": "auto-review"})"}},
     {{"approval", "human"}},
     "ignored: approval"},
    {"Y_151_sections_of_a_container_are_named",
     "pi",
     {{kOldPi, R"({"image": "x", "runtime": {"mounts": []}, "host": {}, "mode": "read-only"})"}},
     {{"mode", "read-only"}},
     "image is of a container"},
    {"An_unknown_key_stops",
     "pi",
     {{kPi, R"({"modus": "read-only"})"}},
     {},
     "the key 'modus' is not known",
     Trusted::kNo,
     true},
    {"Y_106_as_the_documentation_shows_it",
     "pi",
     {{kPi, R"({
  "mode": "workspace-write",
  "runnerCommand": null,
  "runnerFailureSignatures": null,
  "probeTimeoutMs": 5000,
  "includeGitRoot": true,
  "approvalMode": "auto-review",
  "autoReview": {
    "model": "CURRENT",
    "thinkingLevel": "CURRENT"
  },
  "autoReviewTimeoutMs": 90000
})"}},
     {{"mode", "workspace-write"}, {"approval", "auto-review"}, {"runnerCommand", ""}}},
};
INSTANTIATE_TEST_SUITE_P(Pi, SourceTable, ::testing::ValuesIn(kPiCases), NameOf);

const Case kPiSrtCases[] = {
    {"E_59_an_unknown_field_stops",
     "pi-srt",
     {{kSrtPi, R"({"networks": {}})"}},
     {},
     "the key 'networks' is not known",
     Trusted::kNo,
     true},
    {"E_59_an_unknown_provider_stops",
     "pi-srt",
     {{kSrtPi, R"({"subagents": {"provider": "x"}})"}},
     {},
     "takes one of builtin, pi-subagents, off",
     Trusted::kNo,
     true},
    {"E_59_bad_JSON_stops",
     "pi-srt",
     {{kSrtPi, "{"}},
     {},
     "it ends before the value does",
     Trusted::kNo,
     true},
    {"E_59_of_a_project_it_is_no_file",
     "pi-srt",
     {{kSrtPi, R"({"network": {"strictAllowlist": true}})"}, {kProjectSrtPi, R"({"x": 1})"}},
     {{"network.strictAllowlist", "true"}},
     "the file is ignored"},
    {"E_59_protection_comes_with_its_list",
     "pi-srt",
     {{kSrtPi, R"({"subagents": {"provider": "pi-subagents"}})"}},
     {},
     "needs protection",
     Trusted::kNo,
     true},
    {"E_60_E_103_both_files_count",
     "pi-srt",
     {{kSrtPi, R"({"network": {"allowedDomains": ["a.com"], "deniedDomains": ["b.com"]}})"},
      {kProjectSrtPi, R"({"network": {"allowedDomains": ["c.com"], "deniedDomains": ["d.com"]}})"}},
     {{"network.allowedDomains", "a.com, c.com"}, {"network.deniedDomains", "b.com, d.com"}},
     nullptr,
     Trusted::kYes},
    {"E_61_forms",
     "pi-srt",
     {{kSrtPi,
       R"({"network": {"allowedDomains": ["example.com", "*.example.com", "a.b:443", "*.a.b:8443"]}})"}},
     {{"network.allowedDomains", "example.com, *.example.com, a.b:443, *.a.b:8443"}}},
    {"E_62_everything_is_only_denied",
     "pi-srt",
     {{kSrtPi, R"({"network": {"deniedDomains": ["*", "*:22"]}})"}},
     {{"network.deniedDomains", "*, *:22"}}},
    {"E_62_and_never_allowed",
     "pi-srt",
     {{kSrtPi, R"({"network": {"allowedDomains": ["*:22"]}})"}},
     {},
     "allows everything",
     Trusted::kNo,
     true},
    {"E_63_trimmed_and_once",
     "pi-srt",
     {{kSrtPi, R"({"network": {"allowedDomains": [" a.com ", "a.com"]}})"}},
     {{"network.allowedDomains", "a.com"}}},
    {"E_63_malformed_stops",
     "pi-srt",
     {{kSrtPi, R"({"network": {"allowedDomains": ["a..b"]}})"}},
     {},
     "is no name such as",
     Trusted::kNo,
     true},
    {"A_filtered_network_is_closed_for_now",
     "pi-srt",
     {{kSrtPi, R"({"network": {"deniedDomains": ["a.com"]}})"}},
     {{"network.mode", "filtered"}},
     "the network is closed"},
    {"E_69_strict_is_true_or_false",
     "pi-srt",
     {{kSrtPi, R"({"network": {"strictAllowlist": 1}})"}},
     {},
     "takes true or false",
     Trusted::kNo,
     true},
    {"E_70_E_71_strict_with_nothing_allowed",
     "pi-srt",
     {{kSrtPi, R"({"network": {"strictAllowlist": true, "deniedDomains": ["*"]}})"}},
     {{"network.strictAllowlist", "true"}, {"network.allowedDomains", ""}}},
    {"E_72_the_users_commands_too",
     "pi-srt",
     {{kSrtPi, "{}"}},
     {{"coverage.origins", "user, agent"}}},
    {"E_70_only_one_destination",
     "pi-srt",
     {{kSrtPi, R"({
  "subagents": {"provider": "builtin"},
  "network": {
    "strictAllowlist": true,
    "allowedDomains": ["inference.example.com:443"],
    "deniedDomains": []
  },
  "hostIPC": {"mode": "off"}
})"}},
     {{"network.strictAllowlist", "true"},
      {"network.allowedDomains", "inference.example.com:443"},
      {"network.hostCommands.mode", "off"}},
     "subagents.provider is the host's to hold"},
    {"E_74_E_105_strict_is_an_or",
     "pi-srt",
     {{kSrtPi, R"({"network": {"strictAllowlist": true}})"},
      {kProjectSrtPi, R"({"network": {"strictAllowlist": false}})"}},
     {{"network.strictAllowlist", "true"}},
     nullptr,
     Trusted::kYes},
    {"E_74_an_untrusted_project_makes_it_strict",
     "pi-srt",
     {{kProjectSrtPi, R"({"network": {"strictAllowlist": true}})"}},
     {{"network.strictAllowlist", "true"}}},
    {"E_75_4_14_an_untrusted_project_adds_no_destination",
     "pi-srt",
     {{kSrtPi, R"({"network": {"allowedDomains": ["a.com"]}})"},
      {kProjectSrtPi,
       R"({"network": {"allowedDomains": ["evil.com"], "deniedDomains": ["b.com"]}})"}},
     {{"network.allowedDomains", "a.com"}, {"network.deniedDomains", "b.com"}},
     "ignored: network.allowedDomains"},
    {"E_76_strict_and_ask_contradict",
     "pi-srt",
     {{kSrtPi, R"({"network": {"strictAllowlist": true}, "hostIPC": {"mode": "ask"}})"}},
     {},
     "cannot combine 'network.strictAllowlist",
     Trusted::kNo,
     true},
    {"E_77_E_106_after_the_merge",
     "pi-srt",
     {{kSrtPi, R"({"hostIPC": {"mode": "ask"}})"},
      {kProjectSrtPi, R"({"network": {"strictAllowlist": true}})"}},
     {},
     "cannot combine 'network.strictAllowlist",
     Trusted::kNo,
     true},
    {"E_83_host_commands",
     "pi-srt",
     {{kSrtPi,
       R"({"hostIPC": {"mode": "ask", "preflightCommandPrefixes": ["tmux"], "retryOnUnixSocketError": true}})"}},
     {{"network.hostCommands.mode", "ask"},
      {"network.hostCommands.prefixes", "tmux"},
      {"network.hostCommands.retryOnSocketError", "true"}},
     "nobody is asked and nothing is opened by it: network.hostCommands.mode"},
    {"E_84_off_unless_asked_for",
     "pi-srt",
     {{kSrtPi, "{}"}},
     {{"network.hostCommands.mode", "off"}}},
    {"E_84_only_off_or_ask",
     "pi-srt",
     {{kSrtPi, R"({"hostIPC": {"mode": "on"}})"}},
     {},
     "takes one of off, ask",
     Trusted::kNo,
     true},
    {"E_85_prefixes_trimmed_and_once",
     "pi-srt",
     {{kSrtPi, R"({"hostIPC": {"preflightCommandPrefixes": [" tmux ", "tmux", "docker ps"]}})"}},
     {{"network.hostCommands.prefixes", "tmux, docker ps"}}},
    {"E_85_and_not_empty",
     "pi-srt",
     {{kSrtPi, R"({"hostIPC": {"preflightCommandPrefixes": [" "]}})"}},
     {},
     "takes prefixes that say something",
     Trusted::kNo,
     true},
    {"E_95_E_97_readable_beside_the_defaults",
     "pi-srt",
     {{kSrtPi, R"({"filesystem": {"additionalAllowRead": ["/opt/x", "/opt/[id]", "/opt/x"]}})"}},
     {{"filesystem.allowRead", "$WORKSPACE, ~/.gitconfig, ~/.config/git, /opt/x, /opt/\\[id\\]"}}},
    {"E_96_absolute_paths_alone",
     "pi-srt",
     {{kSrtPi, R"({"filesystem": {"additionalAllowRead": ["~/x"]}})"}},
     {},
     "absolute paths",
     Trusted::kNo,
     true},
    {"E_96_4_14_an_untrusted_project_opens_nothing",
     "pi-srt",
     {{kProjectSrtPi, R"({"filesystem": {"additionalAllowRead": ["/home"]}})"}},
     {{"filesystem.allowRead", "$WORKSPACE, ~/.gitconfig, ~/.config/git"}},
     "ignored: filesystem.allowRead"},
    {"E_97_one_program_and_not_its_folder",
     "pi-srt",
     {{kSrtPi, R"({"filesystem": {"additionalAllowRead": ["/opt/tools/bin/tool"]}})"}},
     {{"filesystem.allowRead", "$WORKSPACE, ~/.gitconfig, ~/.config/git, /opt/tools/bin/tool"}}},
    {"Sessions_are_the_hosts",
     "pi-srt",
     {{kSrtPi, R"({"subagents": {"provider": "builtin"}})"}},
     {{"workers.isolation", "inherit"}},
     "subagents.provider is the host's to hold"},
    {"E_102_the_projects_file",
     "pi-srt",
     {{kProjectSrtPi, R"({"network": {"deniedDomains": ["a.com"]}})"}},
     {{"network.deniedDomains", "a.com"}}},
    {"E_104_a_trusted_project_overrides",
     "pi-srt",
     {{kSrtPi, R"({"hostIPC": {"mode": "off"}})"},
      {kProjectSrtPi, R"({"hostIPC": {"mode": "ask"}})"}},
     {{"network.hostCommands.mode", "ask"}},
     nullptr,
     Trusted::kYes},
    {"E_104_4_14_an_untrusted_one_does_not",
     "pi-srt",
     {{kSrtPi, R"({"hostIPC": {"mode": "off"}})"},
      {kProjectSrtPi, R"({"hostIPC": {"mode": "ask"}})"}},
     {{"network.hostCommands.mode", "off"}},
     "ignored: network.hostCommands.mode"},
    {"E_103_as_the_documentation_shows_it",
     "pi-srt",
     {{kSrtPi, R"({
  "subagents": {
    "provider": "pi-subagents",
    "protection": "native-background-tools",
    "allowedNativeAgents": ["worker", "reviewer"]
  },
  "filesystem": {"additionalAllowRead": ["/tmp"]},
  "network": {
    "allowedDomains": ["*.npmjs.org", "github.com"],
    "deniedDomains": ["*:22", "*:21"]
  },
  "hostIPC": {
    "mode": "ask",
    "preflightCommandPrefixes": ["tmux"],
    "retryOnUnixSocketError": true
  }
})"}},
     {{"network.allowedDomains", "*.npmjs.org, github.com"},
      {"network.deniedDomains", "*:22, *:21"},
      {"filesystem.denyRead", "~"},
      {"filesystem.tmp", "private"}}},
};
INSTANTIATE_TEST_SUITE_P(PiSrt, SourceTable, ::testing::ValuesIn(kPiSrtCases), NameOf);

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
INSTANTIATE_TEST_SUITE_P(Droid, SourceTable, ::testing::ValuesIn(kDroidCases), NameOf);

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
INSTANTIATE_TEST_SUITE_P(F_43, Managed, ::testing::Values(kManagedCases[0]), NameOf);
INSTANTIATE_TEST_SUITE_P(DroidManaged, SourceTable,
                         ::testing::ValuesIn(geteuid() == 0
                                                 ? std::vector<Case>(std::begin(kManagedCases),
                                                                     std::end(kManagedCases))
                                                 : std::vector<Case>()),
                         NameOf);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(SourceTable);

constexpr char kClosed[] = R"("network": {"allowedDomains": [], "deniedDomains": []})";
std::string Runtime(const std::string& filesystem, const std::string& more = "") {
  return "{" + std::string(kClosed) + ", \"filesystem\": {" + filesystem + "}" + more + "}";
}

// Texts that are put together live as long as the table.
const char* Kept(std::string text) {
  static std::vector<std::unique_ptr<std::string>> kept;
  kept.push_back(std::make_unique<std::string>(std::move(text)));
  return kept.back()->c_str();
}

std::vector<Case> SrtCases() {
  const auto row = [](const char* name, std::string text, std::vector<Value> values,
                      const char* notice = nullptr, bool refused = false) {
    return Case{
        name,         "srt",  {{kRuntime, Kept(std::move(text))}}, std::move(values), notice,
        Trusted::kNo, refused};
  };
  return {
      {"Nothing_is_written_without_a_file",
       "srt",
       {},
       {{"mode", "read-only"}, {"network.mode", "filtered"}, {"unixSockets.mode", "deny"}}},
      row("The_workspace_by_its_dot",
          Runtime(R"("denyRead": [], "allowWrite": ["."], "denyWrite": ["~/sensitive"])"),
          {{"mode", "workspace-write"},
           {"filesystem.allowWrite", "$WORKSPACE"},
           {"filesystem.denyWrite", "~/sensitive"},
           {"filesystem.includeGitRoot", "false"},
           {"filesystem.tmp", "none"}}),
      row("Nothing_allowed_is_read_only",
          Runtime(R"("denyRead": [], "allowWrite": [], "denyWrite": [])"), {{"mode", "read-only"}}),
      row("The_workspace_is_closed_when_it_is_not_listed",
          Runtime(R"("denyRead": [], "allowWrite": ["~/cache"], "denyWrite": [])"),
          {{"mode", "workspace-write"},
           {"filesystem.allowWrite", "~/cache"},
           {"filesystem.denyWrite", "$WORKSPACE"}}),
      row("What_is_missing_stops", R"({"network": {"allowedDomains": [], "deniedDomains": []}})",
          {}, "the key 'filesystem' is missing", true),
      row("A_list_that_is_missing_stops", Runtime(R"("denyRead": [], "allowWrite": [])"), {},
          "the key 'filesystem.denyWrite' is missing", true),
      row("An_unknown_key_stops",
          Runtime(R"("denyRead": [], "allowWrite": [], "denyWrite": [], "x": 1)"), {},
          "'filesystem.x' is not known", true),
      row("Too_wide_a_name_stops",
          R"({"network": {"allowedDomains": ["*.com"], "deniedDomains": []}, "filesystem": {"denyRead": [], "allowWrite": [], "denyWrite": []}})",
          {}, "a whole top-level domain", true),
      row("A_denial_beats_what_is_allowed_inside",
          Runtime(R"("denyRead": [], "allowWrite": [".", "./sub/in"], "denyWrite": ["sub"])"),
          {{"filesystem.allowWrite", "$WORKSPACE"}, {"filesystem.denyWrite", "$WORKSPACE/sub"}}),
      row("Hidden_is_not_opened_by_writing",
          Runtime(R"("denyRead": ["~"], "allowWrite": ["~/cache"], "denyWrite": [])"),
          {{"filesystem.allowWrite", ""}, {"mode", "read-only"}},
          "'~/cache' lies in '~', which may not be read"),
      row("Unless_it_is_readable",
          Runtime(
              R"("denyRead": ["~"], "allowRead": ["~/cache"], "allowWrite": ["~/cache"], "denyWrite": [])"),
          {{"filesystem.allowWrite", "~/cache"}, {"filesystem.allowRead", "~/cache"}}),
      row("A_workspace_inside_what_is_hidden_is_hidden",
          Runtime(R"("denyRead": ["/"], "allowWrite": [], "denyWrite": [])"),
          {{"filesystem.denyRead", "/, $WORKSPACE"}}),
      row("And_is_not_where_it_is_readable",
          Runtime(R"("denyRead": ["/"], "allowRead": ["."], "allowWrite": ["."], "denyWrite": [])"),
          {{"filesystem.denyRead", "/"}, {"filesystem.allowWrite", "$WORKSPACE"}}),
      row("On_Linux_a_pattern_opens_nothing",
          Runtime(R"("denyRead": [], "allowWrite": [".", "/srv/*"], "denyWrite": [])"),
          {{"filesystem.allowWrite", "$WORKSPACE"}}, "'/srv/*' is a pattern, which opens nothing"),
      row("A_pattern_denies_what_is_there",
          Runtime(R"("denyRead": ["**/build/**"], "allowWrite": ["."], "denyWrite": ["*.pem"])"),
          {{"filesystem.denyRead", "$WORKSPACE/**/build/**"},
           {"filesystem.denyWrite", "$WORKSPACE/*.pem"},
           {"filesystem.patterns", "existing"}}),
      row("A_backslash_is_a_backslash",
          Runtime(R"("denyRead": ["/a\\b"], "allowWrite": [], "denyWrite": [])"),
          {{"filesystem.denyRead", "/a\\\\b"}}),
      row("Git_may_write_its_configuration_when_it_says_so",
          Runtime(
              R"("denyRead": [], "allowWrite": ["."], "denyWrite": [], "allowGitConfig": true)"),
          {{"filesystem.protect.git-config", "off"},
           {"filesystem.protect.git-hooks", "best-effort"}}),
      row("And_not_otherwise", Runtime(R"("denyRead": [], "allowWrite": ["."], "denyWrite": [])"),
          {{"filesystem.protect.git-config", "best-effort"}}),
      row("Disabled_lifts_nothing",
          Runtime(R"("disabled": true, "denyRead": ["/x"], "allowWrite": [], "denyWrite": [])"),
          {{"mode", "read-only"}, {"filesystem.denyRead", "/x"}},
          "filesystem.disabled loosens nothing"),
      row("A_weaker_sandbox_is_none_here",
          Runtime(R"("denyRead": [], "allowWrite": [], "denyWrite": [])",
                  R"(, "enableWeakerNestedSandbox": true)"),
          {}, "enableWeakerNestedSandbox loosens nothing"),
      row("Credentials_are_hidden_whole",
          Runtime(
              R"("denyRead": ["/x"], "allowWrite": [], "denyWrite": [])",
              R"(, "credentials": {"files": [{"path": "~/.netrc", "mode": "mask"}], "envVars": [{"name": "TOKEN", "mode": "deny"}]})"),
          {{"filesystem.denyRead", "/x, ~/.netrc"}, {"env.unset", "TOKEN"}},
          "credentials are not masked"),
      row("All_sockets_when_it_says_so",
          R"({"network": {"allowedDomains": [], "deniedDomains": [], "allowAllUnixSockets": true}, "filesystem": {"denyRead": [], "allowWrite": [], "denyWrite": []}})",
          {{"unixSockets.mode", "allow"}}),
      row("As_the_documentation_shows_it", R"({
  "network": {
    "allowedDomains": ["github.com", "*.github.com", "npmjs.org", "*.npmjs.org"],
    "deniedDomains": ["malicious.com"],
    "allowUnixSockets": ["/var/run/docker.sock"],
    "allowLocalBinding": false
  },
  "filesystem": {
    "denyRead": ["~/.ssh"],
    "allowRead": [],
    "allowWrite": [".", "src/", "test/", "/tmp"],
    "denyWrite": [".env", "config/production.json"]
  },
  "ignoreViolations": {
    "*": ["/usr/bin", "/System"],
    "git push": ["/usr/bin/nc"]
  },
  "enableWeakerNestedSandbox": false,
  "enableWeakerNetworkIsolation": false,
  "allowAppleEvents": false
})",
          {{"filesystem.allowWrite", "$WORKSPACE, /tmp"},
           {"filesystem.denyWrite", "$WORKSPACE/.env, $WORKSPACE/config/production.json"},
           {"filesystem.denyRead", "~/.ssh"},
           {"network.allowedDomains", "github.com, *.github.com, npmjs.org, *.npmjs.org"},
           {"network.deniedDomains", "malicious.com"},
           {"unixSockets.mode", "deny"}},
          "network.allowUnixSockets opens nothing on Linux"),
  };
}
INSTANTIATE_TEST_SUITE_P(Srt, SourceTable, ::testing::ValuesIn(SrtCases()), NameOf);

class Sources : public WithSources {};

TEST_F(Sources, AreNotAskedUnlessSwitchedOn) {
  Put(kPi, R"({"mode": "read-only"})");
  PutUser("{}");
  ASSERT_TRUE(LoadAll());
  EXPECT_EQ(asked_, 0);
  PutUser(R"({"configSources": []})");
  ASSERT_TRUE(LoadAll());
  EXPECT_EQ(asked_, 0);
  PutUser(R"({"configSources": ["pi", "pi"]})");
  const auto loaded = LoadAll();
  ASSERT_TRUE(loaded) << loaded.error().Sentence();
  EXPECT_EQ(asked_, 1);
  EXPECT_EQ(loaded->preset_source, "config source pi");
}

TEST_F(Sources, NoProjectSwitchesThemOn) {
  PutProject(R"({"configSources": ["pi"]})");
  ASSERT_TRUE(LoadAll());
  EXPECT_EQ(asked_, 0);
}

TEST_F(Sources, ThatBringTwoPresetsNeedAWord) {
  EXPECT_THAT(LoadAll({Switch({"pi", "droid"})}).error().Sentence(), HasSubstr("pi or droid"));
  PutUser(R"({"preset": "strict"})");
  const auto loaded = LoadAll({Switch({"pi", "droid"})});
  ASSERT_TRUE(loaded) << loaded.error().Sentence();
  EXPECT_EQ(loaded->preset, "strict");
}

TEST_F(Sources, SayWhereEveryEntryStands) {
  const std::string file = Put(kFactory, R"({"sandbox": {"filesystem": {"denyRead": [
  "/a",

  "/b"
]}}})");
  const auto loaded = LoadAll({Switch({"droid"})});
  ASSERT_TRUE(loaded) << loaded.error().Sentence();
  std::string sources;
  for (const Layer& layer : loaded->layers) {
    if (layer.source != "droid")
      continue;
    const Setting& setting = *layer.Find(Id::kDenyRead);
    for (const Entry& entry : setting.entries)
      sources += SourceOf(layer, setting, entry.at) + " ";
  }
  EXPECT_EQ(sources, file + ":2 " + file + ":4 ");
}

TEST_F(Sources, TrustIsForWhatAFileSays) {
  Put(kProjectPi, R"({"mode": "danger-full-access"})");
  const std::vector<Layer> given = {Switch({"pi"})};
  ASSERT_NO_FATAL_FAILURE(TrustAll(*LoadAll(given)));
  EXPECT_EQ(LoadAll(given)->files.at(0).state, "trusted");
  Put(kProjectPi, R"({   "mode" :  "danger-full-access" })");
  EXPECT_EQ(LoadAll(given)->files.at(0).state, "trusted") << "it says the same";
  Put(kProjectPi, R"({"mode": "danger-full-access", "approvalMode": "allow-all"})");
  EXPECT_EQ(LoadAll(given)->files.at(0).state, kChangedState);
  // The same text under the older name is another file.
  std::filesystem::rename(At(kProjectPi), At(kOldProjectPi));
  Put(kOldProjectPi, R"({"mode": "danger-full-access"})");
  EXPECT_EQ(LoadAll(given)->files.at(0).state, "not trusted");
}

TEST_F(Sources, Y_103_TheVariableLeadsToTheUsersFolderOnlyOutsideOfProjects) {
  std::filesystem::create_directories(At("elsewhere"));
  Put("elsewhere/pi-sandbox.json", R"({"mode": "danger-full-access"})");
  Put("repo/ws/agent/pi-sandbox.json", R"({"mode": "danger-full-access"})");
  Put(kPi, R"({"mode": "read-only"})");
  const auto mode = [&](const std::string& folder) {
    env_ = {"PI_CODING_AGENT_DIR=" + folder};
    const auto loaded = LoadAll({Switch({"pi"})});
    EXPECT_TRUE(loaded) << loaded.error().Sentence();
    return ValueOf(Merge(loaded->layers), KeyOf(Id::kMode));
  };
  EXPECT_EQ(mode(""), "read-only");
  EXPECT_EQ(mode(At("elsewhere")), "danger-full-access");
  EXPECT_EQ(mode(At("repo/ws/agent")), "workspace-write") << "a project's may only narrow";
  EXPECT_EQ(mode("agent"), "workspace-write");
  std::filesystem::create_directory_symlink(At("elsewhere"), At("user/agent"));
  EXPECT_EQ(mode(At("user/agent")), "danger-full-access");
  std::filesystem::create_directory_symlink(At("elsewhere"), At("repo/ws/hop"));
  EXPECT_EQ(mode(At("repo/ws/hop")), "workspace-write") << "a project chose it";
  std::filesystem::create_directory_symlink(At("repo/ws/hop"), At("user/chain"));
  EXPECT_EQ(mode(At("user/chain")), "workspace-write") << "a project chose it on the way";
  chmod(At("elsewhere").c_str(), 0777);
  EXPECT_EQ(mode(At("elsewhere")), "workspace-write") << "anybody may have put it there";
}

// What srt is given with --settings.
TEST_F(Sources, SrtReadsTheFileThatIsNamedInsteadOfItsOwn) {
  const auto kept = [](const char* files) {
    return std::string(
               R"({"network": {"allowedDomains": [], "deniedDomains": []}, "filesystem": )") +
           files + "}";
  };
  Put(kRuntime, kept(R"({"denyRead": ["/own"], "allowWrite": [], "denyWrite": []})"));
  const std::string text =
      kept(R"({"denyRead": ["/named"], "allowWrite": ["."], "denyWrite": []})");
  const std::string users = Put("elsewhere/one.json", text);
  const std::string projects = Put("repo/ws/one.json", text);
  // Mode and what is not read, or the sentence that stops.
  const auto said = [&](const std::vector<std::string>& sources) {
    const auto loaded = LoadAll({Switch(sources)});
    if (!loaded)
      return loaded.error().Sentence();
    const Merged merged = Merge(loaded->layers);
    return loaded->preset + " " + ValueOf(merged, KeyOf(Id::kMode)) + " " +
           ValueOf(merged, KeyOf(Id::kDenyRead));
  };
  EXPECT_EQ(said({"srt"}), "srt read-only /own");
  EXPECT_EQ(said({"srt=" + users}), "srt workspace-write /named");
  EXPECT_EQ(said({"srt=" + users, "srt=" + users}), "srt workspace-write /named");
  EXPECT_EQ(said({"srt=~/../elsewhere/one.json"}), "srt workspace-write /named");
  EXPECT_EQ(said({"srt=" + projects}), "srt read-only /named") << "a project's may only narrow";
  std::filesystem::create_symlink(users, At("repo/ws/link"));
  EXPECT_EQ(said({"srt=" + At("repo/ws/link")}), "srt read-only /named") << "a project chose it";
  std::filesystem::create_symlink(projects, At("elsewhere/link"));
  EXPECT_EQ(said({"srt=" + At("elsewhere/link")}), "srt read-only /named");
  // Links of the user's own stay the user's, unless one on the way is a project's.
  std::filesystem::create_symlink("../elsewhere/one.json", At("user/mine"));
  EXPECT_EQ(said({"srt=" + At("user/mine")}), "srt workspace-write /named");
  std::filesystem::create_symlink(At("repo/ws/link"), At("user/chain"));
  EXPECT_EQ(said({"srt=" + At("user/chain")}), "srt read-only /named");
  std::filesystem::create_directory_symlink(At("elsewhere"), At("repo/ws/hop"));
  std::filesystem::create_directory_symlink(At("repo/ws/hop"), At("user/way"));
  EXPECT_EQ(said({"srt=" + At("user/way/one.json")}), "srt read-only /named");
  std::filesystem::create_symlink("round", At("user/round"));
  EXPECT_THAT(said({"srt=" + At("user/round")}), HasSubstr("user/round"));
  chmod(At("elsewhere").c_str(), 0777);
  EXPECT_EQ(said({"srt=" + users}), "srt read-only /named") << "anybody may have put it there";

  EXPECT_THAT(said({"srt=" + At("elsewhere/none.json")}), HasSubstr("it is not there"));
  EXPECT_THAT(said({"srt=one.json"}), HasSubstr("by an absolute path"));
  EXPECT_THAT(said({"srt="}), HasSubstr("by an absolute path"));
  EXPECT_THAT(said({"srt", "srt=" + projects}), HasSubstr("with another file too"));
  EXPECT_THAT(said({"pi=" + users}), HasSubstr("has no settings"));
  EXPECT_THAT(said({"=" + users}), HasSubstr("config source"));
}

TEST_F(Sources, ANamedFileIsTrustedAsAnyOfAProject) {
  const std::string file = Put("repo/ws/one.json",
                               R"({"network": {"allowedDomains": [], "deniedDomains": []},
                                   "filesystem": {"denyRead": [], "allowWrite": ["."], "denyWrite": []}})");
  auto loaded = LoadAll({Switch({"srt=" + file})});
  ASSERT_TRUE(loaded) << loaded.error().Sentence();
  ASSERT_NO_FATAL_FAILURE(TrustAll(*loaded));
  loaded = LoadAll({Switch({"srt=" + file})});
  ASSERT_TRUE(loaded) << loaded.error().Sentence();
  EXPECT_EQ(ValueOf(Merge(loaded->layers), KeyOf(Id::kMode)), "workspace-write");
}

TEST_F(Sources, TheUsersFilesAreTheUsersAlone) {
  for (const auto& [source, file] :
       {std::pair{"pi", kPi}, {"pi-srt", kSrtPi}, {"droid", kFactory}, {"srt", kRuntime}}) {
    Put(file, "{}");
    chmod(At(file).c_str(), 0666);
    const auto loaded = LoadAll({Switch({source})});
    ASSERT_FALSE(loaded) << source;
    EXPECT_THAT(loaded.error().Sentence(), HasSubstr("can be written by others")) << source;
  }
}

TEST_F(Sources, NativeAddsWhatAMachineHasForAll) {
  Put("common/config.json", R"({"mode": "read-only", "filesystem": {"denyRead": ["/common"]}})");
  PutUser(R"({"mode": "workspace-write"})");
  PutProject(R"({"filesystem": {"denyRead": ["/project"]}})");
  const auto loaded = LoadAll({Switch({"native"})});
  ASSERT_TRUE(loaded) << loaded.error().Sentence();
  const Merged merged = Merge(loaded->layers);
  EXPECT_EQ(ValueOf(merged, KeyOf(Id::kMode)), "workspace-write") << "the user's own is above";
  EXPECT_EQ(ValueOf(merged, KeyOf(Id::kDenyRead)), "/common, /project") << "each file once";
}

TEST_F(Sources, SwitchOnNoOthers) {
  Put("common/config.json", R"({"configSources": ["pi"]})");
  EXPECT_THAT(LoadAll({Switch({"native"})}).error().Sentence(),
              HasSubstr("switches on other config sources"));
}

}  // namespace
}  // namespace sbx::config
