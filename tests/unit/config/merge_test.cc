// SPDX-License-Identifier: MIT
#include "core/config/merge.hpp"

#include <algorithm>
#include <cctype>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/config/document.hpp"
#include "tests/unit/config/random_layers.hpp"

namespace sbx::config {
namespace {

constexpr int kRounds = 400;

unsigned Seed(::testing::Test& test) {
  const unsigned seed = std::random_device{}();
  test.RecordProperty("seed", std::to_string(seed));
  return seed;
}

// Entries of a list may be taken as allowing or as denying by their trust class:
// what anyone may add narrows.
std::multiset<std::string> TextsOf(const MergedValue& value) {
  std::multiset<std::string> texts;
  for (const MergedEntry& entry : value.entries)
    texts.insert(entry.text);
  return texts;
}

bool Includes(const std::multiset<std::string>& all, const std::multiset<std::string>& some) {
  return std::includes(all.begin(), all.end(), some.begin(), some.end());
}

// Is `after` as narrow as `before`, or narrower?
void ExpectNarrower(const Key& key, const MergedValue& after, const MergedValue& before) {
  if (key.id == Id::kSchema)
    return;
  switch (key.merge) {
    case Merge::kCeiling:
    case Merge::kOr:
      EXPECT_TRUE(IsNarrower(key, after, before)) << key.name.view();
      return;
    case Merge::kUnion:
      if (key.trust == Trust::kAnyone) {
        EXPECT_TRUE(Includes(TextsOf(after), TextsOf(before))) << key.name.view();
      } else {
        EXPECT_EQ(TextsOf(after), TextsOf(before)) << key.name.view();
      }
      return;
    case Merge::kOverride:
      EXPECT_EQ(after.number, before.number) << key.name.view();
      EXPECT_EQ(TextsOf(after), TextsOf(before)) << key.name.view();
      return;
  }
}

class MergeProperty : public ::testing::Test {};

TEST_F(MergeProperty, UntrustedLayersNeverWiden) {
  RandomLayers random(Seed(*this));
  for (int round = 0; round < kRounds && !HasFailure(); ++round) {
    const std::vector<Layer> all = random.Stack();
    std::vector<Layer> without;
    for (const Layer& layer : all) {
      if (layer.trusted)
        without.push_back(layer);
    }
    const Merged after = Merge(all);
    const Merged before = Merge(without);
    for (const Key& key : Keys())
      ExpectNarrower(key, after[key.id], before[key.id]);
  }
}

TEST_F(MergeProperty, NobodyLiftsWhatTheOrganisationSays) {
  RandomLayers random(Seed(*this));
  for (int round = 0; round < kRounds && !HasFailure(); ++round) {
    const Layer organisation = random.Make(LayerKind::kOrganisation);
    std::vector<Layer> layers = random.Stack();
    while (!layers.empty() && layers.back().kind == LayerKind::kOrganisation)
      layers.pop_back();
    layers.push_back(organisation);
    const Merged merged = Merge(layers);
    for (const Setting& said : organisation.settings) {
      const Key& key = KeyOf(said.key);
      const MergedValue& value = merged[said.key];
      const MergedValue alone = MergeKey(key, std::span(&organisation, 1));
      switch (key.merge) {
        case Merge::kUnion: {
          std::multiset<std::string> own;
          for (const Entry& entry : said.entries)
            own.insert(entry.text);
          EXPECT_TRUE(Includes(TextsOf(value), own)) << key.name.view();
          break;
        }
        case Merge::kCeiling:
        case Merge::kOr: {
          MergedValue wanted;
          wanted.has_number = true;
          wanted.number = said.number;
          EXPECT_TRUE(IsNarrower(key, value, wanted)) << key.name.view();
          break;
        }
        case Merge::kOverride:
          if (key.type == Type::kVariables) {
            EXPECT_TRUE(Includes(TextsOf(value), TextsOf(alone))) << key.name.view();
          } else {
            EXPECT_EQ(value.number, said.number) << key.name.view();
            EXPECT_EQ(TextsOf(value), TextsOf(alone)) << key.name.view();
          }
          break;
      }
    }
  }
}

// What `sbx config explain` prints as the winner is the value that is used.
TEST_F(MergeProperty, TheWinnerIsTheValue) {
  RandomLayers random(Seed(*this));
  for (int round = 0; round < kRounds && !HasFailure(); ++round) {
    const std::vector<Layer> layers = random.Stack();
    const Merged merged = Merge(layers);
    for (const Key& key : Keys()) {
      const MergedValue& value = merged[key.id];
      std::size_t said = 0;
      for (const Layer& layer : layers)
        said += layer.Find(key.id) != nullptr ? 1 : 0;
      EXPECT_EQ(value.said.size(), said) << key.name.view() << ": what every layer says is kept";
      if (value.winner == kBuiltIn) {
        EXPECT_EQ(value.setting, nullptr);
        continue;
      }
      const auto winner = std::ranges::find(value.said, value.winner, &Contribution::layer);
      ASSERT_NE(winner, value.said.end());
      EXPECT_EQ(winner->fate, Fate::kWins) << key.name.view();
      EXPECT_EQ(winner->setting, value.setting);
      if (!IsList(key.type) && key.type != Type::kText) {
        EXPECT_EQ(value.number, value.setting->number);
      }
      for (const MergedEntry& entry : value.entries) {
        if (entry.layer == kBuiltIn)
          continue;
        const auto from = std::ranges::find(value.said, entry.layer, &Contribution::layer);
        EXPECT_EQ(from->fate, Fate::kWins) << key.name.view();
      }
    }
  }
}

TEST_F(MergeProperty, WithoutLayersThePresetIsBuiltIn) {
  const Merged merged = Merge({});
  EXPECT_EQ(ChoiceWord(KeyOf(Id::kMode), merged[Id::kMode].number), "workspace-write");
  EXPECT_EQ(ChoiceWord(KeyOf(Id::kNetworkMode), merged[Id::kNetworkMode].number), "open");
  EXPECT_EQ(ChoiceWord(KeyOf(Id::kTmp), merged[Id::kTmp].number), "shared");
  EXPECT_EQ(ChoiceWord(KeyOf(Id::kPreset), merged[Id::kPreset].number), "pi");
  EXPECT_EQ(merged[Id::kIncludeGitRoot].number, 1u);
  EXPECT_FALSE(merged[Id::kLimitMemory].has_number);
  EXPECT_EQ(merged[Id::kReviewTimeout].number, 90'000u);
}

// One key, the layers that say something about it, and what comes out of it.
struct Row {
  const char* item;
  Id key;
  std::vector<std::pair<LayerKind, const char*>> said;  // weakest first; documents
  bool trusted;
  std::string value;
};

class MergeTable : public ::testing::TestWithParam<Row> {};

TEST_P(MergeTable, Gives) {
  const Row& row = GetParam();
  std::vector<Layer> layers;
  for (const auto& [kind, text] : row.said) {
    auto layer = ParseDocument(kind, text, "/f", "/p");
    ASSERT_TRUE(layer) << layer.error().Sentence();
    layer->trusted = kind != LayerKind::kProject || row.trusted;
    layers.push_back(*std::move(layer));
  }
  const Key& key = KeyOf(row.key);
  const MergedValue value = MergeKey(key, layers);
  std::string text;
  if (key.type == Type::kChoice) {
    text = ChoiceWord(key, value.number);
  } else if (IsList(key.type) || key.type == Type::kText) {
    for (const MergedEntry& entry : value.entries)
      text += (text.empty() ? "" : " ") + entry.text;
  } else {
    text = std::to_string(value.number);
  }
  EXPECT_EQ(text, row.value) << row.item;
}

constexpr LayerKind kUser = LayerKind::kUser;
constexpr LayerKind kProject = LayerKind::kProject;
constexpr LayerKind kOrg = LayerKind::kOrganisation;
constexpr LayerKind kOptions = LayerKind::kCommandLine;
constexpr char kDanger[] = R"({"mode": "danger-full-access"})";
constexpr char kReadOnly[] = R"({"mode": "read-only"})";
constexpr char kAsk[] = R"({"network": {"hostCommands": {"mode": "ask"}}})";

INSTANTIATE_TEST_SUITE_P(
    Items, MergeTable,
    ::testing::Values(
        Row{"Y-106 a later layer wins",
            Id::kMode,
            {{kUser, kReadOnly}, {kProject, kDanger}},
            true,
            "danger-full-access"},
        Row{"Y-106 the command line is above files",
            Id::kMode,
            {{kUser, kReadOnly}, {kOptions, R"({"mode": "workspace-write"})"}},
            true,
            "workspace-write"},
        Row{"4.14 an untrusted project does not widen the mode",
            Id::kMode,
            {{kProject, kDanger}},
            false,
            "workspace-write"},
        Row{"B.3 an untrusted project may narrow the mode",
            Id::kMode,
            {{kProject, kReadOnly}},
            false,
            "read-only"},
        Row{"Y-107 Y-108 an untrusted project has no say in approval",
            Id::kApproval,
            {{kUser, R"({"approval": ["human"]})"}, {kProject, R"({"approval": ["allow-all"]})"}},
            false,
            "human"},
        Row{"Y-107 a trusted one has",
            Id::kApproval,
            {{kUser, R"({"approval": ["human"]})"}, {kProject, R"({"approval": ["allow-all"]})"}},
            true,
            "allow-all"},
        Row{"Y-107 nor in the reviewer",
            Id::kReviewTimeout,
            {{kProject, R"({"autoReview": {"timeout": "1s"}})"}},
            false,
            "90000"},
        Row{"Y-110 4.14 a project names no runner, trusted or not",
            Id::kRunnerCommand,
            {{kProject, R"({"runnerCommand": ["/tmp/x"]})"}},
            true,
            ""},
        Row{"Y-113 Y-21 the git root is opened unless a layer says no",
            Id::kIncludeGitRoot,
            {{kProject, R"({"filesystem": {"includeGitRoot": false}})"}},
            false,
            "0"},
        Row{"Y-113 default", Id::kIncludeGitRoot, {}, true, "1"},
        Row{"denied patterns hold for later names unless somebody says otherwise",
            Id::kPatterns,
            {},
            true,
            "all"},
        Row{"the user may let them hold for what is there",
            Id::kPatterns,
            {{kUser, R"({"filesystem": {"patterns": "existing"}})"}},
            true,
            "existing"},
        Row{"an untrusted project may not",
            Id::kPatterns,
            {{kProject, R"({"filesystem": {"patterns": "existing"}})"}},
            false,
            "all"},
        Row{"and asks for more than the user does",
            Id::kPatterns,
            {{kUser, R"({"filesystem": {"patterns": "existing"}})"},
             {kProject, R"({"filesystem": {"patterns": "all"}})"}},
            false,
            "all"},
        Row{"the organisation has the last word",
            Id::kPatterns,
            {{kUser, R"({"filesystem": {"patterns": "existing"}})"},
             {LayerKind::kOrganisation, R"({"filesystem": {"patterns": "all"}})"}},
            true,
            "all"},
        Row{"E-60 E-103 lists are unions",
            Id::kAllowedDomains,
            {{kUser, R"({"network": {"allowedDomains": ["a.x"]}})"},
             {kProject, R"({"network": {"allowedDomains": ["b.x"]}})"}},
            true,
            "a.x b.x"},
        Row{"E-75 an untrusted project adds none",
            Id::kAllowedDomains,
            {{kUser, R"({"network": {"allowedDomains": ["a.x"]}})"},
             {kProject, R"({"network": {"allowedDomains": ["b.x"]}})"}},
            false,
            "a.x"},
        Row{"E-74 E-105 strict is an or",
            Id::kStrictAllowlist,
            {{kUser, R"({"network": {"strictAllowlist": true}})"},
             {kProject, R"({"network": {"strictAllowlist": false}})"}},
            true,
            "1"},
        Row{"E-68 not strict by default", Id::kStrictAllowlist, {}, true, "0"},
        Row{"E-84 host commands are off", Id::kHostCommandsMode, {}, true, "off"},
        Row{"Y-114 a model reviews unless somebody says otherwise",
            Id::kApproval,
            {},
            true,
            "auto-review"},
        Row{"Y-115 it is the model of the host", Id::kReviewModel, {}, true, "CURRENT"},
        Row{"Y-115 and thinks as long", Id::kReviewThinking, {}, true, "CURRENT"},
        Row{"Y-116 for ninety seconds", Id::kReviewTimeout, {}, true, "90000"},
        Row{"Y-43 Y-44 E-72 whoever asks is confined and nobody takes one away",
            Id::kCoverageOrigins,
            {{kUser, R"({"coverage": {"origins": ["agent"]}})"}},
            true,
            "user agent agent"},
        Row{"E-83 the user may switch host commands on",
            Id::kHostCommandsMode,
            {{kUser, kAsk}},
            true,
            "ask"},
        Row{"E-83 E-103 prefixes are a union",
            Id::kHostCommandsPrefixes,
            {{kUser, R"({"network": {"hostCommands": {"prefixes": ["docker ps"]}}})"},
             {kProject, R"({"network": {"hostCommands": {"prefixes": ["tmux ls"]}}})"}},
            true,
            "docker ps tmux ls"},
        Row{"E-83 of an untrusted project there are none",
            Id::kHostCommandsPrefixes,
            {{kProject, R"({"network": {"hostCommands": {"prefixes": ["sh"]}}})"}},
            false,
            ""},
        Row{"E-104 a trusted project overrides a scalar",
            Id::kHostCommandsMode,
            {{kUser, R"({"network": {"hostCommands": {"mode": "off"}}})"}, {kProject, kAsk}},
            true,
            "ask"},
        Row{"E-104 to the narrower as well",
            Id::kHostCommandsRetry,
            {{kUser, R"({"network": {"hostCommands": {"retryOnSocketError": true}}})"},
             {kProject, R"({"network": {"hostCommands": {"retryOnSocketError": false}}})"}},
            false,
            "0"},
        Row{"E-95 E-97 reads are added to those of the preset",
            Id::kAllowRead,
            {{LayerKind::kPreset, R"({"filesystem": {"allowRead": ["$WORKSPACE"]}})"},
             {kUser, R"({"filesystem": {"allowRead": ["/opt/tool"]}})"}},
            true,
            "$WORKSPACE /opt/tool"},
        Row{"E-102 E-103 a trusted project adds to them",
            Id::kAllowRead,
            {{kUser, R"({"filesystem": {"allowRead": ["/a"]}})"},
             {kProject, R"({"filesystem": {"allowRead": ["/b"]}})"}},
            true,
            "/a /b"},
        Row{"F-46 a project that is not trusted allows no command",
            Id::kCommandsAllow,
            {{kProject, R"({"commands": {"allow": ["rm"]}})"}},
            false,
            ""},
        Row{"F-46 and may block one",
            Id::kCommandsBlock,
            {{kUser, R"({"commands": {"block": ["dd"]}})"},
             {kProject, R"({"commands": {"block": ["rm"]}})"}},
            false,
            "dd rm"},
        Row{"B.1 34 an untrusted project does not switch them on",
            Id::kHostCommandsMode,
            {{kProject, R"({"network": {"hostCommands": {"mode": "ask"}}})"}},
            false,
            "off"},
        Row{"F-30 denials are unions, an organisation's too",
            Id::kDenyWrite,
            {{kUser, R"({"filesystem": {"denyWrite": ["/u"]}})"},
             {kProject, R"({"filesystem": {"denyWrite": ["/p"]}})"},
             {kOrg, R"({"filesystem": {"denyWrite": ["/o"]}})"}},
            false,
            "/u /p /o"},
        Row{"F-44 a scalar of the organisation is locked",
            Id::kRunner,
            {{kUser, R"({"runner": "landlock"})"}, {kOrg, R"({"runner": "bwrap"})"}},
            true,
            "bwrap"},
        Row{"B.3 the organisation caps the mode",
            Id::kMode,
            {{kOptions, kDanger}, {kOrg, kReadOnly}},
            true,
            "read-only"},
        Row{"B.3 a ceiling does not widen",
            Id::kMode,
            {{kUser, kReadOnly}, {kOrg, kDanger}},
            true,
            "read-only"},
        Row{"a limit of the organisation is the most there is",
            Id::kLimitMemory,
            {{kOptions, R"({"limits": {"memory": 9}})"}, {kOrg, R"({"limits": {"memory": 5}})"}},
            true,
            "5"},
        Row{"an untrusted project sets no variables",
            Id::kEnvSet,
            {{kUser, R"({"env": {"set": {"A": "1"}}})"},
             {kProject, R"({"env": {"set": {"A": "2", "LD_PRELOAD": "x"}}})"}},
            false,
            "A=1"},
        Row{"variables are set one by one",
            Id::kEnvSet,
            {{kUser, R"({"env": {"set": {"A": "1", "B": "1"}}})"},
             {kProject, R"({"env": {"set": {"A": "2"}}})"}},
            true,
            "B=1 A=2"}),
    [](const ::testing::TestParamInfo<Row>& row) {
      std::string name;
      for (const char* c = row.param.item; *c != 0; ++c)
        name += std::isalnum(static_cast<unsigned char>(*c)) != 0 ? *c : '_';
      return name;
    });

}  // namespace
}  // namespace sbx::config
