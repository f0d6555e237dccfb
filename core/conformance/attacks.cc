// SPDX-License-Identifier: MIT
#include "core/conformance/attacks.hpp"

#include <utility>

#include "core/conformance/parcel.hpp"
#include "core/platform/conformance.hpp"

namespace sbx {
namespace {

using std::chrono::milliseconds;

// Above what the attack itself may take.
constexpr milliseconds kPatience{45000};
constexpr unsigned kMostFaults = 10;

// What is read of a run by who judges it.
std::string Pack(const Result<Confined>& confined) {
  Parcel parcel;
  parcel.Put(std::uint64_t{confined.has_value()});
  if (!confined)
    return parcel.Put(confined.error().Sentence()).bytes();
  const Outcome& outcome = confined->outcome;
  parcel.Put(static_cast<std::uint64_t>(outcome.end));
  parcel.Put(static_cast<std::uint64_t>(outcome.code));
  parcel.Put(outcome.out.head).Put(outcome.out.tail).Put(outcome.err.head);
  parcel.Put(outcome.end == Outcome::End::kNotStarted ? outcome.error.Sentence() : "");
  for (const Enforcement& claim : confined->enforcement) {
    parcel.Put(claim.restriction).Put(std::uint64_t{claim.level});
    parcel.Put(claim.mechanism).Put(claim.gap).Put(claim.mend);
  }
  return parcel.bytes();
}

// A run that says nothing, and why.
Confined Silent(std::string why) {
  Confined confined;
  confined.outcome.end = Outcome::End::kKilled;
  confined.outcome.err.head = std::move(why);
  return confined;
}

// A failure as its sentence begins already.
Failure Refused(std::string sentence) {
  constexpr std::string_view kBegin = "cannot ";
  if (sentence.starts_with(kBegin))
    sentence.erase(0, kBegin.size());
  return Fail(SBX_E_REFUSED, std::move(sentence));
}

Result<Confined> Unpack(std::string_view said) {
  ParcelReader parcel(said);
  const bool ran = parcel.Number() != 0;
  Confined confined;
  Outcome& outcome = confined.outcome;
  if (!ran) {
    std::string sentence = parcel.Text();
    if (parcel.Whole())
      return Refused(std::move(sentence));
    return Silent("the process that confines gave no answer");
  }
  const std::uint64_t end = parcel.Number();
  outcome.code = static_cast<int>(parcel.Number());
  outcome.out.head = parcel.Text();
  outcome.out.tail = parcel.Text();
  outcome.err.head = parcel.Text();
  std::string sentence = parcel.Text();
  while (!parcel.AtEnd()) {
    Enforcement claim;
    claim.restriction = parcel.Number();
    claim.level = static_cast<std::uint32_t>(parcel.Number());
    claim.mechanism = parcel.Text();
    claim.gap = parcel.Text();
    claim.mend = parcel.Text();
    confined.enforcement.push_back(std::move(claim));
  }
  if (!parcel.Whole() || end > static_cast<std::uint64_t>(Outcome::End::kNotStarted))
    return Silent("the process that confines gave no answer");
  outcome.end = static_cast<Outcome::End>(end);
  if (outcome.end == Outcome::End::kNotStarted)
    return Refused(std::move(sentence));
  return confined;
}

class Confiner {
 public:
  Confiner(const RunConfined& confine, const Trial& trial) : confine_(confine), trial_(trial) {}

  // Why nothing more is tried, or empty.
  [[nodiscard]] std::string Over() const {
    if (trial_.Left(kPatience) <= milliseconds(0))
      return std::string(kTimeOver);
    return over_;
  }

  Result<Confined> Run(const Policy& policy, const Launch& launch) {
    const milliseconds patience = trial_.Left(kPatience);
    const auto end =
        RunApart(patience, [&](const Say& say) { say(Pack(confine_(policy, launch))); });
    if (!end)
      return Silent(end.error().Sentence());
    if (end->fault.empty())
      return Unpack(end->said);
    const std::string fault = "the process that the plugin is in " + end->fault;
    if (end->late || ++faults_ == kMostFaults)
      over_ = "not made: before, " + fault;
    return Silent(fault);
  }

 private:
  const RunConfined& confine_;
  const Trial& trial_;
  unsigned faults_ = 0;
  std::string over_;
};

}  // namespace

Attacked AttackRunner(const RunConfined& confine, Lab& lab, sbx_restrictions understood,
                      const Trial& trial) {
  Attacked attacked;
  Confiner confiner(confine, trial);
  const RunConfined run = [&](const Policy& policy, const Launch& launch) {
    return confiner.Run(policy, launch);
  };
  std::vector<Row> rows;
  for (const Attack& attack : Battery()) {
    if (trial.begins)
      trial.begins(attack.id);
    if (std::string over = confiner.Over(); !over.empty()) {
      Row row;
      row.attack = &attack;
      row.claim.restriction = attack.restriction;
      row.detail = std::move(over);
      rows.push_back(std::move(row));
      continue;
    }
    rows.push_back(MakeAttack(lab, attack, run));
    if (rows.size() == 1 && rows[0].held == Held::kRefusedRun) {
      attacked.unusable = rows[0].detail;
      return attacked;
    }
  }
  attacked.claims = JudgeClaims(rows, understood);
  return attacked;
}

}  // namespace sbx
