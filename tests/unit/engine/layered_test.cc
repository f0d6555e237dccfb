// SPDX-License-Identifier: MIT
//
// What a host wants, together with the organisation's file: read and merged by the
// functions that the program uses.
#include "core/host/layered.hpp"

#include "core/policy/protect.hpp"
#include "tests/unit/config/places.hpp"

namespace sbx::host {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

class HostPolicy : public config::InPlaces {
 protected:
  [[nodiscard]] sbx::Policy Made(const Policy& policy) const {
    auto made = MakeLayered(policy, places_, At("home"));
    EXPECT_TRUE(made) << made.error().Sentence();
    return made ? made->effective.policy : sbx::Policy();
  }
  [[nodiscard]] std::string Refused(const Policy& policy) const {
    auto made = MakeLayered(policy, places_, At("home"));
    return made ? std::string() : made.error().Sentence();
  }
};

TEST_F(HostPolicy, IsWhatTheHostSaid) {
  Policy wanted;
  wanted.mode = Mode::kReadOnly;
  wanted.tmp = Tmp::kNone;
  wanted.network = Network::kNone;
  wanted.unix_sockets = UnixSockets::kDeny;
  wanted.read_default = Effect::kDeny;
  wanted.patterns = Patterns::kExisting;
  wanted.include_git_root = false;
  wanted.protect = {{"git-hooks", Protection::kOff}, {"secrets", Protection::kRequired}};
  wanted.rules = {{Access::kRead, Effect::kDeny, "/a", "tool.json:3"},
                  {Access::kRead, Effect::kAllow, "/b", "tool.json:3"},
                  {Access::kRead, Effect::kDeny, "/c", ""}};
  wanted.allow_sockets = {"/s"};
  wanted.limits.memory = 5;
  wanted.limits.cpu_seconds = 7;
  wanted.require = SBX_FS_READ | SBX_FS_PROTECT;
  const sbx::Policy made = Made(wanted);
  EXPECT_EQ(made.mode, sbx::Mode::kReadOnly);
  EXPECT_EQ(made.mode_source, "host");
  EXPECT_EQ(made.tmp, sbx::Tmp::kNone);
  EXPECT_EQ(made.network, sbx::Network::kNone);
  EXPECT_EQ(made.unix_sockets, sbx::UnixSockets::kDeny);
  EXPECT_EQ(made.read_default, sbx::Effect::kDeny);
  EXPECT_EQ(made.later_matches, Requirement::kBestEffort);
  EXPECT_FALSE(made.include_git_root);
  ASSERT_EQ(made.protect.size(), 1U);
  EXPECT_EQ(made.protect[0].group, ProtectGroup::kSecrets);
  EXPECT_EQ(made.protect[0].requirement, Requirement::kRequired);
  ASSERT_EQ(made.rules.size(), 3U);
  int of_tool = 0;
  for (const sbx::Rule& rule : made.rules) {
    of_tool += rule.source == "tool.json:3";
    EXPECT_TRUE(rule.source == "tool.json:3" || rule.source == "host") << rule.source;
    EXPECT_EQ(rule.effect == sbx::Effect::kAllow, rule.path == "/b");
  }
  EXPECT_EQ(of_tool, 2);
  EXPECT_EQ(made.allow_sockets, std::vector<std::string>{"/s"});
  EXPECT_EQ(made.limits.memory, 5U);
  EXPECT_EQ(made.limits.cpu_seconds, 7U);
  EXPECT_EQ(made.require, SBX_FS_READ | SBX_FS_PROTECT);
}

TEST_F(HostPolicy, ByDefaultIsThatOfTheProgram) {
  const sbx::Policy made = Made(Policy());
  const sbx::Policy usual;
  EXPECT_EQ(made.mode, usual.mode);
  EXPECT_EQ(made.tmp, usual.tmp);
  EXPECT_EQ(made.network, usual.network);
  EXPECT_EQ(made.unix_sockets, usual.unix_sockets);
  EXPECT_EQ(made.later_matches, usual.later_matches);
  EXPECT_EQ(made.include_git_root, usual.include_git_root);
  EXPECT_THAT(made.rules, IsEmpty());
  ASSERT_EQ(made.protect.size(), usual.protect.size());
  EXPECT_EQ(made.protect[0].group, usual.protect[0].group);
  EXPECT_EQ(made.require, 0U);
}

TEST_F(HostPolicy, F24_TheOrganisationStandsAbove) {
  PutManaged(R"({
    "preset": "droid",
    "mode": "workspace-write",
    "filesystem": {"denyRead": ["/secret"], "patterns": "all", "protect": {"git-hooks": "required"}},
    "network": {"mode": "none"},
    "limits": {"memory": "1G", "timeout": "2s", "maxOutput": "1K"},
    "env": {"unset": ["TOKEN"]},
    "runner": "bwrap"
  })");
  if (!IsRoot()) {
    EXPECT_THAT(Refused(Policy()), HasSubstr("has to belong to root"));
    return;
  }
  Policy wanted;
  wanted.patterns = Patterns::kExisting;
  wanted.protect["git-hooks"] = Protection::kOff;
  wanted.limits.memory = std::uint64_t{8} << 30;
  wanted.rules = {{Access::kRead, Effect::kAllow, "/secret/x", "host"}};
  auto made = MakeLayered(wanted, places_, At("home"));
  ASSERT_TRUE(made) << made.error().Sentence();
  EXPECT_EQ(made->effective.policy.network, sbx::Network::kNone);
  EXPECT_EQ(made->effective.policy.tmp,
            sbx::Tmp::kNone);  // the preset's, of which the host said nothing
  EXPECT_EQ(made->effective.policy.later_matches, Requirement::kRequired);
  EXPECT_EQ(made->effective.policy.limits.memory, std::uint64_t{1} << 30);
  EXPECT_EQ(made->effective.timeout_ms, 2000U);
  EXPECT_EQ(made->effective.keep_output, 1024U);
  EXPECT_EQ(made->effective.env_unset, std::vector<std::string>{"TOKEN"});
  EXPECT_EQ(made->effective.runner, "bwrap");
  bool hooks = false;
  for (const sbx::Protect& protect : made->effective.policy.protect)
    hooks |=
        protect.group == ProtectGroup::kGitHooks && protect.requirement == Requirement::kRequired;
  EXPECT_TRUE(hooks);
  bool organisation = false;
  for (const sbx::Rule& rule : made->effective.policy.rules) {
    organisation |= rule.path == "/secret" && rule.layer == sbx::Layer::kOrganisation &&
                    rule.source == At("managed/policy.json") + ":4 denyRead";
  }
  EXPECT_TRUE(organisation);
  wanted = Policy();
  wanted.mode = Mode::kDangerFullAccess;
  const sbx::Policy capped = Made(wanted);
  EXPECT_EQ(capped.mode, sbx::Mode::kWorkspaceWrite);
}

TEST_F(HostPolicy, AManagedFileThatCannotBeTakenStopsEverything) {
  PutManaged(R"({"mode": )");
  EXPECT_THAT(Refused(Policy()), HasSubstr("managed/policy.json"));
  PutManaged(R"({"mode": "read-only"})");
  if (!IsRoot()) {
    EXPECT_THAT(Refused(Policy()), HasSubstr("has to belong to root"));
    return;
  }
  EXPECT_EQ(Refused(Policy()), "");
  chmod(At("managed/policy.json").c_str(), 0666);
  EXPECT_NE(Refused(Policy()), "");
  chmod(At("managed/policy.json").c_str(), 0644);
  PutManaged(R"({"runnerCommand": ["/usr/bin/x"], "runnerFailureSignatures": ["x"]})");
  EXPECT_THAT(Refused(Policy()), HasSubstr("runnerCommand"));
}

TEST_F(HostPolicy, TheOrganisationMayNameConfigSources) {
  const std::string file = At("user/theirs.json");
  std::vector<std::string> asked;
  places_.ask = [&](const std::string& name) -> Result<CollectedConfig> {
    asked.push_back(name);
    CollectedConfig said;
    said.source = name;
    said.values.push_back({sbx::LayerKind::kUser, "mode", R"("read-only")", {file, 1, 1}});
    said.consulted = {file};
    return said;
  };
  Policy wanted;
  wanted.config_sources = {"of-the-host"};
  PutManaged(R"({"configSources": ["of-the-organisation"]})");
  if (!IsRoot()) {
    EXPECT_THAT(Refused(wanted), HasSubstr("has to belong to root"));
    EXPECT_THAT(asked, IsEmpty());
    return;
  }
  const auto made = MakeLayered(wanted, places_, At("home"));
  ASSERT_TRUE(made) << made.error().Sentence();
  EXPECT_EQ(asked, std::vector<std::string>{"of-the-organisation"}) << "instead of the host's";
  EXPECT_EQ(made->effective.policy.mode, sbx::Mode::kReadOnly);
  EXPECT_THAT(made->consulted, ::testing::Contains(file));
}

TEST_F(HostPolicy, WhatIsNotKnownIsRefused) {
  Policy wanted;
  wanted.protect["git-hookz"] = Protection::kRequired;
  EXPECT_THAT(Refused(wanted), HasSubstr("git-hookz"));
  wanted.protect = {{"own-config", Protection::kOff}};
  EXPECT_NE(Refused(wanted), "");
  wanted = Policy();
  wanted.require = sbx_restrictions{1} << 60;
  EXPECT_NE(Refused(wanted), "");
  wanted = Policy();
  wanted.mode = Mode::kDangerFullAccess;
  wanted.rules = {{Access::kRead, Effect::kDeny, "/a", "host"}};
  EXPECT_EQ(Refused(wanted), "");  // the resolver refuses it, because the rule is still there
  EXPECT_EQ(Made(wanted).rules.size(), 1U);
}

}  // namespace
}  // namespace sbx::host
