// SPDX-License-Identifier: MIT
#include "cli/plugin_report.hpp"

#include <algorithm>

#include "core/plugin/restriction_names.hpp"
#include "core/report/report.hpp"

namespace sbx::cli {
namespace {

std::string Column(std::string_view text, std::size_t width) {
  std::string column(text);
  column.resize(std::max(width, column.size() + 1), ' ');
  return column;
}

std::string ClaimLine(const ClaimFinding& claim, bool verbose) {
  std::string text =
      "  " + Column(RestrictionName(claim.restriction), 16) + Column(WordOf(claim.standing), 19);
  if (claim.standing == Standing::kHeld) {
    text += (claim.mechanism.empty() ? "by what it does not name" : claim.mechanism) + " (" +
            std::to_string(claim.attacks) + " attacks)";
  } else {
    const bool gap = claim.standing == Standing::kNotHeld && !claim.gap.empty() && !verbose;
    text += gap ? claim.gap : claim.detail;
  }
  return Visible(text) + "\n";
}

}  // namespace

std::string CheckBegin(std::string_view name) {
  return "  " + Column(name, 16);
}

std::string CheckRest(const ContractCheck& check, bool verbose) {
  std::string text = Column(WordOf(check.observed), 19) + check.duty;
  if (!check.detail.empty() && (verbose || check.telling))
    text += ": " + check.detail;
  return Visible(text) + "\n";
}

std::string EndText(const Tested& tested, bool verbose) {
  std::string text;
  if (tested.is_runner)
    text += "\nRestrictions\n";
  if (tested.attacked.unusable) {
    text +=
        "  it runs nothing under the default policy: " + Visible(*tested.attacked.unusable) + "\n";
  }
  for (const ClaimFinding& claim : tested.attacked.claims)
    text += ClaimLine(claim, verbose);
  return text + "\n" + std::string(WordOf(tested.End())) + "\n";
}

std::string SuiteJson(const Tested& tested) {
  JsonWriter json;
  json.BeginObject();
  json.Member("id", tested.id);
  json.Bytes("file", tested.file);
  json.Key("passed");
  json.Bool(tested.End() == SuiteEnd::kPassed);
  json.Member("verdict", WordOf(tested.End()));
  json.Key("contract");
  json.BeginArray();
  for (const Contract& contract : tested.contracts) {
    for (const ContractCheck& check : contract.checks) {
      json.BeginObject();
      json.Member("interface", contract.interface_id);
      json.Member("name", check.name);
      json.Member("duty", check.duty);
      json.Key("kept");
      json.Bool(check.observed == Observed::kKept);
      json.Member("detail", check.detail);
      json.Member("standing",
                  check.observed == Observed::kBroken ? "broken" : WordOf(check.observed));
      json.EndObject();
    }
  }
  json.EndArray();
  json.Key("unusable");
  if (tested.attacked.unusable) {
    json.String(*tested.attacked.unusable);
  } else {
    json.Null();
  }
  json.Key("restrictions");
  json.BeginArray();
  for (const ClaimFinding& claim : tested.attacked.claims) {
    json.BeginObject();
    json.Member("restriction", RestrictionName(claim.restriction));
    json.Member("standing", WordOf(claim.standing));
    json.Key("attacks");
    json.Number(static_cast<std::uint64_t>(claim.attacks));
    json.Member("mechanism", claim.mechanism);
    json.Member("detail", claim.detail);
    json.Member("gap", claim.gap);
    json.Member("mend", claim.mend);
    json.EndObject();
  }
  json.EndArray();
  json.EndObject();
  return json.text() + "\n";
}

}  // namespace sbx::cli
