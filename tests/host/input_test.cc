// SPDX-License-Identifier: MIT
//
// What a host gives: wrong values are refused with a sentence, and nothing comes
// from its environment unasked.
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <utility>
#include <vector>

#include "tests/host/workspace.hpp"

namespace sbx::host {
namespace {

std::string WhyNoEngine(const EngineOptions& options) {
  auto engine = Engine::Make(options);
  return engine ? "" : engine.error().Sentence();
}

TEST_F(Workspace, NeedsAnInstallation) {
  EngineOptions options = Options();
  options.prefix.clear();
  EXPECT_NE(WhyNoEngine(options).find("prefix"), std::string::npos);
  options.prefix = "relative";
  EXPECT_NE(WhyNoEngine(options).find("absolute"), std::string::npos);
  options.prefix = workspace_;
  EXPECT_NE(WhyNoEngine(options).find("sbx-init"), std::string::npos);
}

TEST_F(Workspace, RefusesWhatNoLaunchMayHave) {
  const auto why = [&](const Launch& launch) {
    auto run = engine_->Start(*policy_, launch);
    return run ? std::string("started") : run.error().Sentence();
  };
  EXPECT_NE(why({}).find("run nothing"), std::string::npos);
  Launch launch = Shell("true");
  launch.context.origin = "root";
  EXPECT_NE(why(launch).find("origin"), std::string::npos);
  launch = Shell("true");
  launch.in = Stream::kCapture;
  EXPECT_NE(why(launch).find("stream"), std::string::npos);
  launch = Shell("true");
  launch.changes = {"NOTHING"};
  EXPECT_NE(why(launch).find("NAME=VALUE"), std::string::npos);
  launch = Shell("true");
  launch.runner = "nonsense";
  EXPECT_NE(why(launch).find("nonsense"), std::string::npos);
}

TEST_F(Workspace, TakesNoPluginsFromTheWorkspace) {
  EngineOptions options = Options();
  const std::string folder = std::filesystem::canonical("/usr/lib").string();
  options.plugin_folders = {folder};
  auto engine = Engine::Make(options);
  ASSERT_TRUE(engine) << engine.error().Sentence();
  Policy wanted = Wanted();
  wanted.mode = Mode::kReadOnly;
  wanted.base = wanted.workspace = folder;
  auto policy = (*engine)->Resolve(wanted);
  ASSERT_TRUE(policy) << policy.error().Sentence();
  auto run = (*engine)->Start(*policy, Shell("true"));
  ASSERT_FALSE(run);
  EXPECT_NE(run.error().Sentence().find(folder), std::string::npos);
  EXPECT_FALSE((*engine)->StatusOf(*policy));
}

// What others may write, and what is said to be the commands' own.
TEST_F(Workspace, TakesNoPluginsFromWhereOthersWrite) {
  EngineOptions options = Options();
  options.plugin_folders = {"/tmp"};
  EXPECT_NE(WhyNoEngine(options).find("trust the plugin folder '/tmp'"), std::string::npos);
  options.plugin_folders = {"/usr/lib/../lib"};
  options.untrusted_folders = {"/usr"};
  EXPECT_NE(WhyNoEngine(options).find("which the command may change"), std::string::npos);
}

TEST_F(Workspace, RefusesEntriesOfTheEnvironmentWithoutAValue) {
  EngineOptions options = Options();
  options.environment = {"NOEQ"};
  EXPECT_NE(WhyNoEngine(options).find("environment 'NOEQ'"), std::string::npos)
      << WhyNoEngine(options);
  Launch launch = Shell("true");
  launch.environment = {"PATH=/bin", "BAD"};
  auto run = engine_->Start(*policy_, launch);
  ASSERT_FALSE(run);
  EXPECT_NE(run.error().Sentence().find("environment 'BAD'"), std::string::npos)
      << run.error().Sentence();
}

// A setting is never passed over, nor a runner that was told something.
TEST_F(Workspace, RefusesSettingsThatNoRunnerTakes) {
  const std::vector<std::pair<const char*, std::vector<std::pair<std::string, std::string>>>>
      wrong = {{"bwrap", {{"nokey", "1"}}},
               {"bwrap", {{"program", "/usr/bin/no-such-bwrap"}}},
               {"landlock", {{"nokey", "1"}}},
               {"nobody", {{"key", "1"}}}};
  for (const auto& [id, settings] : wrong) {
    EngineOptions options = Options();
    options.settings[id] = settings;
    auto engine = Engine::Make(options);
    ASSERT_TRUE(engine) << engine.error().Sentence();
    auto run = (*engine)->Start(*policy_, Shell("true"));
    ASSERT_FALSE(run) << id << " " << settings.front().first;
    const std::string sentence = run.error().Sentence();
    const bool names = sentence.find(id) != std::string::npos ||
                       sentence.find(settings.front().second) != std::string::npos;
    EXPECT_TRUE(names) << sentence;
    EXPECT_FALSE((*engine)->StatusOf(*policy_));
    EXPECT_FALSE((*engine)->MakeFence(*policy_));
  }
}

TEST_F(Workspace, TellsOfAStrongerRunnerThatWasPassedOver) {
  EngineOptions options = Options();
  const auto told = [&] {
    std::vector<std::string> notices;
    auto engine = Engine::Make(options);
    if (!engine)
      return std::vector{engine.error().Sentence()};
    Handlers handlers;
    handlers.notice = [&](const std::string& sentence) { notices.push_back(sentence); };
    auto run = (*engine)->Start(*policy_, Shell("true"), handlers);
    if (!run)
      return std::vector{run.error().Sentence()};
    (*run)->Wait();
    return notices;
  };
  options.order = {"landlock"};
  for (const std::string& sentence : told())
    EXPECT_EQ(sentence.find("would not do"), std::string::npos) << sentence;
  options.order = {"stronger", "landlock"};
  const std::vector<std::string> notices = told();
  ASSERT_FALSE(notices.empty());
  EXPECT_NE(notices.front().find("landlock is used, which leaves "), std::string::npos)
      << notices.front();
  EXPECT_NE(notices.front().find("because stronger would not do: "), std::string::npos);
}

// An enumeration of C++ may hold any number as well.
TEST_F(Workspace, RefusesValuesThatAreNoneOfTheirEnumeration) {
  const std::vector<std::pair<const char*, std::function<void(Policy&)>>> wrong = {
      {"mode", [](Policy& policy) { policy.mode = Mode{99}; }},
      {"tmp", [](Policy& policy) { policy.tmp = Tmp{99}; }},
      {"network", [](Policy& policy) { policy.network = Network{2}; }},
      {"network", [](Policy& policy) { policy.network = Network{99}; }},
      {"unix_sockets", [](Policy& policy) { policy.unix_sockets = UnixSockets{3}; }},
      {"read_default", [](Policy& policy) { policy.read_default = Effect{2}; }},
      {"patterns", [](Policy& policy) { policy.patterns = Patterns{2}; }},
      {"protect: git-hooks", [](Policy& policy) { policy.protect["git-hooks"] = Protection{9}; }},
      {"access in the rule for x",
       [](Policy& policy) {
         policy.rules = {{Access{9}, Effect::kAllow, "x", "host"}};
       }},
      {"access in the rule for x",
       [](Policy& policy) {
         policy.rules = {{Access{0}, Effect::kDeny, "x", "host"}};
       }},
      {"effect in the rule for x", [](Policy& policy) {
         policy.rules = {{Access::kWrite, Effect{2}, "x", "host"}};
       }}};
  for (const auto& [field, change] : wrong) {
    Policy wanted = Wanted();
    change(wanted);
    auto policy = engine_->Resolve(wanted);
    ASSERT_FALSE(policy) << field;
    EXPECT_EQ(policy.error().status, SBX_E_INVALID);
    EXPECT_NE(policy.error().Sentence().find("use a value of " + std::string(field) + " '"),
              std::string::npos)
        << policy.error().Sentence();
  }
  for (const Access access : {Access{0}, Access{9}})
    EXPECT_FALSE(Check(*policy_, access, workspace_));
}

TEST_F(Workspace, ReadsTheEnvironmentOnlyWhenAsked) {
  setenv("SBX_TEST_SECRET", "from-the-host", 1);  // NOLINT(concurrency-mt-unsafe)
  setenv("SBX_PLUGIN_PATH", folder_.c_str(), 1);  // NOLINT(concurrency-mt-unsafe)
  const auto seen = [&](const EngineOptions& options, std::optional<std::vector<std::string>> env) {
    auto engine = Engine::Make(options);
    if (!engine)
      return engine.error().Sentence();
    Launch launch = Shell("echo ${SBX_TEST_SECRET-unset} ${OTHER-unset}");
    launch.environment = std::move(env);
    launch.changes = {"OTHER=changed"};
    auto run = (*engine)->Start(*policy_, launch);
    return run ? (*run)->Wait().out.head : run.error().Sentence();
  };
  EXPECT_EQ(seen(Options(), {}), "unset changed\n");
  EngineOptions asked;
  asked.inherit_environment = true;
  EXPECT_EQ(seen(asked, {}), "from-the-host changed\n");
  EXPECT_EQ(seen(asked, std::vector<std::string>{"PATH=/usr/bin:/bin"}), "unset changed\n");
  unsetenv("SBX_TEST_SECRET");  // NOLINT(concurrency-mt-unsafe)
  unsetenv("SBX_PLUGIN_PATH");  // NOLINT(concurrency-mt-unsafe)
}

TEST_F(Workspace, ChecksByTheRuleThatDecides) {
  Policy wanted = Wanted();
  std::filesystem::create_directory(workspace_ + "/kept");
  wanted.rules = {{Access::kWrite, Effect::kDeny, "kept", "rules.json:3"}};
  auto policy = engine_->Resolve(wanted);
  ASSERT_TRUE(policy) << policy.error().Sentence();
  auto judged = Check(*policy, Access::kWrite, "kept/file");
  ASSERT_TRUE(judged);
  EXPECT_FALSE(judged->allowed);
  EXPECT_NE(judged->rule.find("rules.json:3"), std::string::npos) << judged->rule;
  EXPECT_EQ(judged->path, workspace_ + "/kept/file");
  EXPECT_TRUE(Check(*policy, Access::kWrite, "file")->allowed);
  EXPECT_TRUE(Check(*policy, Access::kRead, "kept/file")->allowed);
  EXPECT_EQ(policy->workspace(), workspace_);
  EXPECT_EQ(policy->writable_roots(), std::vector<std::string>{workspace_});
}

}  // namespace
}  // namespace sbx::host
