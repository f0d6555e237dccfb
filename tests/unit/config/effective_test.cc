// SPDX-License-Identifier: MIT
#include "core/config/effective.hpp"

#include "core/config/document.hpp"
#include "core/config/presets.hpp"
#include "core/policy/judge.hpp"
#include "tests/unit/config/places.hpp"
#include "tests/unit/config/random_layers.hpp"

namespace sbx::config {
namespace {

using ::testing::AnyOf;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

class EffectivePolicy : public InPlaces {
 protected:
  static Layer Parsed(LayerKind kind, const std::string& text) {
    auto layer = ParseDocument(kind, text, "/" + std::string(NameOf(kind)), "/p");
    EXPECT_TRUE(layer) << layer.error().Sentence();
    return layer ? *layer : Layer();
  }
  static Result<Effective> Of(std::vector<Layer> layers) {
    Loaded loaded;
    loaded.layers = std::move(layers);
    return MakeEffective(loaded, Merge(loaded.layers), "/home/u");
  }
  [[nodiscard]] Surroundings Around() const {
    Surroundings around;
    around.cwd = At("repo/ws");
    around.home = At("home");
    around.uid = geteuid();
    return around;
  }
};

TEST_F(EffectivePolicy, WithoutConfigurationItIsThePolicyThatIsBuiltIn) {
  const Effective made = Make();
  const Policy built_in;
  EXPECT_EQ(made.policy.mode, built_in.mode);
  EXPECT_EQ(made.policy.mode_source, built_in.mode_source);
  EXPECT_EQ(made.policy.tmp, built_in.tmp);
  EXPECT_EQ(made.policy.network, built_in.network);
  EXPECT_EQ(made.policy.unix_sockets, built_in.unix_sockets);
  EXPECT_THAT(made.policy.rules, IsEmpty());
  EXPECT_EQ(made.policy.require, 0u);
  EXPECT_EQ(made.runner, "auto");
  EXPECT_TRUE(made.inherit_env);
  EXPECT_THAT(made.notices, IsEmpty());
}

// What this version cannot do is never dropped.
struct NotYet {
  const char* text;
  const char* name;
};
constexpr NotYet kRefused[] = {
    {R"({"commands": {"block": ["rm"]}})", "commands.block"},
    {R"({"coverage": {"tools": ["read"]}})", "coverage.tools"},
    {R"({"scope": "process"})", "scope"},
    {R"({"workers": {"max": 4}})", "workers.max"},
    {R"({"audit": true})", "audit"},
};
TEST_F(EffectivePolicy, WhatIsNotThereYetIsRefusedByName) {
  for (const NotYet& row : kRefused) {
    const auto made = Of({Parsed(LayerKind::kUser, row.text)});
    ASSERT_FALSE(made) << row.text;
    EXPECT_THAT(made.error().Sentence(), HasSubstr(std::string(row.name) + " (/user:1)"));
  }
}

TEST_F(EffectivePolicy, EveryKeyThatIsNotHeldIsRefusedOrNamed) {
  RandomLayers random(1);
  for (const Key& key : Keys()) {
    if (key.held == Held::kYes)
      continue;
    for (int round = 0; round < 20; ++round) {
      Layer layer;
      layer.kind = LayerKind::kUser;
      layer.name = "/user";
      layer.settings.push_back(random.Of(key));
      const MergedValue value = MergeKey(key, std::span(&layer, 1));
      const MergedValue built_in = MergeKey(key, {});
      const bool same =
          value.number == built_in.number && value.entries.size() == built_in.entries.size() &&
          (value.entries.empty() || value.entries[0].text == built_in.entries[0].text);
      if (same)
        continue;
      const auto made = Of({layer});
      if (!made) {
        EXPECT_THAT(made.error().Sentence(), HasSubstr(std::string(key.name))) << key.name.view();
      } else {
        const std::string last(key.name.view().substr(key.name.view().rfind('.') + 1));
        EXPECT_THAT(made->notices, Contains(HasSubstr(last))) << key.name.view();
      }
    }
  }
}

TEST_F(EffectivePolicy, AFilteredNetworkIsClosedAloud) {
  for (const char* text :
       {R"({"network": {"mode": "filtered"}})", R"({"network": {"allowedDomains": ["a.x"]}})",
        R"({"network": {"deniedDomains": ["a.x"]}})", R"({"network": {"strictAllowlist": true}})",
        R"({"preset": "droid"})"}) {
    std::vector<Layer> layers = {Parsed(LayerKind::kUser, text)};
    if (layers[0].Find(Id::kPreset) != nullptr)
      layers.insert(layers.begin(), *PresetLayer("droid"));
    const auto made = Of(layers);
    ASSERT_TRUE(made) << text;
    EXPECT_EQ(made->policy.network, Network::kNone) << text;
    EXPECT_THAT(made->notices, Contains(HasSubstr("the network is closed"))) << text;
  }
  Layer project = Parsed(LayerKind::kProject, R"({"network": {"allowedDomains": ["a.x"]}})");
  project.trusted = false;
  EXPECT_EQ(Of({project})->policy.network, Network::kOpen) << "dropped: it does not count";
  project = Parsed(LayerKind::kProject, R"({"network": {"deniedDomains": ["a.x"]}})");
  project.trusted = false;
  EXPECT_EQ(Of({project})->policy.network, Network::kNone) << "denials of anybody do";
}

TEST_F(EffectivePolicy, E76_E77_E94_E106_StrictAndHostCommandsContradict) {
  const Layer user = Parsed(LayerKind::kUser, R"({"network": {"strictAllowlist": true}})");
  const Layer project =
      Parsed(LayerKind::kProject, R"({"network": {"hostCommands": {"mode": "ask"}}})");
  const auto made = Of({user, project});
  ASSERT_FALSE(made);
  EXPECT_THAT(made.error().Sentence(), HasSubstr("network.strictAllowlist (/user:1)"));
  EXPECT_THAT(made.error().Sentence(), HasSubstr("(/project:1)"));
}

// Until names are judged, what is asked of a strict list is held by no network at all.
TEST_F(EffectivePolicy, E70_E71_AStrictListThatIsEmptyAndADenialOfAllCloseTheNetwork) {
  const Layer strict = Parsed(LayerKind::kUser, R"({"network": {"strictAllowlist": true}})");
  EXPECT_EQ(Of({strict})->policy.network, Network::kNone);
  const Layer allowed = Parsed(LayerKind::kUser, R"({"network": {"allowedDomains": ["a.x"]}})");
  const Layer denied = Parsed(LayerKind::kProject, R"({"network": {"deniedDomains": ["*"]}})");
  EXPECT_EQ(Of({allowed, denied})->policy.network, Network::kNone);
  EXPECT_NE(Of({})->policy.network, Network::kNone);
}

// As F documents its lists, by the judgement that all runners share.
TEST_F(EffectivePolicy, F29_ListsAddToTheWorkspaceAndDenialsCarveOut) {
  for (const char* folder : {"vault/open/kept", "vault/other", "home/.ssh"})
    std::filesystem::create_directories(At(folder));
  const Layer user =
      Parsed(LayerKind::kUser, R"({"filesystem": {"allowWrite": [")" + At("vault/open") +
                                   R"("], "denyWrite": [")" + At("vault/open/kept") +
                                   R"("], "denyRead": [")" + At("home/.ssh") + R"("]}})");
  const auto made = Of({*PresetLayer("droid"), user});
  ASSERT_TRUE(made) << made.error().Sentence();
  const auto resolved = Resolve(made->policy, Around());
  ASSERT_TRUE(resolved) << resolved.error().Sentence();
  const auto may = [&](Access access, const std::string& path) {
    return Judge(**resolved, access, At(path), Around().cwd)->allowed;
  };
  EXPECT_TRUE(may(Access::kWrite, "repo/ws/f"));
  EXPECT_TRUE(may(Access::kWrite, "vault/open/f"));
  EXPECT_FALSE(may(Access::kWrite, "vault/open/kept/f"));
  EXPECT_TRUE(may(Access::kRead, "vault/open/kept/f"));
  EXPECT_FALSE(may(Access::kWrite, "vault/other/f"));
  EXPECT_TRUE(may(Access::kRead, "vault/other/f"));
  EXPECT_FALSE(may(Access::kRead, "home/.ssh/id"));
  EXPECT_TRUE(may(Access::kRead, "home/f"));
}

TEST_F(EffectivePolicy, Y110_Y111_ARunnerOfOnesOwnNeedsBothKeys) {
  EXPECT_FALSE(Of({Parsed(LayerKind::kUser, R"({"runnerCommand": ["/x"]})")}));
  EXPECT_FALSE(Of({Parsed(LayerKind::kUser, R"({"runnerFailureSignatures": ["x"]})")}));
  const auto made = Of({Parsed(LayerKind::kUser, R"({"runnerCommand": ["/x", "y"],
                                                     "runnerFailureSignatures": ["x:"]})")});
  ASSERT_TRUE(made);
  EXPECT_EQ(made->runner_command.size(), 2u);
}

TEST_F(EffectivePolicy, ANarrowerModeKeepsTheReadingOfWiderRules) {
  Layer session;
  session.kind = LayerKind::kSession;
  session.name = "s";
  session.settings.push_back(*ParseWord(Id::kMode, "read-only", ""));
  const Layer user = Parsed(LayerKind::kUser, R"({"filesystem": {"allowWrite": ["/opt"]}})");
  const auto made = Of({user, session});
  ASSERT_TRUE(made);
  ASSERT_EQ(made->policy.rules.size(), 1u);
  EXPECT_EQ(made->policy.rules[0].access, Access::kRead);
}

TEST_F(EffectivePolicy, FullAccessSetsWeakerRulesAsideAndNamesThem) {
  const Layer user =
      Parsed(LayerKind::kUser, R"({"filesystem": {"denyRead": ["/a"], "tmp": "private"}})");
  Layer options;
  options.kind = LayerKind::kCommandLine;
  options.settings.push_back(*ParseWord(Id::kMode, "danger-full-access", "--mode"));
  const auto made = Of({user, options});
  ASSERT_TRUE(made) << made.error().Sentence();
  EXPECT_THAT(made->policy.rules, IsEmpty());
  EXPECT_THAT(made->notices, Contains(HasSubstr("sets aside 1 rule")));
  options.settings.push_back(*ParseWord(Id::kDenyRead, "/b", "--deny-read"));
  const auto both = Of({user, options});
  ASSERT_TRUE(both);
  EXPECT_FALSE(Resolve(both->policy, Around())) << "one line that says both contradicts itself";
}

TEST_F(EffectivePolicy, FullAccessIsRefusedUnderAnOrganisationThatNarrows) {
  Layer options;
  options.kind = LayerKind::kCommandLine;
  options.settings.push_back(*ParseWord(Id::kMode, "danger-full-access", "--mode"));
  for (const char* text :
       {R"({"filesystem": {"denyRead": ["/a"]}})", R"({"filesystem": {"denyWrite": ["/a"]}})",
        R"({"filesystem": {"tmp": "none"}})", R"({"unixSockets": {"mode": "inside"}})",
        R"({"network": {"mode": "none"}})", R"({"network": {"deniedDomains": ["a.x"]}})",
        R"({"network": {"strictAllowlist": true}})", R"({"limits": {"memory": "1G"}})",
        R"({"require": ["fs.write"]})", R"({"filesystem": {"includeGitRoot": false}})"}) {
    EXPECT_FALSE(Of({options, Parsed(LayerKind::kOrganisation, text)})) << text;
  }
  EXPECT_TRUE(Of({options, Parsed(LayerKind::kOrganisation, R"({"limits": {"timeout": "1h"}})")}));
  const auto capped = Of({options, Parsed(LayerKind::kOrganisation, R"({"mode": "read-only"})")});
  ASSERT_TRUE(capped);
  EXPECT_EQ(capped->policy.mode, Mode::kReadOnly);
}

// The keys of the file policy reach the resolver.
TEST_F(EffectivePolicy, TheFilePolicyIsTaken) {
  const auto made = Of({Parsed(LayerKind::kUser, R"({"filesystem": {"read": "deny",
    "includeGitRoot": false, "denyWrite": ["x"],
    "protect": {"git-hooks": "off", "editor": "best-effort", "secrets": "required"}}})")});
  ASSERT_TRUE(made) << made.error().Sentence();
  const Policy& policy = made->policy;
  EXPECT_EQ(policy.read_default, Effect::kDeny);
  EXPECT_EQ(policy.read_default_source, "/user:1");
  EXPECT_FALSE(policy.include_git_root);
  ASSERT_EQ(policy.protect.size(), 2u);
  EXPECT_EQ(policy.protect[0].group, ProtectGroup::kEditor);
  EXPECT_EQ(policy.protect[0].requirement, Requirement::kBestEffort);
  EXPECT_EQ(policy.protect[1].group, ProtectGroup::kSecrets);
  EXPECT_EQ(policy.protect[1].requirement, Requirement::kRequired);
  ASSERT_EQ(policy.rules.size(), 1u);
  EXPECT_EQ(policy.rules[0].layer, sbx::Layer::kUser);
}

TEST_F(EffectivePolicy, WithoutAWordHooksAreProtectedWherePossible) {
  const auto made = Of({});
  ASSERT_TRUE(made) << made.error().Sentence();
  ASSERT_EQ(made->policy.protect.size(), 1u);
  EXPECT_EQ(made->policy.protect[0].group, ProtectGroup::kGitHooks);
  EXPECT_EQ(made->policy.protect[0].requirement, Requirement::kBestEffort);
  EXPECT_TRUE(made->policy.include_git_root);
  EXPECT_EQ(made->policy.read_default, Effect::kAllow);
}

TEST_F(EffectivePolicy, F24_WhatTheOrganisationDeniesIsNotLifted) {
  std::filesystem::create_directories(At("repo/ws/in/deep"));
  std::filesystem::create_directories(At("vault/box"));
  std::filesystem::create_directory_symlink(At("vault/box"), At("alias"));
  const auto may = [&](Access access, const std::string& path, const std::string& denied,
                       const std::string& user) {
    const auto made =
        Of({Parsed(LayerKind::kUser, user), Parsed(LayerKind::kOrganisation, denied)});
    EXPECT_TRUE(made) << made.error().Sentence();
    const auto resolved = Resolve(made->policy, Around());
    EXPECT_TRUE(resolved) << resolved.error().Sentence();
    const auto judged = Judge(**resolved, access, At(path), Around().cwd);
    EXPECT_TRUE(judged) << judged.error().Sentence();
    return judged->allowed;
  };
  const auto say = [&](const char* key, const std::string& path) {
    return std::string(R"({"filesystem": {")") + key + "\": [\"" + At(path) + "\"]}}";
  };
  const std::string box = say("allowWrite", "vault/box");
  EXPECT_TRUE(may(Access::kWrite, "vault/box", "{}", box)) << "what is tried at all";
  EXPECT_FALSE(may(Access::kWrite, "vault/box", say("denyWrite", "vault"), box));
  EXPECT_FALSE(
      may(Access::kRead, "vault/box", say("denyRead", "vault"), say("allowRead", "vault/box")));
  EXPECT_TRUE(may(Access::kWrite, "repo/ws/in/deep", "{}", "{}"));
  EXPECT_FALSE(may(Access::kWrite, "repo/ws/in/deep", say("denyWrite", "repo/ws/in"),
                   say("allowWrite", "repo/ws/in/deep")));
  EXPECT_FALSE(may(Access::kWrite, "repo/ws/in", say("denyWrite", "repo"), "{}"))
      << "the workspace as well";
  EXPECT_FALSE(may(Access::kWrite, "vault", say("denyWrite", "vault"), say("allowWrite", "vault")))
      << "at one object deny wins";
  EXPECT_FALSE(
      may(Access::kWrite, "vault/box", say("denyWrite", "vault"), say("allowWrite", "alias")))
      << "whatever it is called";
}

TEST_F(EffectivePolicy, PresetsResolve) {
  std::filesystem::create_directories(At("home/project"));
  Surroundings around = Around();
  around.cwd = At("home/project");
  for (const char* name : {"pi", "pi-srt", "droid", "strict", "srt"}) {
    Loaded loaded;
    loaded.layers = {*PresetLayer(name)};
    const auto made = MakeEffective(loaded, Merge(loaded.layers), around.home);
    ASSERT_TRUE(made) << name << made.error().Sentence();
    const auto resolved = Resolve(made->policy, around);
    ASSERT_TRUE(resolved) << name << resolved.error().Sentence();
    const bool none = name == std::string_view("srt");
    EXPECT_EQ((*resolved)->policy().unix_sockets, none ? UnixSockets::kDeny : UnixSockets::kInside)
        << name;
    for (const Notice& notice : (*resolved)->notices())
      EXPECT_THAT(notice.text, Not(HasSubstr("has no effect"))) << name;
  }
}

// No layers, however they are stacked, are dropped in silence or crash.
TEST_F(EffectivePolicy, AnyLayersAreTakenOrRefused) {
  const unsigned seed = std::random_device{}();
  RecordProperty("seed", std::to_string(seed));
  RandomLayers random(seed);
  int taken = 0;
  for (int round = 0; round < 300; ++round) {
    std::vector<Layer> layers = random.Stack();
    for (Layer& layer : layers) {
      std::erase_if(layer.settings, [](const Setting& setting) {
        const Key& key = KeyOf(setting.key);
        return key.held == Held::kRefused || key.id == Id::kRequire ||
               key.id == Id::kRunnerCommand || key.id == Id::kRunnerFailureSignatures;
      });
    }
    const Merged merged = Merge(layers);
    const auto made = Of(layers);
    if (!made) {
      EXPECT_NE(made.error().Sentence(), "");
      continue;
    }
    ++taken;
    if (ChoiceWord(KeyOf(Id::kNetworkMode), merged[Id::kNetworkMode].number) != "open" &&
        made->policy.mode != Mode::kDangerFullAccess) {
      EXPECT_EQ(made->policy.network, Network::kNone);
    }
    std::size_t denies = 0;
    for (const Rule& rule : made->policy.rules)
      denies += rule.effect == Effect::kDeny ? 1 : 0;
    if (made->policy.mode != Mode::kDangerFullAccess) {
      EXPECT_EQ(denies,
                merged[Id::kDenyRead].entries.size() + merged[Id::kDenyWrite].entries.size());
    }
  }
  EXPECT_GT(taken, 20);
}

}  // namespace
}  // namespace sbx::config
