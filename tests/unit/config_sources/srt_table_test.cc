// SPDX-License-Identifier: MIT
//
// What the settings of sandbox-runtime come to, as its documentation shows them.
#include <memory>

#include "tests/unit/config_sources/source_table.hpp"

namespace sbx::config {
namespace {

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
INSTANTIATE_TEST_SUITE_P(Srt, SourceTable, ::testing::ValuesIn(SrtCases()), NameOfCase);

}  // namespace
}  // namespace sbx::config
