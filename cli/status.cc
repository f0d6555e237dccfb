// SPDX-License-Identifier: MIT
#include "cli/request.hpp"
#include "core/report/report.hpp"

namespace sbx::cli {
namespace {

// The runner that a run would use here, found by really trying the candidates.
struct Chosen {
  std::string runner;
  std::vector<Enforcement> enforcement;
  std::vector<std::string> notes;
};

constexpr std::uint32_t kProbeTimeoutMs = 5000;

Result<Chosen> Choose(Engine& engine, const std::shared_ptr<const ResolvedPolicy>& policy,
                      const Launch& launch, const std::string& choice) {
  Chosen chosen;
  if (policy->policy().mode == Mode::kDangerFullAccess) {
    chosen.runner = "none";
    chosen.enforcement = Foresee(*policy, nullptr);
    return chosen;
  }
  std::string why;
  for (const std::string& id : engine.Candidates(choice)) {
    auto prepared = engine.Prepare(policy, launch, id);
    const auto remember = [&](const Error& error) {
      why += (why.empty() ? "" : "; ") + id + ": " + error.Sentence();
      chosen.notes.push_back(id + ": " + error.Sentence());
    };
    if (!prepared) {
      remember(prepared.error());
      continue;
    }
    auto probe = prepared->plan->profile().runner().Probe(kProbeTimeoutMs);
    if (!probe) {
      remember(probe.error());
      continue;
    }
    for (const std::string& note : probe->notes) chosen.notes.push_back(id + ": " + note);
    chosen.runner = id;
    chosen.enforcement = Foresee(*policy, prepared->plan.get());
    return chosen;
  }
  return Fail(SBX_E_REFUSED, "enforce the policy on this host", {}, why);
}

std::vector<std::string> WritableRoots(const ResolvedPolicy& policy) {
  std::vector<std::string> roots;
  for (const Zone& zone : policy.zones()) {
    if (zone.access == Access::kWrite) roots.push_back(zone.path);
  }
  return roots;
}

std::string Json(const ResolvedPolicy& policy, const Chosen& chosen) {
  JsonWriter json;
  json.BeginObject();
  json.Member("mode", NameOf(policy.policy().mode));
  json.Member("modeSource", policy.policy().mode_source);
  json.Member("runner", chosen.runner);
  json.Member("enforced", OverallLevel(chosen.enforcement, policy.wanted()));
  json.Key("enforcement");
  WriteEnforcement(json, chosen.enforcement);
  json.Bytes("workspace", policy.workspace());
  json.Key("writableRoots");
  json.BeginArray();
  for (const std::string& root : WritableRoots(policy)) json.String(root);
  json.EndArray();
  json.Member("tmp", NameOf(policy.policy().tmp));
  json.Member("network", NameOf(policy.policy().network));
  json.Member("unixSockets", NameOf(policy.policy().unix_sockets));
  json.Key("notes");
  json.BeginArray();
  for (const std::string& note : chosen.notes) json.String(note);
  json.EndArray();
  json.EndObject();
  return json.text() + "\n";
}

}  // namespace

int ShowStatus(const Arguments& arguments, const Host& host) {
  const Installation installation = Locate(host);
  auto policy = ResolveFor(arguments, host, installation);
  if (!policy) return Report(arguments, policy.error());
  auto options = EngineOptionsOf(arguments, installation, **policy);
  if (!options) return Report(arguments, options.error());
  Engine engine(std::move(*options));
  Launch launch;
  launch.argv = {"true"};
  launch.cwd = (*policy)->around().cwd;
  launch.terminal = host.shares_terminal;
  auto chosen = Choose(engine, *policy, launch, RunnerChoice(arguments));
  if (!chosen) return Report(arguments, chosen.error());

  const Policy& wanted = (*policy)->policy();
  if (arguments.Has(Option::kJson)) {
    Print(Json(**policy, *chosen));
    return 0;
  }
  const std::string overall{OverallLevel(chosen->enforcement, (*policy)->wanted())};
  if (arguments.Has(Option::kShort)) {
    Print("sbx " + std::string(NameOf(wanted.mode)) + " " + chosen->runner + " " + overall + "\n");
    return 0;
  }
  std::string text = "mode         " + std::string(NameOf(wanted.mode)) + " (" +
                     wanted.mode_source + ")\n";
  text += "runner       " + chosen->runner + ", enforcement " + overall + "\n";
  text += "workspace    " + Visible((*policy)->workspace()) + "\n";
  for (const std::string& root : WritableRoots(**policy)) {
    text += "writable     " + Visible(root) + "\n";
  }
  text += "tmp          " + std::string(NameOf(wanted.tmp)) + "\n";
  text += "network      " + std::string(NameOf(wanted.network)) + "\n";
  text += "sockets      " + std::string(NameOf(wanted.unix_sockets)) + "\n";
  text += "enforcement\n" + EnforcementTable(chosen->enforcement);
  for (const std::string& note : chosen->notes) text += "note         " + Visible(note) + "\n";
  Print(text);
  return 0;
}

}  // namespace sbx::cli
