// SPDX-License-Identifier: MIT
#include "core/doctor/doctor.hpp"

#include "cli/request.hpp"
#include "core/plugin/restriction_names.hpp"
#include "core/report/report.hpp"

namespace sbx::cli {
namespace {

struct Examined {
  std::string runner;
  std::optional<Error> unusable;
  std::vector<Finding> findings;
  std::vector<Contradiction> contradictions;
};

Launch LaunchIn(const Host& host, const ResolvedPolicy& policy, const Launch& wanted) {
  Launch launch = wanted;
  launch.env = TargetEnvironment(host.env, policy, {});
  return launch;
}

// Makes every attack under one runner.
Examined Examine(const config::Effective& wanted_runner, const Host& host,
                 const Installation& installation, Lab& lab, const std::string& runner,
                 bool show_progress) {
  Examined examined;
  examined.runner = runner;
  const RunConfined run = [&](const Policy& policy, const Launch& wanted) -> Result<Confined> {
    Surroundings around = SurroundingsOf(host, installation);
    around.cwd = wanted.cwd;
    auto resolved = Resolve(policy, around);
    if (!resolved)
      return resolved.failure();
    Engine engine(EngineOptionsOf(wanted_runner, installation, **resolved),
                  MakeLauncherSpawner(installation.helper));
    auto finished = engine.Execute(*resolved, LaunchIn(host, **resolved, wanted), runner, {});
    if (!finished)
      return finished.failure();
    return Confined{finished->outcome, finished->enforcement};
  };

  std::vector<Row> rows;
  const auto battery = Battery();
  for (std::size_t i = 0; i < battery.size(); ++i) {
    if (show_progress) {
      WriteAll(2, "\r\033[K" + runner + ": " + std::to_string(i + 1) + "/" +
                      std::to_string(battery.size()) + " " + std::string(battery[i].id));
    }
    rows.push_back(MakeAttack(lab, battery[i], run));
    if (i == 0 && rows[0].held == Held::kRefusedRun) {
      examined.unusable = Error{SBX_E_REFUSED, 0, "use the runner", runner, rows[0].detail};
      break;
    }
  }
  if (show_progress)
    WriteAll(2, "\r\033[K");
  if (!examined.unusable) {
    examined.findings = Summarise(rows);
    examined.contradictions = JudgeRows(rows);
  }
  return examined;
}

void AddText(const Examined& examined, bool verbose, std::string& text) {
  text += examined.runner + "\n";
  if (examined.unusable) {
    text += "  " + Visible(examined.unusable->Sentence()) + "\n";
    return;
  }
  for (const Finding& finding : examined.findings) {
    std::string name{RestrictionName(finding.restriction)};
    std::string word{WordOf(finding.held)};
    name.resize(16, ' ');
    word.resize(16, ' ');
    text += "  " + name + word;
    if (finding.held == Held::kHeld) {
      text += Visible(finding.mechanism) + " (" + std::to_string(finding.attacks) + " attacks)";
    } else {
      text += Visible(finding.gap.empty() || verbose ? finding.detail : finding.gap);
      if (!finding.mend.empty())
        text += "; " + Visible(finding.mend);
    }
    text += "\n";
  }
  for (const Contradiction& contradiction : examined.contradictions) {
    text += "  WRONG: " + Visible(contradiction.sentence) + "\n";
  }
}

void AddJson(const Examined& examined, JsonWriter& json) {
  json.BeginObject();
  json.Member("runner", examined.runner);
  json.Key("unusable");
  if (examined.unusable) {
    json.String(examined.unusable->Sentence());
  } else {
    json.Null();
  }
  json.Key("findings");
  json.BeginArray();
  for (const Finding& finding : examined.findings) {
    json.BeginObject();
    json.Member("restriction", RestrictionName(finding.restriction));
    json.Member("held", WordOf(finding.held));
    json.Key("attacks");
    json.Number(static_cast<std::uint64_t>(finding.attacks));
    json.Member("mechanism", finding.mechanism);
    json.Member("detail", finding.detail);
    json.Member("gap", finding.gap);
    json.Member("mend", finding.mend);
    json.EndObject();
  }
  json.EndArray();
  json.Key("contradictions");
  json.BeginArray();
  for (const Contradiction& one : examined.contradictions)
    json.String(one.sentence);
  json.EndArray();
  json.EndObject();
}

}  // namespace

int RunDoctor(const Arguments& arguments, const Host& host) {
  const Installation installation = Locate(host);
  LabOptions lab_options;
  lab_options.attack_program = installation.attack_program;
  auto lab = Lab::Make(std::move(lab_options));
  if (!lab)
    return Report(arguments, lab.error());

  const auto wanted = OptionsAlone(arguments, host);
  if (!wanted)
    return Report(arguments, wanted.error());
  const std::string& choice = wanted->runner;
  const std::vector<std::string> runners =
      choice == "auto" ? EngineOptions{}.order : std::vector<std::string>{choice};
  const bool as_json = arguments.Has(Option::kJson);
  const bool show_progress = !as_json && host.terminal[2];
  JsonWriter json;
  std::string text;
  bool wrong = false;
  bool usable = false;
  json.BeginObject();
  json.Key("runners");
  json.BeginArray();
  for (const std::string& runner : runners) {
    const Examined examined = Examine(*wanted, host, installation, **lab, runner, show_progress);
    wrong = wrong || !examined.contradictions.empty();
    usable = usable || !examined.unusable;
    AddText(examined, arguments.Has(Option::kVerbose), text);
    AddJson(examined, json);
  }
  json.EndArray();
  json.EndObject();
  Print(as_json ? json.text() + "\n" : text);
  return wrong || !usable ? 1 : 0;
}

}  // namespace sbx::cli
