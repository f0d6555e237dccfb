// SPDX-License-Identifier: MIT
#include "core/config/layers.hpp"

#include "core/config/document.hpp"
#include "core/config/session.hpp"
#include "core/config/trust.hpp"
#include "core/platform/config_files.hpp"
#include "tests/unit/config/places.hpp"

namespace sbx::config {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::vector<std::string> StatesOf(const Loaded& loaded) {
  std::vector<std::string> states;
  for (const FileSeen& file : loaded.files)
    states.push_back(file.state);
  return states;
}

class Layers : public InPlaces {};

TEST_F(Layers, Y105_NothingIsThereAndNothingIsMade) {
  const auto loaded = LoadAll();
  ASSERT_TRUE(loaded) << loaded.error().Sentence();
  EXPECT_THAT(loaded->files, IsEmpty());
  EXPECT_THAT(loaded->notices, IsEmpty());
  EXPECT_EQ(loaded->preset, "pi");
  EXPECT_EQ(loaded->preset_source, "default");
  EXPECT_TRUE(std::filesystem::is_empty(At("home")));
  EXPECT_TRUE(std::filesystem::is_empty(At("state")));
  EXPECT_TRUE(std::filesystem::is_empty(At("repo/ws")));
}

TEST_F(Layers, StandInTheOrderOfStrength) {
  PutUser("{}");
  PutProject("{}");
  places_.files = {Put("named.json", "{}")};
  if (IsRoot())
    PutManaged("{}");
  Layer options;
  options.kind = LayerKind::kCommandLine;
  Layer source;  // a config source's
  source.kind = LayerKind::kUser;
  source.name = "source";
  const auto loaded = LoadAll({options, source});
  ASSERT_TRUE(loaded) << loaded.error().Sentence();
  std::vector<LayerKind> kinds;
  for (const Layer& layer : loaded->layers)
    kinds.push_back(layer.kind);
  std::vector<LayerKind> expected = {LayerKind::kPreset, LayerKind::kUser,
                                     LayerKind::kUser,   LayerKind::kProject,
                                     LayerKind::kFile,   LayerKind::kCommandLine};
  if (IsRoot())
    expected.push_back(LayerKind::kOrganisation);
  EXPECT_EQ(kinds, expected);
  EXPECT_EQ(loaded->layers[2].name, "source");
}

TEST_F(Layers, Y104_ProjectFilesAreFoundUpToTheRootOfTheRepository) {
  PutProject("{}");
  Put("repo/.sbx/config.json", "{}");
  Put(".sbx/config.json", "{}");
  const auto loaded = LoadAll();
  ASSERT_EQ(loaded->files.size(), 2u) << "not what lies above the repository";
  EXPECT_EQ(loaded->files[0].path, At("repo/.sbx/config.json")) << "outermost first";
  EXPECT_EQ(loaded->files[1].path, At("repo/ws/.sbx/config.json"));
}

TEST_F(Layers, Y104_WithoutARepositoryOnlyTheWorkspaceHasASay) {
  char folder[] = "/var/tmp/sbx-config-XXXXXX";
  ASSERT_NE(mkdtemp(folder), nullptr);
  const std::string outer(folder);
  for (const std::string& at : {outer, outer + "/ws"}) {
    std::filesystem::create_directories(at + "/.sbx");
    std::ofstream(at + "/.sbx/config.json") << "{}";
  }
  const auto found = config_files::FindProjectFiles(outer + "/ws", 100);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].folder, outer + "/ws");
  std::filesystem::remove_all(outer);
}

TEST_F(Layers, AProjectFileIsNotFollowedThroughLinks) {
  Put("elsewhere/config.json", R"({"mode": "read-only"})");
  std::filesystem::create_directory_symlink(At("elsewhere"), At("repo/ws/.sbx"));
  const auto loaded = LoadAll();
  ASSERT_TRUE(loaded);
  EXPECT_THAT(StatesOf(*loaded), ElementsAre("ignored"));
  EXPECT_THAT(loaded->notices, ElementsAre(HasSubstr("link")));
}

TEST_F(Layers, Y108_TrustIsForOneFolderWithOneContent) {
  const std::string text = R"({"filesystem": {"allowWrite": ["/opt"]}})";
  PutProject(text);
  EXPECT_THAT(StatesOf(*LoadAll()), ElementsAre("not trusted"));
  EXPECT_THAT(Make().policy.rules, IsEmpty());
  EXPECT_THAT(Make().notices, Contains(HasSubstr("filesystem.allowWrite; 'sbx trust'")));
  EXPECT_THAT(Make().ignored, ElementsAre(HasSubstr("config.json:1 filesystem.allowWrite")));

  auto store = TrustStore::Load(At("state"), {At("repo/ws")});
  ASSERT_TRUE(store) << store.error().Sentence();
  store->Add(*IdentityOf(At("repo/ws")), text, At("repo/ws"));
  ASSERT_TRUE(store->Save());
  EXPECT_THAT(StatesOf(*LoadAll()), ElementsAre("trusted"));
  ASSERT_EQ(Make().policy.rules.size(), 1u);
  EXPECT_EQ(Make().policy.rules[0].source, At("repo/ws/.sbx/config.json") + ":1 allowWrite");

  PutProject(text + " ");
  EXPECT_THAT(StatesOf(*LoadAll()), ElementsAre("changed since it was trusted"));
  EXPECT_THAT(Make().policy.rules, IsEmpty());

  std::filesystem::copy(At("repo/ws"), At("copy"), std::filesystem::copy_options::recursive);
  PutProject(text);
  std::filesystem::copy_file(At("repo/ws/.sbx/config.json"), At("copy/.sbx/config.json"),
                             std::filesystem::copy_options::overwrite_existing);
  places_.workspace = At("copy");
  EXPECT_THAT(StatesOf(*LoadAll()), ElementsAre("not trusted"))
      << "a copy elsewhere is another one";
  std::filesystem::rename(At("repo/ws"), At("moved"));
  places_.workspace = At("moved");
  EXPECT_THAT(StatesOf(*LoadAll()), ElementsAre("trusted")) << "the folder, not its name";
}

TEST_F(Layers, TheTrustStoreIsReadStrictly) {
  const std::string good =
      R"({"folder": "/x", "device": "1", "inode": "2", "sha256": ")" + std::string(64, 'a') + "\"}";
  PutProject("{}");
  Put("state/trust.json", "{\"trusted\": [" + good + "]}");
  EXPECT_EQ(Refusal(), "");
  for (const std::string& bad :
       {std::string("{"), std::string("[]"), std::string("{}"), std::string(R"({"trusted": 1})"),
        std::string(R"({"trusted": [], "x": 1})"), std::string(R"({"trusted": [{}]})"),
        "{\"trusted\": [" + good.substr(0, good.size() - 1) + ", \"x\": 1}]}",
        "{\"trusted\": [" + std::string(good).replace(good.find("\"1\""), 3, "\"-1\"") + "]}",
        "{\"trusted\": [" + std::string(good).replace(good.find("aaa"), 3, "AAA") + "]}"}) {
    Put("state/trust.json", bad);
    EXPECT_THAT(Refusal(), HasSubstr("trust store")) << bad;
  }
  Put("state/trust.json", "{\"trusted\": []}");
  chmod(At("state/trust.json").c_str(), 0666);
  EXPECT_THAT(Refusal(), HasSubstr("chmod go-w"));
  chmod(At("state/trust.json").c_str(), 0600);
  chmod(At("state").c_str(), 0777);
  EXPECT_THAT(Refusal(), HasSubstr("chmod go-w"));
  chmod(At("state").c_str(), 0755);
  // In the workspace, where a command could have written it.
  std::filesystem::rename(At("state"), At("repo/ws/state"));
  places_.state_home = At("repo/ws/state");
  EXPECT_THAT(Refusal(), HasSubstr("the command may change"));
}

TEST_F(Layers, CFG01_WhatIsNamedHasToBeThereAndGood) {
  struct {
    const char* text;
    const char* why;
  } const kCases[] = {{"", "ends before"}, {"{\"filesystem\":", "ends before"}, {"[]", "object"}};
  places_.files = {At("absent.json")};
  EXPECT_THAT(Refusal(), HasSubstr("No such file"));
  places_.files = {At("home")};
  EXPECT_THAT(Refusal(), HasSubstr("directory"));
  for (const auto& [text, why] : kCases) {
    places_.files = {Put("named.json", text)};
    EXPECT_THAT(Refusal(), HasSubstr(why)) << text;
    EXPECT_THAT(Refusal(), HasSubstr("named.json:1:")) << text;
  }
  if (!IsRoot()) {
    places_.files = {Put("named.json", "{}")};
    chmod(At("named.json").c_str(), 0);
    EXPECT_THAT(Refusal(), HasSubstr("Permission denied"));
  }
}

TEST_F(Layers, CFG01_AUserFileThatIsThereHasToBeGood) {
  PutUser("{\"mode\": \"read-onli\"}");
  EXPECT_THAT(Refusal(), HasSubstr("config.json:1:10"));
  PutUser("{}");
  EXPECT_EQ(Refusal(), "");
  chmod(At("home/config.json").c_str(), 0622);
  EXPECT_THAT(Refusal(), HasSubstr("written by others"));
  if (IsRoot()) {
    chmod(At("home/config.json").c_str(), 0644);
    ASSERT_EQ(chown(At("home/config.json").c_str(), 12345, 12345), 0);
    EXPECT_THAT(Refusal(), HasSubstr("belongs to user 12345"));
  } else {
    chmod(At("home/config.json").c_str(), 0);
    EXPECT_THAT(Refusal(), HasSubstr("Permission denied"));
  }
}

TEST_F(Layers, Y151_AProjectFileWithAnErrorIsIgnoredAloudAndLoosensNothing) {
  PutUser(R"({"mode": "read-only", "approval": ["human"]})");
  for (const char* bad : {"{", "", "{\"image\": 1}", "{\"mode\": 1}", "{\"runnerCommand\": []"}) {
    PutProject(bad);
    const Effective made = Make();
    EXPECT_EQ(made.policy.mode, Mode::kReadOnly) << bad;
    EXPECT_THAT(StatesOf(*LoadAll()), Contains("ignored")) << bad;
    EXPECT_THAT(LoadAll()->notices, ElementsAre(HasSubstr("the file is ignored"))) << bad;
  }
}

TEST_F(Layers, Y69_Y109_Y114_Y116_ABadValueLiftsNothing) {
  for (const char* bad :
       {R"({"mode": "anything"})", R"({"approval": "allow-all"})", R"({"approval": [1]})",
        R"({"autoReview": {"timeout": 0}})", R"({"autoReview": {"timeout": "-1s"}})",
        R"({"autoReview": {"thinkingLevel": "huge"}})"}) {
    PutUser(bad);
    EXPECT_THAT(Refusal(), HasSubstr("config.json:1:")) << bad;
    PutUser(R"({"mode": "read-only", "approval": ["human"]})");
    PutProject(bad);
    EXPECT_EQ(Make().policy.mode, Mode::kReadOnly) << bad;
    const auto loaded = LoadAll();
    EXPECT_EQ(Merge(loaded->layers)[Id::kApproval].entries[0].text, "human") << bad;
  }
}

TEST_F(Layers, Y103_TheUsersFileLiesInTheConfigHome) {
  const std::string path = Put("home/config.json", R"({"mode": "read-only"})");
  const Effective made = Make();
  EXPECT_EQ(made.policy.mode, Mode::kReadOnly);
  EXPECT_EQ(made.policy.mode_source, path + ":1");
  places_.config_home = At("elsewhere");
  EXPECT_EQ(Make().policy.mode, Mode::kWorkspaceWrite);
}

TEST_F(Layers, ManagedFilesAreRootsAlone) {
  EXPECT_EQ(Refusal(), "") << "none is none";
  PutManaged(R"({"mode": "read-only"})");
  if (!IsRoot()) {
    EXPECT_THAT(Refusal(), HasSubstr("has to belong to root"));
    return;
  }
  EXPECT_EQ(Make().policy.mode, Mode::kReadOnly);
  EXPECT_EQ(Make().policy.mode_source, At("managed/policy.json") + ":1");
  chmod(At("managed/policy.json").c_str(), 0664);
  EXPECT_THAT(Refusal(), HasSubstr("can be written by others than root"));
  chmod(At("managed/policy.json").c_str(), 0644);
  chmod(At("managed").c_str(), 0777);
  EXPECT_THAT(Refusal(), HasSubstr("can be written by others than root"));
  chmod(At("managed").c_str(), 0755);
  for (const char* bad : {"", "{", "{\"mod\": 1}", "{\"mode\": \"x\"}"}) {
    PutManaged(bad);
    EXPECT_THAT(Refusal(), HasSubstr("policy.json:1:")) << bad;
  }
  PutManaged("{}");
  ASSERT_EQ(chown(At("managed/policy.json").c_str(), 12345, 0), 0);
  EXPECT_THAT(Refusal(), HasSubstr("belongs to user 12345"));
  std::filesystem::remove(At("managed/policy.json"));
  std::filesystem::create_directory(At("managed/policy.json"));
  EXPECT_THAT(Refusal(), HasSubstr("not a regular file"));
  std::filesystem::remove(At("managed/policy.json"));
  std::filesystem::create_symlink("/dev/null", At("managed/policy.json"));
  EXPECT_NE(Refusal(), "");
  std::filesystem::remove_all(At("managed"));
  std::filesystem::create_directory_symlink(At("home"), At("managed"));
  PutUser("{}");
  std::filesystem::rename(At("home/config.json"), At("home/policy.json"));
  EXPECT_NE(Refusal(), "") << "a link on the way is not root's word";
}

TEST_F(Layers, SafeDefaultOnlyNarrows) {
  PutUser(R"({"onInvalid": "safe-default", "mode": "danger-full-access", "nonsense": 1})");
  Layer options;
  options.kind = LayerKind::kCommandLine;
  options.settings.push_back(*ParseWord(Id::kMode, "workspace-write", "--mode"));
  const Effective made = Make({options});
  EXPECT_EQ(made.policy.mode, Mode::kReadOnly) << "and nobody makes it wider";
  EXPECT_EQ(made.policy.network, Network::kNone);
  EXPECT_EQ(made.policy.unix_sockets, UnixSockets::kDeny);
  EXPECT_THAT(LoadAll()->notices, ElementsAre(HasSubstr("'nonsense' is not known")));
  if (IsRoot()) {
    PutManaged(R"({"onInvalid": "refuse"})");
    EXPECT_THAT(Refusal(), HasSubstr("'nonsense' is not known"));
  }
}

// Whatever is left of a file, the run is refused, or no wider than without it.
TEST_F(Layers, EveryFileTruncatedAtEveryByte) {
  const std::string text = R"({"onInvalid": "safe-default", "mode": "danger-full-access", // x
    "filesystem": {"allowWrite": ["/opt"]}, "network": {"mode": "open"}})";
  const std::string below = R"({"mode": "read-only", "network": {"mode": "none"}})";
  for (std::size_t size = 0; size < text.size(); ++size) {
    const std::string cut = text.substr(0, size);
    PutUser(cut);
    EXPECT_NE(Refusal(), "") << cut;
    PutUser(below);
    PutProject(cut);
    const Effective made = Make();
    EXPECT_EQ(made.policy.mode, Mode::kReadOnly) << cut;
    EXPECT_EQ(made.policy.network, Network::kNone) << cut;
    EXPECT_THAT(made.policy.rules, IsEmpty()) << cut;
    std::filesystem::remove_all(At("repo/ws/.sbx"));
    places_.files = {Put("named.json", cut)};
    EXPECT_NE(Refusal(), "") << cut;
    places_.files.clear();
    if (IsRoot()) {
      PutManaged(cut);
      EXPECT_NE(Refusal(), "") << cut;
      std::filesystem::remove(At("managed/policy.json"));
    }
  }
}

TEST_F(Layers, Y35_Y36_ASessionHasAModeOfItsOwn) {
  places_.session = "a b/../c";
  PutUser(R"({"mode": "workspace-write"})");
  ASSERT_TRUE(WriteSession(At("state"), places_.session, "read-only"));
  EXPECT_EQ(Make().policy.mode, Mode::kReadOnly) << "above files";
  EXPECT_EQ(Make().policy.mode_source, "session a b/../c");
  Layer options;
  options.kind = LayerKind::kCommandLine;
  options.settings.push_back(*ParseWord(Id::kMode, "workspace-write", "--mode"));
  EXPECT_EQ(Make({options}).policy.mode, Mode::kWorkspaceWrite) << "below the command line";
  places_.session = "another";
  EXPECT_EQ(Make().policy.mode, Mode::kWorkspaceWrite);
  places_.session = "a b/../c";
  ASSERT_TRUE(WriteSession(At("state"), places_.session, ""));
  EXPECT_EQ(Make().policy.mode, Mode::kWorkspaceWrite);
  EXPECT_TRUE(std::filesystem::is_empty(At("state/sessions")));
}

TEST_F(Layers, ADamagedSessionIsAnError) {
  places_.session = "s";
  ASSERT_TRUE(WriteSession(At("state"), "s", "danger-full-access"));
  std::filesystem::path file;
  for (const auto& entry : std::filesystem::directory_iterator(At("state/sessions")))
    file = entry.path();
  for (const char* bad : {"", "{}", R"({"session": "t", "mode": "read-only"})",
                          R"({"session": "s", "mode": "x"})", "[]"}) {
    std::ofstream(file, std::ios::trunc) << bad;
    EXPECT_NE(Refusal(), "") << bad;
  }
}

TEST_F(Layers, Y39_Y152_WritingNeverReplacesUnasked) {
  ASSERT_TRUE(config_files::Write(At("new/deep"), "f", "one", false, true));
  const auto again = config_files::Write(At("new/deep"), "f", "two", false, true);
  ASSERT_FALSE(again);
  EXPECT_EQ(again.error().os_error, EEXIST);
  EXPECT_EQ(*config_files::ReadNamed(At("new/deep/f"), 100), "one");
  ASSERT_TRUE(config_files::Write(At("new/deep"), "f", "two", true, true));
  EXPECT_EQ(*config_files::ReadNamed(At("new/deep/f"), 100), "two");
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(At("new/deep")), {}), 1)
      << "no draft is left";
}

}  // namespace
}  // namespace sbx::config
