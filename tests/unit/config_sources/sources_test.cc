// SPDX-License-Identifier: MIT
//
// When sources are asked, about which files, and whose those are.
#include "tests/unit/config_sources/source_table.hpp"

namespace sbx::config {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

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
