// SPDX-License-Identifier: MIT
#include "cli/request.hpp"
#include "core/policy/judge.hpp"
#include "core/report/report.hpp"

namespace sbx::cli {
namespace {

// The narrowest option that would allow what was denied, or why none can.
std::string Mend(const ResolvedPolicy& policy, Access access, const Judgement& judgement) {
  const Zone& zone = policy.zones()[static_cast<std::size_t>(judgement.zone)];
  if ((zone.flags & SBX_ZONE_OWN_CONFIG) != 0)
    return "nothing: sbx keeps its own files";
  if (judgement.by_pattern)
    return "leaving out " + judgement.rule;
  if (access == Access::kWrite && judgement.group != nullptr)
    return "--no-protect " + std::string(judgement.group);
  if (zone.rule.starts_with(std::string(config::kManagedFolder) + "/"))
    return "nothing: the organisation denies it";
  // A denial wins over an option that allows the same.
  if (zone.rule.starts_with("--deny-") || zone.rule.find(" denyRead ") != std::string::npos ||
      zone.rule.find(" denyWrite ") != std::string::npos) {
    if (zone.path == judgement.path)
      return "leaving out " + Visible(zone.rule);
  }
  if (access == Access::kRead)
    return "--allow-read " + ShellQuote(judgement.path);
  const std::string& path = judgement.path;
  const std::size_t slash = path.rfind('/');
  const std::string folder = slash == 0 ? "/" : path.substr(0, slash);
  const std::string& home = policy.around().home;
  // A file is replaced through its directory, so the directory is the narrowest
  // grant that works; the home directory and what holds it are too wide.
  const bool too_wide =
      folder == "/" || (!home.empty() && (home == folder || home.starts_with(folder + "/")));
  if (policy.policy().mode == Mode::kReadOnly)
    return "--mode workspace-write";
  return "--allow-write " + ShellQuote(too_wide ? path : folder);
}

int ExplainPath(const Arguments& arguments, const ResolvedPolicy& policy) {
  JsonWriter json;
  std::string text;
  json.BeginObject();
  for (const Access access : {Access::kRead, Access::kWrite}) {
    auto judgement = Judge(policy, access, arguments.words.front(), policy.around().cwd);
    if (!judgement)
      return Report(arguments, judgement.error());
    if (access == Access::kRead) {
      json.Bytes("path", judgement->path);
      text += Visible(judgement->path) + "\n";
    }
    const std::string mend = judgement->allowed ? "" : Mend(policy, access, *judgement);
    json.Key(NameOf(access));
    json.BeginObject();
    json.Key("allowed");
    json.Bool(judgement->allowed);
    json.Member("rule", judgement->rule);
    if (!judgement->allowed)
      json.Member("mend", mend);
    json.EndObject();
    text += "  " + std::string(NameOf(access)) +
            (judgement->allowed ? "  allowed by " : "  denied by ") + Visible(judgement->rule) +
            "\n";
    if (!judgement->allowed)
      text += "         would allow it: " + mend + "\n";
  }
  json.EndObject();
  Print(arguments.Has(Option::kJson) ? json.text() + "\n" : text);
  return 0;
}

int ExplainPlan(const Arguments& arguments, const Host& host, const Installation& installation,
                const Request& request) {
  const std::shared_ptr<const ResolvedPolicy>& policy = request.policy;
  EngineOptions options = EngineOptionsOf(request.effective, installation, *policy);
  auto launch = LaunchOf(arguments, host, request);
  if (!launch)
    return Report(arguments, launch.error());
  if (launch->argv.empty())
    launch->argv = {"true"};
  Engine engine(std::move(options), MakeOneShotSpawner());
  std::vector<std::string> reasons;
  for (const std::string& id : engine.Candidates(request.effective.runner)) {
    auto prepared = engine.Prepare(policy, *launch, id);
    if (!prepared) {
      reasons.push_back(id + ": " + prepared.error().Sentence());
      continue;
    }
    std::vector<std::string> lines;
    if (prepared->plan != nullptr) {
      const sbx_plan& plan = prepared->plan->get();
      for (std::size_t i = 0; i < plan.explain_count; ++i) {
        lines.emplace_back(View(plan.explain[i]));
      }
    }
    const std::vector<Enforcement> enforcement = Foresee(*policy, prepared->plan.get());
    if (arguments.Has(Option::kJson)) {
      JsonWriter json;
      json.BeginObject();
      json.Member("runner", prepared->runner);
      json.Key("zones");
      WriteZones(json, *policy);
      json.Key("plan");
      json.BeginArray();
      for (const std::string& line : lines)
        json.String(line);
      json.EndArray();
      json.Key("enforcement");
      WriteEnforcement(json, enforcement);
      json.EndObject();
      Print(json.text() + "\n");
      return 0;
    }
    std::string text = "policy\n";
    for (const Zone& zone : policy->zones()) {
      std::string access{NameOf(zone.access)};
      access.resize(6, ' ');
      text += "  " + access + Visible(zone.path) +
              (zone.object == SBX_OBJECT_ABSENT ? " (does not exist)" : "") + "   " +
              Visible(zone.rule) + "\n";
    }
    text += "plan of " + prepared->runner + "\n";
    for (const std::string& line : lines)
      text += "  " + line + "\n";
    text += "enforcement\n" + EnforcementTable(enforcement);
    for (const std::string& reason : reasons)
      text += "passed over " + Visible(reason) + "\n";
    Print(text);
    return 0;
  }
  std::string why;
  for (const std::string& reason : reasons)
    why += (why.empty() ? "" : "; ") + reason;
  return Report(arguments, Fail(SBX_E_REFUSED, "plan a run under this policy", {}, why).error);
}

}  // namespace

int Explain(const Arguments& arguments, const Host& host) {
  const Installation installation = Locate(host);
  const auto request = RequestFor(arguments, host, installation);
  if (!request)
    return Report(arguments, request.error());
  if (arguments.words.size() > 1) {
    return Report(arguments, Fail(SBX_E_INVALID, "explain more than one path", {},
                                  "name one, or a command behind '--'")
                                 .error);
  }
  if (!arguments.words.empty())
    return ExplainPath(arguments, *request->policy);
  return ExplainPlan(arguments, host, installation, *request);
}

int Check(const Arguments& arguments, const Host& host) {
  if (arguments.words.size() == 1 && arguments.words[0] == "tool")
    return CheckToolCall(arguments, host);
  if (arguments.words.size() != 2 ||
      (arguments.words[0] != "read" && arguments.words[0] != "write")) {
    return Report(arguments, Fail(SBX_E_INVALID, "check that", {},
                                  "write: sbx check read PATH, sbx check write PATH, or: "
                                  "sbx check tool, with the request on standard input")
                                 .error);
  }
  const auto request = RequestFor(arguments, host, Locate(host));
  if (!request)
    return Report(arguments, request.error());
  const ResolvedPolicy& policy = *request->policy;
  const Access access = arguments.words[0] == "read" ? Access::kRead : Access::kWrite;
  auto judgement = Judge(policy, access, arguments.words[1], policy.around().cwd);
  if (!judgement)
    return Report(arguments, judgement.error());
  const std::string mend = judgement->allowed ? "" : Mend(policy, access, *judgement);
  if (arguments.Has(Option::kJson)) {
    JsonWriter json;
    json.BeginObject();
    json.Key("allowed");
    json.Bool(judgement->allowed);
    json.Member("access", NameOf(access));
    json.Bytes("path", judgement->path);
    json.Member("rule", judgement->rule);
    if (!judgement->allowed)
      json.Member("mend", mend);
    json.EndObject();
    Print(json.text() + "\n");
  } else if (!arguments.Has(Option::kQuiet)) {
    Print(std::string(judgement->allowed ? "allowed" : "denied") + ": " + Visible(judgement->path) +
          " by " + Visible(judgement->rule) + "\n" +
          (judgement->allowed ? "" : "would allow it: " + mend + "\n"));
  }
  return judgement->allowed ? 0 : kDenied;
}

}  // namespace sbx::cli
