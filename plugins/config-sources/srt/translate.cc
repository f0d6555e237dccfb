// SPDX-License-Identifier: MIT
#include "plugins/config-sources/srt/translate.hpp"

#include <algorithm>

#include "plugins/config-sources/common/domains.hpp"

namespace sbx::sources {
namespace {

constexpr std::string_view kFiles = "filesystem.";
constexpr std::string_view kNetwork = "network.";
constexpr std::string_view kCredentials = "credentials.";

constexpr std::string_view kFileKeys[] = {"disabled",   "denyRead",  "allowRead",
                                          "allowWrite", "denyWrite", "allowGitConfig"};
constexpr std::string_view kNetworkKeys[] = {
    "allowedDomains",   "deniedDomains",       "deniedDomainReasons", "strictAllowlist",
    "allowUnixSockets", "allowAllUnixSockets", "allowLocalBinding",   "allowMachLookup",
    "httpProxyPort",    "socksProxyPort",      "mitmProxy",           "tlsTerminate",
    "parentProxy"};
constexpr std::string_view kCredentialKeys[] = {"files", "envVars", "allowPlaintextInject",
                                                "awsPairs", "sigv4"};

// What is written at the top and says nothing about what may be done, or what only a
// weaker sandbox would need.
struct Unused {
  std::string_view key;
  std::string_view sentence;
};
constexpr char kOwnPrograms[] = "is not used: sbx finds its own programs";
constexpr char kNotWeaker[] = "loosens nothing: sbx confines as always";
constexpr Unused kUnused[] = {
    {"ignoreViolations", "is not used: sbx reports what it refuses by its own rules"},
    {"enableWeakerNestedSandbox", kNotWeaker},
    {"enableWeakerNetworkIsolation", kNotWeaker},
    {"allowAppleEvents", kNotWeaker},
    {"allowPty", kNotWeaker},
    {"ripgrep", kOwnPrograms},
    {"mandatoryDenySearchDepth", "is not used: what sbx protects has its own bounds"},
    {"seccomp", kOwnPrograms},
    {"bwrapPath", kOwnPrograms},
    {"socatPath", kOwnPrograms},
    {"javaAgentJarPath", kOwnPrograms},
    {"windows", "is about another system"},
    {"git", "is not used: the environment of a command is not changed for git"}};
constexpr Unused kUnusedNetwork[] = {
    {"deniedDomainReasons", "is not shown"},
    {"allowLocalBinding", "opens nothing: a port that a command binds is its own"},
    {"allowMachLookup", "is about another system"},
    {"httpProxyPort", "opens nothing: sbx leads to no other proxy"},
    {"socksProxyPort", "opens nothing: sbx leads to no other proxy"},
    {"mitmProxy", "opens nothing: sbx leads to no other proxy"},
    {"tlsTerminate", "is not done: no connection is opened up"},
    {"parentProxy", "opens nothing: sbx leads to no other proxy"}};

// Whether nothing would be different without it.
bool IsIdle(const Json& value) {
  return value.kind == Json::Kind::kNull || (value.kind == Json::Kind::kBool && !value.boolean) ||
         (value.kind == Json::Kind::kArray && value.items.empty()) ||
         (value.kind == Json::Kind::kObject && value.members.empty());
}

class Srt {
 public:
  Srt(const Json& root, const Ground& ground, Wildcards wildcards, Translation& translation)
      : root_(root), wildcards_(wildcards), translation_(translation) {
    files_.emplace_back(translation, ground);
    files_[0].allow_write.key = "filesystem.allowWrite";
  }

  void Run() {
    std::vector<std::string_view> known = {"network", "filesystem", "credentials"};
    for (const Unused& unused : kUnused)
      known.push_back(unused.key);
    translation_.OnlyKeys(root_, "", known);
    Name(root_, "", kUnused);
    TakeNetwork();
    TakeFiles();
    TakeCredentials();
    if (translation_.failed())
      return;
    Settle(files_, wildcards_);
    SayMode();
    files_[0].Say();
  }

 private:
  template <std::size_t N>
  void Name(const Json& object, std::string_view path, const Unused (&all)[N]) {
    for (const Unused& unused : all) {
      const Json* value = object.Find(unused.key);
      if (value != nullptr && !IsIdle(*value)) {
        translation_.Cannot(std::string(path) + std::string(unused.key),
                            std::string(unused.sentence), value->at);
      }
    }
  }

  // An object, or one of its lists, that has to be there.
  const Json* Needed(std::string_view name) {
    const Json* object = translation_.Object(root_, "", name);
    if (object == nullptr)
      translation_.Wrong(name, "is missing", root_.at);
    return object;
  }
  void NeedLists(const Json& object, std::string_view path,
                 std::initializer_list<std::string_view> names) {
    for (const std::string_view name : names) {
      if (object.Find(name) == nullptr)
        translation_.Wrong(std::string(path) + std::string(name), "is missing", object.at);
    }
  }

  void TakeNetwork() {
    const Json* network = Needed("network");
    if (network == nullptr)
      return;
    translation_.OnlyKeys(*network, kNetwork, kNetworkKeys);
    NeedLists(*network, kNetwork, {"allowedDomains", "deniedDomains"});
    Name(*network, kNetwork, kUnusedNetwork);
    SayDomains(translation_, *network, kNetwork, "allowedDomains", "network.allowedDomains",
               Entries::kAllowed);
    SayDomains(translation_, *network, kNetwork, "deniedDomains", "network.deniedDomains",
               Entries::kDenied);
    if (const Json* strict = translation_.Bool(*network, kNetwork, "strictAllowlist")) {
      translation_.Say("network.strictAllowlist", strict->boolean ? "true" : "false", strict->at);
    }
    TakeSockets(*network);
  }

  void TakeSockets(const Json& network) {
    const Json* all = translation_.Bool(network, kNetwork, "allowAllUnixSockets");
    if (all != nullptr && all->boolean)
      translation_.Say("unixSockets.mode", "\"allow\"", all->at);
    const Json* some = translation_.Texts(network, kNetwork, "allowUnixSockets");
    if (some == nullptr || some->items.empty())
      return;
    if (wildcards_ == Wildcards::kLinux) {
      translation_.Cannot("network.allowUnixSockets", "opens nothing on Linux; --allow-socket does",
                          some->at);
      return;
    }
    std::vector<Line> lines;
    lines.reserve(some->items.size());
    for (const Json& item : some->items)
      lines.push_back({Spell(item.text, files_[0].ground).rule, item.at});
    translation_.SayList("unixSockets.paths", lines, some->at);
  }

  void TakeFiles() {
    const Json* object = Needed("filesystem");
    if (object == nullptr)
      return;
    FileRules& rules = files_[0];
    translation_.OnlyKeys(*object, kFiles, kFileKeys);
    NeedLists(*object, kFiles, {"denyRead", "allowWrite", "denyWrite"});
    rules.Take(rules.deny_read, object, kFiles, "denyRead");
    rules.Take(rules.allow_read, object, kFiles, "allowRead");
    rules.Take(rules.allow_write, object, kFiles, "allowWrite");
    rules.Take(rules.deny_write, object, kFiles, "denyWrite");
    const Json* disabled = translation_.Bool(*object, kFiles, "disabled");
    if (disabled != nullptr && disabled->boolean)
      translation_.Cannot("filesystem.disabled", kNotWeaker, disabled->at);
    const Json* git = translation_.Bool(*object, kFiles, "allowGitConfig");
    if (git != nullptr && git->boolean)
      translation_.Say("filesystem.protect.git-config", "\"off\"", git->at);
  }

  // What is to be shown masked is not shown at all.
  void TakeCredentials() {
    const Json* object = translation_.Object(root_, "", "credentials");
    if (object == nullptr)
      return;
    translation_.OnlyKeys(*object, kCredentials, kCredentialKeys);
    bool masked = false;
    for (const Json* entry : EntriesOf(*object, "files", "path", masked)) {
      const Json& path = *entry->Find("path");
      files_[0].deny_read.rules.push_back({Spell(path.text, files_[0].ground), path.text, path.at});
      if (files_[0].deny_read.at.line > path.at.line || files_[0].deny_read.rules.size() == 1)
        files_[0].deny_read.at = path.at;
    }
    std::vector<Line> names;
    for (const Json* entry : EntriesOf(*object, "envVars", "name", masked))
      names.push_back({entry->Find("name")->text, entry->Find("name")->at});
    if (!names.empty())
      translation_.SayList("env.unset", names, names.front().at);
    if (masked) {
      translation_.Cannot("credentials", "are not masked: a command sees nothing of them at all",
                          object->at);
    }
  }

  // The objects of the list `name`, each with the text `what` and a known mode.
  std::vector<const Json*> EntriesOf(const Json& object, std::string_view name,
                                     std::string_view what, bool& masked) {
    std::vector<const Json*> entries;
    const Json* list = object.Find(name);
    if (list == nullptr)
      return entries;
    const std::string path = std::string(kCredentials) + std::string(name);
    if (list->kind != Json::Kind::kArray)
      translation_.Wrong(path, "takes a list of objects", list->at);
    for (const Json& item : list->items) {
      const Json* text = item.Find(what);
      const Json* mode = item.Find("mode");
      const auto is_text = [](const Json* one) {
        return one != nullptr && one->kind == Json::Kind::kString && !one->text.empty();
      };
      if (!is_text(text) || !is_text(mode) || (mode->text != "deny" && mode->text != "mask")) {
        translation_.Wrong(
            path, "takes objects with " + std::string(what) + " and mode deny or mask", item.at);
        return {};
      }
      masked = masked || mode->text == "mask";
      entries.push_back(&item);
    }
    return entries;
  }

  // Nothing can be written that is not listed, the workspace neither.
  void SayMode() {
    FileRules& rules = files_[0];
    if (rules.allow_write.rules.empty()) {
      translation_.Say("mode", "\"read-only\"", rules.allow_write.at);
      return;
    }
    translation_.Say("mode", "\"workspace-write\"", rules.allow_write.at);
    if (HoldsWorkspace(rules.allow_write, rules.ground))
      return;
    if (rules.deny_write.rules.empty())
      rules.deny_write.at = rules.allow_write.at;
    rules.deny_write.rules.push_back(
        {Spell(".", {rules.ground.home, rules.ground.workspace, rules.ground.workspace}), ".",
         rules.allow_write.at});
  }

  const Json& root_;
  Wildcards wildcards_;
  Translation& translation_;
  std::vector<FileRules> files_;  // one
};

}  // namespace

void TranslateSrt(std::string_view text, const Ground& ground, Wildcards wildcards,
                  Translation& translation) {
  if (const Json* root = translation.Open(text, Comments::kNone))
    Srt(*root, ground, wildcards, translation).Run();
}

}  // namespace sbx::sources
