// SPDX-License-Identifier: MIT
#include <algorithm>

#include "core/doctor/doctor.hpp"
#include "core/plugin/restriction_names.hpp"

namespace sbx {
namespace {

std::string_view LevelWord(std::uint32_t level) {
  if (level == SBX_LEVEL_FULL)
    return "full";
  return level == SBX_LEVEL_PARTIAL ? "partial" : "none";
}

// "fs.write is said to be full by 'landlock'"
std::string Said(const Enforcement& claim) {
  std::string text(RestrictionName(claim.restriction));
  text += " is said to be '";
  text += LevelWord(claim.level);
  text += '\'';
  if (!claim.mechanism.empty())
    text += " by '" + claim.mechanism + "'";
  if (!claim.gap.empty())
    text += " with the gap '" + claim.gap + "'";
  return text;
}

Contradiction Found(Contradiction::Kind kind, const Row& row, const std::string& what) {
  return Contradiction{kind, row.attack->restriction, Said(row.claim) + ", but " + what};
}

std::string Quote(const Row& row) {
  std::string text("'");
  text += row.attack->id;
  text += "' is ";
  text += WordOf(row.held);
  text += " (" + row.detail + ")";
  return text;
}

bool SameClaim(const Enforcement& a, const Enforcement& b) {
  return a.restriction == b.restriction && a.level == b.level && a.gap == b.gap;
}

}  // namespace

std::vector<Contradiction> JudgeRow(const Row& row) {
  using Kind = Contradiction::Kind;
  const std::string what = Quote(row);
  switch (row.held) {
    case Held::kHeld:
      if (row.claim.level != SBX_LEVEL_NONE && row.claim.mechanism.empty()) {
        return {Found(Kind::kOverclaimed, row, what + " and no mechanism is named")};
      }
      return {};
    case Held::kNotApplicable:
      return {};
    case Held::kOpen:
      if (row.claim.level == SBX_LEVEL_FULL || row.claim.gap.empty()) {
        return {Found(Kind::kOverclaimed, row, what)};
      }
      return {};
    case Held::kRefusedRun:
      if (row.attack->may_refuse)
        return {};
      return {Found(Kind::kRefused, row, what)};
    case Held::kUnclear:
      return {Found(Kind::kUnclear, row, what)};
  }
  return {};
}

std::vector<Contradiction> JudgeRows(std::span<const Row> rows) {
  std::vector<Contradiction> all;
  std::vector<const Row*> seen;  // one row of each weaker claim
  for (const Row& row : rows) {
    for (Contradiction& one : JudgeRow(row))
      all.push_back(std::move(one));
    if (row.held != Held::kHeld || row.claim.level == SBX_LEVEL_FULL)
      continue;
    const bool known = std::any_of(seen.begin(), seen.end(), [&](const Row* other) {
      return SameClaim(other->claim, row.claim);
    });
    if (!known)
      seen.push_back(&row);
  }
  for (const Row* row : seen) {
    const bool shown = std::any_of(rows.begin(), rows.end(), [&](const Row& other) {
      return SameClaim(other.claim, row->claim) && other.held == Held::kOpen;
    });
    if (!shown) {
      all.push_back(Found(Contradiction::Kind::kUnderclaimed, *row,
                          "every attack that applies is held, " + Quote(*row) + " for one"));
    }
  }
  return all;
}

std::vector<Finding> Summarise(std::span<const Row> rows) {
  std::vector<Finding> findings;
  for (unsigned bit = 0; bit < SBX_RESTRICTION_COUNT; ++bit) {
    Finding finding;
    finding.restriction = sbx_restrictions{1} << bit;
    bool any = false;
    for (const Row& row : rows) {
      if (row.attack->restriction != finding.restriction)
        continue;
      any = true;
      if (finding.mechanism.empty())
        finding.mechanism = row.claim.mechanism;
      if (finding.gap.empty())
        finding.gap = row.claim.gap;
      if (finding.mend.empty())
        finding.mend = row.claim.mend;
      if (row.held == Held::kNotApplicable)
        continue;
      ++finding.attacks;
      const auto worse = [](Held held) {  // open, unclear, refused, held, not applicable
        switch (held) {
          case Held::kOpen:
            return 4;
          case Held::kUnclear:
            return 3;
          case Held::kRefusedRun:
            return 2;
          case Held::kHeld:
            return 1;
          case Held::kNotApplicable:
            return 0;
        }
        return 0;
      };
      // A policy that a runner refuses is not held by it, yet nothing ran.
      const bool harmless = row.held == Held::kRefusedRun && row.attack->may_refuse;
      if (harmless || worse(row.held) <= worse(finding.held))
        continue;
      finding.held = row.held;
      if (row.held != Held::kHeld)
        finding.detail = std::string(row.attack->id) + ": " + row.detail;
    }
    if (any)
      findings.push_back(std::move(finding));
  }
  return findings;
}

}  // namespace sbx
