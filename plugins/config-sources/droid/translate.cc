// SPDX-License-Identifier: MIT
#include "plugins/config-sources/droid/translate.hpp"

#include "plugins/config-sources/common/domains.hpp"

namespace sbx::sources {
namespace {

constexpr std::string_view kKeys[] = {"enabled", "mode", "filesystem", "network"};
constexpr std::string_view kFileKeys[] = {"allowWrite", "denyWrite", "denyRead"};
constexpr std::string_view kNetworkKeys[] = {"allowedDomains"};
constexpr std::string_view kFiles = "sandbox.filesystem.";

void TakeSandbox(const Json& sandbox, Translation& translation, FileRules& rules) {
  translation.OnlyKeys(sandbox, "sandbox.", kKeys);
  const Json* enabled = translation.Bool(sandbox, "sandbox.", "enabled");
  if (enabled != nullptr && !enabled->boolean) {
    translation.Cannot("sandbox.enabled", "switches nothing off: sbx confines all the same",
                       enabled->at);
  }
  if (const Json* mode = translation.Text(sandbox, "sandbox.", "mode")) {
    if (mode->text == "whole-process") {
      translation.Say("scope", "\"process\"", mode->at);
    } else if (mode->text != "per-command") {
      translation.Wrong("sandbox.mode", "takes one of per-command, whole-process", mode->at);
    }
  }
  if (const Json* files = translation.Object(sandbox, "sandbox.", "filesystem")) {
    translation.OnlyKeys(*files, kFiles, kFileKeys);
    rules.Take(rules.allow_write, files, kFiles, "allowWrite");
    rules.Take(rules.deny_write, files, kFiles, "denyWrite");
    rules.Take(rules.deny_read, files, kFiles, "denyRead");
  }
  if (const Json* network = translation.Object(sandbox, "sandbox.", "network")) {
    translation.OnlyKeys(*network, "sandbox.network.", kNetworkKeys);
    SayDomains(translation, *network, "sandbox.network.", "allowedDomains",
               "network.allowedDomains", Entries::kAllowed);
  }
}

void SayCommands(Translation& translation, const Json& list, std::string_view key) {
  std::vector<Line> lines;
  lines.reserve(list.items.size());
  for (const Json& item : list.items)
    lines.push_back({item.text, item.at});
  if (!lines.empty())
    translation.SayList(key, lines, list.at);
}

// Droid holds its lists itself when it is about to run a command, but those that nobody
// may lift are not left to it.
void TakeCommands(const Json& root, Translation& translation) {
  const Json* allowed = translation.Texts(root, "", "commandAllowlist");
  const Json* asked = translation.Texts(root, "", "commandDenylist");
  const Json* blocked = translation.Texts(root, "", "commandBlocklist");
  if (blocked != nullptr)
    SayCommands(translation, *blocked, "commands.block");
  if (asked != nullptr && translation.kind() == SBX_LAYER_ORGANISATION) {
    SayCommands(translation, *asked, "commands.ask");
    asked = nullptr;
  }
  const Json* first = asked != nullptr ? asked : allowed;
  if (first == nullptr || first->items.empty())
    return;
  translation.Cannot(asked != nullptr ? "commandDenylist" : "commandAllowlist",
                     "is Droid's to hold when it is about to run a command: sbx asks about none",
                     first->at);
}

}  // namespace

void TranslateDroid(std::string_view text, Translation& translation, FileRules& rules) {
  rules.allow_write.key = "sandbox.filesystem.allowWrite";
  const Json* root = translation.Open(text, Comments::kAllowed);
  if (root == nullptr)
    return;
  if (const Json* sandbox = translation.Object(*root, "", "sandbox"))
    TakeSandbox(*sandbox, translation, rules);
  TakeCommands(*root, translation);
}

}  // namespace sbx::sources
