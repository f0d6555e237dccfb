// SPDX-License-Identifier: MIT
#include "cli/request.hpp"
#include "core/engine/choose.hpp"
#include "core/policy/protect.hpp"
#include "core/report/report.hpp"

namespace sbx::cli {
namespace {

std::vector<std::string> WritableRoots(const ResolvedPolicy& policy) {
  std::vector<std::string> roots;
  for (const Zone& zone : policy.zones()) {
    if (zone.access == Access::kWrite)
      roots.push_back(zone.path);
  }
  return roots;
}

// One protect group: how many names of it there are to hold, and how far they are held.
struct Protected {
  std::string_view group;
  std::string_view requirement;
  std::string source;
  std::size_t names = 0;
  std::string_view level;
};

std::vector<Protected> ProtectedBy(const ResolvedPolicy& policy, const Choice& chosen) {
  std::vector<Protected> groups;
  if (policy.policy().mode == Mode::kDangerFullAccess)
    return groups;
  const auto level_of = [&](sbx_restrictions restriction) {
    for (const Enforcement& entry : chosen.enforcement) {
      if (entry.restriction == restriction)
        return NameOfLevel(entry.level);
    }
    return NameOfLevel((policy.wanted() & restriction) == 0 ? SBX_LEVEL_FULL : SBX_LEVEL_NONE);
  };
  const auto add = [&](ProtectGroup group, Requirement requirement, const std::string& source) {
    Protected shown;
    shown.group = NameOf(group);
    shown.requirement = requirement == Requirement::kRequired ? "required" : "best-effort";
    shown.source = source;
    const bool own = group == ProtectGroup::kOwnConfig;
    for (const Zone& zone : policy.zones()) {
      const bool counts = own ? (zone.flags & SBX_ZONE_OWN_CONFIG) != 0
                              : zone.group != nullptr && zone.group == shown.group;
      shown.names += counts ? 1 : 0;
    }
    shown.level = shown.names == 0 ? NameOfLevel(SBX_LEVEL_FULL)
                                   : level_of(own ? SBX_OWN_CONFIG : SBX_FS_PROTECT);
    groups.push_back(std::move(shown));
  };
  const bool required = (policy.required() & SBX_OWN_CONFIG) != 0;
  add(ProtectGroup::kOwnConfig, required ? Requirement::kRequired : Requirement::kBestEffort,
      "always");
  for (const Protect& protect : policy.policy().protect) {
    if (protect.group != ProtectGroup::kOwnConfig)
      add(protect.group, protect.requirement, protect.source);
  }
  return groups;
}

std::string Json(const Request& request, const Choice& chosen) {
  const ResolvedPolicy& policy = *request.policy;
  JsonWriter json;
  json.BeginObject();
  json.Member("mode", NameOf(policy.policy().mode));
  json.Member("modeSource", policy.policy().mode_source);
  json.Member("preset", request.loaded.preset);
  json.Member("presetSource", request.loaded.preset_source);
  json.Key("configuration");
  json.BeginArray();
  for (const config::FileSeen& file : request.loaded.files) {
    json.BeginObject();
    json.Member("layer", NameOf(file.kind));
    json.Bytes("path", file.path);
    json.Member("state", file.state);
    if (!file.source.empty())
      json.Member("configSource", file.source);
    json.EndObject();
  }
  json.EndArray();
  json.Key("ignoredKeys");
  json.BeginArray();
  for (const std::string& key : request.effective.ignored)
    json.String(key);
  json.EndArray();
  json.Key("approval");
  json.BeginArray();
  for (const config::MergedEntry& entry : request.merged[config::Id::kApproval].entries)
    json.String(entry.text);
  json.EndArray();
  json.Member("runner", chosen.runner);
  json.Member("enforced", OverallLevel(chosen.enforcement, policy.wanted()));
  json.Key("enforcement");
  WriteEnforcement(json, chosen.enforcement);
  json.Key("protect");
  json.BeginArray();
  for (const Protected& shown : ProtectedBy(policy, chosen)) {
    json.BeginObject();
    json.Member("group", shown.group);
    json.Member("requirement", shown.requirement);
    json.Member("source", shown.source);
    json.Key("names");
    json.Number(static_cast<std::uint64_t>(shown.names));
    json.Member("level", shown.level);
    json.EndObject();
  }
  json.EndArray();
  json.Bytes("workspace", policy.workspace());
  json.Key("writableRoots");
  json.BeginArray();
  for (const std::string& root : WritableRoots(policy))
    json.String(root);
  json.EndArray();
  json.Member("tmp", NameOf(policy.policy().tmp));
  json.Member("network", NameOf(policy.policy().network));
  json.Member("unixSockets", NameOf(policy.policy().unix_sockets));
  json.Key("notes");
  json.BeginArray();
  for (const std::string& note : NoticesOf(request))
    json.String(note);
  for (const std::string& note : chosen.notes)
    json.String(note);
  json.EndArray();
  json.EndObject();
  return json.text() + "\n";
}

}  // namespace

int ShowStatus(const Arguments& arguments, const Host& host) {
  const Installation installation = Locate(host);
  const auto request = RequestFor(arguments, host, installation);
  if (!request)
    return Report(arguments, request.error());
  const std::shared_ptr<const ResolvedPolicy>& policy = request->policy;
  Engine engine(EngineOptionsOf(request->effective, installation, *policy), MakeOneShotSpawner());
  Launch launch;
  launch.argv = {"true"};
  launch.cwd = policy->around().cwd;
  launch.terminal = host.shares_terminal;
  auto chosen = Choose(engine, policy, launch, request->effective.runner);
  if (!chosen)
    return Report(arguments, chosen.error());

  const Policy& wanted = policy->policy();
  if (arguments.Has(Option::kJson)) {
    Print(Json(*request, *chosen));
    return 0;
  }
  const std::string overall{OverallLevel(chosen->enforcement, policy->wanted())};
  if (arguments.Has(Option::kShort)) {
    Print("sbx " + std::string(NameOf(wanted.mode)) + " " + chosen->runner + " " + overall + "\n");
    return 0;
  }
  std::string text =
      "mode         " + std::string(NameOf(wanted.mode)) + " (" + wanted.mode_source + ")\n";
  text += "preset       " + request->loaded.preset + " (" + request->loaded.preset_source + ")\n";
  for (const config::FileSeen& file : request->loaded.files) {
    text += "file         " + Visible(file.path) + " (" + std::string(NameOf(file.kind)) + ", " +
            (file.source.empty() ? "" : "config source " + file.source + ", ") + file.state + ")\n";
  }
  text += "runner       " + chosen->runner + ", enforcement " + overall + "\n";
  text += "workspace    " + Visible(policy->workspace()) + "\n";
  for (const std::string& root : WritableRoots(*policy)) {
    text += "writable     " + Visible(root) + "\n";
  }
  text += "tmp          " + std::string(NameOf(wanted.tmp)) + "\n";
  text += "network      " + std::string(NameOf(wanted.network)) + "\n";
  text += "sockets      " + std::string(NameOf(wanted.unix_sockets)) + "\n";
  for (const Protected& shown : ProtectedBy(*policy, *chosen)) {
    text += "protect      " + std::string(shown.group) + ": " +
            (shown.names == 0 ? "nothing there to hold" : std::string(shown.level)) + " (" +
            std::string(shown.requirement) + ", " + Visible(shown.source) + ")\n";
  }
  std::string approval;
  for (const config::MergedEntry& entry : request->merged[config::Id::kApproval].entries)
    approval += (approval.empty() ? "" : ", ") + entry.text;
  text += "approval     " + (approval.empty() ? std::string("nobody") : Visible(approval)) + "\n";
  text += "enforcement\n" + EnforcementTable(chosen->enforcement);
  for (const std::string& note : NoticesOf(*request))
    text += "note         " + Visible(note) + "\n";
  for (const std::string& note : chosen->notes)
    text += "note         " + Visible(note) + "\n";
  Print(text);
  return 0;
}

}  // namespace sbx::cli
