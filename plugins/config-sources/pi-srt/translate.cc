// SPDX-License-Identifier: MIT
#include "plugins/config-sources/pi-srt/translate.hpp"

#include <algorithm>

#include "plugins/config-sources/common/domains.hpp"

namespace sbx::sources {
namespace {

constexpr std::string_view kKeys[] = {"subagents", "network", "filesystem", "hostIPC"};
constexpr std::string_view kAgentKeys[] = {"provider", "protection", "allowedNativeAgents"};
constexpr std::string_view kNetworkKeys[] = {"allowedDomains", "deniedDomains", "strictAllowlist"};
constexpr std::string_view kFileKeys[] = {"additionalAllowRead"};
constexpr std::string_view kHostKeys[] = {"mode", "preflightCommandPrefixes",
                                          "retryOnUnixSocketError"};
constexpr std::string_view kProviders[] = {"builtin", "pi-subagents", "off"};
constexpr char kProtection[] = "native-background-tools";

void TakeAgents(const Json& root, Translation& translation) {
  const Json* agents = translation.Object(root, "", "subagents");
  if (agents == nullptr)
    return;
  translation.OnlyKeys(*agents, "subagents.", kAgentKeys);
  const Json* provider = translation.Text(*agents, "subagents.", "provider");
  const Json* protection = translation.Text(*agents, "subagents.", "protection");
  const Json* allowed = translation.Texts(*agents, "subagents.", "allowedNativeAgents");
  if (provider != nullptr && std::ranges::find(kProviders, provider->text) == std::end(kProviders))
    translation.Wrong("subagents.provider", "takes one of builtin, pi-subagents, off",
                      provider->at);
  if (protection != nullptr && protection->text != kProtection) {
    translation.Wrong("subagents.protection", std::string("takes ") + kProtection, protection->at);
  }
  const bool orchestrated = provider != nullptr && provider->text == "pi-subagents";
  if (orchestrated && (protection == nullptr || allowed == nullptr || allowed->items.empty())) {
    translation.Wrong("subagents.provider",
                      std::string("needs protection ") + kProtection +
                          " and allowedNativeAgents for pi-subagents",
                      provider->at);
  }
  if (provider != nullptr && provider->text != "off") {
    translation.Cannot("subagents.provider",
                       "is the host's to hold: sbx starts no agents, and confines each command "
                       "with all that it starts",
                       provider->at);
  }
}

void TakeNetwork(const Json& root, Translation& translation) {
  const Json* network = translation.Object(root, "", "network");
  if (network == nullptr)
    return;
  translation.OnlyKeys(*network, "network.", kNetworkKeys);
  SayDomains(translation, *network, "network.", "allowedDomains", "network.allowedDomains",
             Entries::kAllowed);
  SayDomains(translation, *network, "network.", "deniedDomains", "network.deniedDomains",
             Entries::kDenied);
  if (const Json* strict = translation.Bool(*network, "network.", "strictAllowlist")) {
    translation.Say("network.strictAllowlist", strict->boolean ? "true" : "false", strict->at);
  }
}

void TakeFiles(const Json& root, Translation& translation) {
  const Json* files = translation.Object(root, "", "filesystem");
  if (files == nullptr)
    return;
  translation.OnlyKeys(*files, "filesystem.", kFileKeys);
  const Json* paths = translation.Texts(*files, "filesystem.", "additionalAllowRead");
  if (paths == nullptr || paths->items.empty())
    return;
  std::vector<Line> lines;
  for (const Json& item : paths->items) {
    if (item.text.front() != '/' || item.text.find('\0') != std::string::npos) {
      translation.Wrong("filesystem.additionalAllowRead", "takes a list of absolute paths",
                        item.at);
      return;
    }
    // Every character is the name's own there.
    std::string rule;
    for (const char c : item.text) {
      if (std::string_view("*?[]\\").find(c) != std::string_view::npos)
        rule += '\\';
      rule += c;
    }
    if (std::ranges::find(lines, rule, &Line::text) == lines.end())
      lines.push_back({std::move(rule), item.at});
  }
  translation.SayList("filesystem.allowRead", lines, paths->at);
}

void TakeHost(const Json& root, Translation& translation) {
  const Json* host = translation.Object(root, "", "hostIPC");
  if (host == nullptr)
    return;
  translation.OnlyKeys(*host, "hostIPC.", kHostKeys);
  if (const Json* mode = translation.Text(*host, "hostIPC.", "mode")) {
    if (mode->text != "off" && mode->text != "ask") {
      translation.Wrong("hostIPC.mode", "takes one of off, ask", mode->at);
      return;
    }
    translation.Say("network.hostCommands.mode", Quote(mode->text), mode->at);
  }
  if (const Json* prefixes = translation.Texts(*host, "hostIPC.", "preflightCommandPrefixes")) {
    std::vector<Line> lines;
    for (const Json& item : prefixes->items) {
      std::string text = Trimmed(item.text);
      if (text.empty()) {
        translation.Wrong("hostIPC.preflightCommandPrefixes", "takes prefixes that say something",
                          item.at);
      } else if (std::ranges::find(lines, text, &Line::text) == lines.end()) {
        lines.push_back({std::move(text), item.at});
      }
    }
    if (!lines.empty())
      translation.SayList("network.hostCommands.prefixes", lines, prefixes->at);
  }
  if (const Json* retry = translation.Bool(*host, "hostIPC.", "retryOnUnixSocketError")) {
    translation.Say("network.hostCommands.retryOnSocketError", retry->boolean ? "true" : "false",
                    retry->at);
  }
}

}  // namespace

void TranslatePiSrt(std::string_view text, Translation& translation) {
  const Json* root = translation.Open(text, Comments::kNone);
  if (root == nullptr)
    return;
  translation.OnlyKeys(*root, "", kKeys);
  TakeAgents(*root, translation);
  TakeNetwork(*root, translation);
  TakeFiles(*root, translation);
  TakeHost(*root, translation);
}

}  // namespace sbx::sources
