// SPDX-License-Identifier: MIT
//
// What a config source says is taken whole, with its places, or not at all.
#include "core/config_source/source.hpp"

#include <thread>

#include <gmock/gmock.h>

#include "core/config_source/base64.hpp"
#include "sbx/plugin/export_config_source.hpp"
#include "tests/unit/review/program_folder.hpp"

namespace sbx {
namespace {

using std::chrono::milliseconds;
using ::testing::HasSubstr;

// Does what the variable WHAT says.
class Puppet final : public plugin::ConfigSource {
 public:
  Result<void> Read(const sbx_config_context& context, plugin::ConfigSink& sink) override {
    const std::string what(plugin::Variable(context, "WHAT").value_or("nothing"));
    const std::string home(View(context.home));
    const std::string file = home + "/.rc";
    sink.Consulted(file);
    sink.Consulted(file);
    sink.Consulted(std::string(View(plugin::Folders(context)[0])) + "/rc");
    sink.Layer(SBX_LAYER_USER, file, "{}");
    sink.Value(SBX_LAYER_PROJECT, "filesystem.denyWrite", R"(["a", "b"])", {file, 3, 4});
    sink.Cannot("tmux", "sessions of tmux are not kept apart", {"$TMUX"});
    if (what == "kind")
      sink.Value(9, "mode", "1", {file});
    if (what == "key")
      sink.Value(SBX_LAYER_USER, "filesystem..x", "1", {file});
    if (what == "json")
      sink.Value(SBX_LAYER_USER, "mode", "{\"a\":1,\"a\":2}", {file, 7});
    if (what == "again")
      sink.Value(SBX_LAYER_PROJECT, "filesystem.denyWrite", "[]", {file});
    if (what == "file-again")
      sink.Layer(SBX_LAYER_PROJECT, file, "{}");
    if (what == "relative")
      sink.Consulted("rc");
    if (what == "nul")
      sink.Consulted(std::string_view("/a\0b", 4));
    if (what == "sentence")
      sink.Cannot("x", "\xff", {file});
    if (what == "error") {
      sink.Error("a brace is missing", {file, 2, 9});
      sink.Error("and more", {file});
    }
    if (what == "many") {
      for (int i = 0; i < 5000; ++i)
        sink.Consulted("/" + std::to_string(i));
    }
    if (what == "large")
      sink.Layer(SBX_LAYER_USER, "/large", std::string((1 << 20) + 1, 'x'));
    if (what == "much") {
      for (int i = 0; i < 9; ++i)
        sink.Layer(SBX_LAYER_USER, "/" + std::to_string(i), std::string(1 << 20, 'x'));
    }
    if (what == "fails")
      return Fail(SBX_E_OS, "read", file, {}, EACCES);
    if (what == "throws")
      throw std::runtime_error("no idea");
    if (what == "late")
      std::this_thread::sleep_for(milliseconds(400));
    return {};
  }
};
SBX_CONFIG_SOURCE_PLUGIN_NAMED(puppet_entry, Puppet, "puppet", "1");

std::shared_ptr<ConfigSource> Linked() {
  Registry registry({}, {});
  registry.AddStatic(puppet_entry, SBX_CONFIG_SOURCE_INTERFACE);
  return *ConfigSource::Create(*registry.Load("puppet", SBX_CONFIG_SOURCE_INTERFACE), {}, "/");
}

ConfigContext Context(const std::string& what) {
  ConfigContext context;
  context.home = "/home/x";
  context.folders = {"/home/x/.config/sbx"};
  context.workspace = "/w";
  context.managed = "/etc/sbx";
  context.env = {"WHATEVER=1", "WHAT=" + what};
  context.deadline = milliseconds(20000);
  return context;
}

CollectedConfig Expected(const std::string& id) {
  CollectedConfig config;
  config.source = id;
  config.consulted = {"/home/x/.rc", "/home/x/.config/sbx/rc"};
  config.files = {{LayerKind::kUser, "/home/x/.rc", "{}"}};
  config.values = {
      {LayerKind::kProject, "filesystem.denyWrite", R"(["a", "b"])", {"/home/x/.rc", 3, 4}}};
  config.gaps = {{"tmux", "sessions of tmux are not kept apart", {"$TMUX", 0, 0}}};
  return config;
}

TEST(LinkedIn, IsTakenWhole) {
  const auto config = Linked()->Read(Context("nothing"));
  ASSERT_TRUE(config) << config.error().Sentence();
  EXPECT_EQ(*config, Expected("puppet"));
}

TEST(Environment, IsNotShownToWhomItCouldMislead) {
  ConfigContext context = Context("error");
  EXPECT_FALSE(Linked()->Read(context));
  context.elevated = true;
  EXPECT_TRUE(Linked()->Read(context));
}

struct Case {
  const char* what;
  const char* sentence;
};
class Library : public ::testing::TestWithParam<Case> {};

TEST_P(Library, FailsAsAWhole) {
  const auto config = Linked()->Read(Context(GetParam().what));
  ASSERT_FALSE(config);
  EXPECT_THAT(config.error().Sentence(), HasSubstr(GetParam().sentence));
}

INSTANTIATE_TEST_SUITE_P(
    All, Library,
    ::testing::Values(
        Case{"kind", "the unknown layer 9"}, Case{"key", "'filesystem..x', which is no dotted"},
        Case{"json", "its value of mode (/home/x/.rc:7) is no JSON: line 1: the key 'a' appears"},
        Case{"again", "it sets filesystem.denyWrite of /home/x/.rc twice"},
        Case{"file-again", "it hands over /home/x/.rc twice"},
        Case{"relative", "'rc', which is no absolute path"},
        Case{"nul", "which is no absolute path"}, Case{"sentence", "no sentence"},
        Case{"error", "cannot use the configuration '/home/x/.rc:2:9'; a brace is missing"},
        Case{"many", "more than 4096 things"}, Case{"large", "more than can be taken"},
        Case{"much", "more than can be taken"},
        Case{"fails", "cannot read '/home/x/.rc': Permission denied"},
        Case{"throws", "cannot read the configuration; no idea"}),
    [](const auto& one) {
      std::string name = one.param.what;
      std::ranges::replace(name, '-', '_');
      return name;
    });

TEST(Late, IsLeftBehindAndNotAskedAgain) {
  const auto source = Linked();
  ConfigContext context = Context("late");
  context.deadline = milliseconds(30);
  EXPECT_THAT(source->Read(context).error().Sentence(), HasSubstr("not ended after 30 ms"));
  EXPECT_THAT(source->Read(Context("nothing")).error().Sentence(),
              HasSubstr("an earlier read has not come back"));
}

struct Reply {
  const char* name;
  const char* script;
  const char* sentence;  // null: taken
};
class Program : public ::testing::TestWithParam<Reply> {};

constexpr char kGood[] = R"(cat <<'END'
{"items": [
 {"type": "consulted", "file": "/home/x/.rc"},
 {"type": "consulted", "file": "/home/x/.config/sbx/rc"},
 {"type": "layer", "layer": "user", "file": "/home/x/.rc", "bytes": {"base64": "e30="}},
 {"type": "value", "layer": "project", "key": "filesystem.denyWrite", "json": "[\"a\", \"b\"]",
  "file": "/home/x/.rc", "line": 3, "column": 4},
 {"type": "cannot", "key": "tmux", "sentence": "sessions of tmux are not kept apart", "file": "$TMUX"}
]}
END
)";

TEST_P(Program, IsTakenWholeOrNotAtAll) {
  const ProgramFolder folder;
  const auto plugin = folder.Add("p", "sbx.config-source/1", GetParam().script);
  ASSERT_TRUE(plugin) << plugin.error().Sentence();
  ConfigContext context = Context("x");
  if (GetParam().name == std::string("late"))
    context.deadline = milliseconds(300);
  const auto config = (*ConfigSource::Create(*plugin, {{"k", "v"}}, "/"))->Read(context);
  if (GetParam().sentence == nullptr) {
    ASSERT_TRUE(config) << config.error().Sentence();
    EXPECT_EQ(*config, Expected("p"));
    return;
  }
  ASSERT_FALSE(config);
  EXPECT_THAT(config.error().Sentence(), HasSubstr(GetParam().sentence));
}

INSTANTIATE_TEST_SUITE_P(
    All, Program,
    ::testing::Values(
        Reply{"good", kGood, nullptr}, Reply{"nothing", "exit 0", "its reply is no JSON document"},
        Reply{"list", "echo '[]'", "not an object with the list 'items'"},
        Reply{"more", R"(echo '{"items":[],"x":1}')", "and nothing more"},
        Reply{"item", R"(echo '{"items":[1]}')", "is not an object"},
        Reply{"type", R"(echo '{"items":[{"type":"other"}]}')", "no type that is known"},
        Reply{"no_type", R"(echo '{"items":[{}]}')", "no type that is known"},
        Reply{"unknown_key", R"(echo '{"items":[{"type":"consulted","file":"/x","line":1}]}')",
              "key 'line' of its consulted is unknown"},
        Reply{"missing", R"(echo '{"items":[{"type":"cannot","key":"x","file":"/x"}]}')",
              "its cannot has no key 'sentence'"},
        Reply{"line", R"(echo '{"items":[{"type":"error","sentence":"x","file":"/x","line":0}]}')",
              "must be a whole number from 1 on"},
        Reply{"kind",
              R"(echo '{"items":[{"type":"layer","layer":"root","file":"/x","bytes":""}]}')",
              "must be user, project or organisation"},
        Reply{"bytes", R"(echo '{"items":[{"type":"consulted","file":{"base64":"e30"}}]}')",
              "must be a string, or an object with base64"},
        Reply{"error", R"(echo '{"items":[{"type":"error","sentence":"bad","file":"/x"}]}')",
              "cannot use the configuration '/x'; bad"},
        Reply{"status", "echo '{\"items\":[]}'; echo why >&2; exit 2",
              "it ended with status 2: why"},
        Reply{"late", "sleep 50", "it had not ended after 300 ms"},
        Reply{"flood", "cat /dev/zero", "it printed more than"}),
    [](const auto& one) { return std::string(one.param.name); });

TEST(Document, IsWhatAProgramReads) {
  const ProgramFolder folder;
  // Hands its question back, as the bytes of a layer.
  const auto plugin = folder.Add("p", "sbx.config-source/1", R"(
printf '{"items":[{"type":"layer","layer":"user","file":"/x","bytes":{"base64":"'
base64 -w0
printf '"}}]}')");
  ConfigContext context = Context("\xff");
  const auto source = *ConfigSource::Create(*plugin, {{"k", "v"}}, "/");
  EXPECT_EQ((*source->Read(context)).files[0].bytes,
            R"({"interface":"sbx.config-source/1","settings":[{"key":"k","value":"v"}],)"
            R"("deadlineMs":20000,"elevated":false,"home":"/home/x",)"
            R"("folders":["/home/x/.config/sbx"],"workspace":"/w","managed":"/etc/sbx",)"
            R"("environment":["WHATEVER=1",{"base64":"V0hBVD3/"}]})"
            "\n");
}

TEST(Base64, IsStrict) {
  EXPECT_EQ(FromBase64("e30="), "{}");
  EXPECT_EQ(FromBase64(""), "");
  EXPECT_EQ(FromBase64("/+8A"), std::string("\xff\xef\0", 3));
  for (const char* bad : {"e30", "e3 =", "e31=", "====", "e=0=", "e30=e30="})
    EXPECT_FALSE(FromBase64(bad)) << bad;
}

}  // namespace
}  // namespace sbx
