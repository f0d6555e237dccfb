// SPDX-License-Identifier: MIT
#include "core/conformance/claims.hpp"

namespace sbx {
namespace {

bool IsFalse(const Row& row, sbx_restrictions understood) {
  if (row.held != Held::kOpen || row.claim.level == SBX_LEVEL_FULL)
    return row.held == Held::kOpen;
  const bool silent =
      row.claim.level == SBX_LEVEL_NONE && (row.claim.restriction & understood) == 0;
  return row.claim.gap.empty() && !silent;
}

Standing Of(Held held) {
  switch (held) {
    case Held::kHeld:
      return Standing::kHeld;
    case Held::kOpen:
    case Held::kRefusedRun:
      return Standing::kNotHeld;
    case Held::kNotApplicable:
      return Standing::kNotApplicable;
    case Held::kUnclear:
      return Standing::kUnclear;
  }
  return Standing::kUnclear;
}

}  // namespace

std::string_view WordOf(Standing standing) {
  switch (standing) {
    case Standing::kHeld:
      return "held";
    case Standing::kNotHeld:
      return "not held";
    case Standing::kFalselyClaimed:
      return "claimed, not held";
    case Standing::kNotApplicable:
      return "not applicable";
    case Standing::kUnclear:
      return "unclear";
  }
  return "unclear";
}

std::vector<ClaimFinding> JudgeClaims(std::span<const Row> rows, sbx_restrictions understood) {
  std::vector<ClaimFinding> claims;
  for (Finding& finding : Summarise(rows)) {
    ClaimFinding claim{finding.restriction,       Of(finding.held),
                       finding.attacks,           std::move(finding.mechanism),
                       std::move(finding.detail), std::move(finding.gap),
                       std::move(finding.mend)};
    for (const Row& row : rows) {
      if (row.attack->restriction != claim.restriction)
        continue;
      if (IsFalse(row, understood) && claim.standing != Standing::kFalselyClaimed) {
        claim.standing = Standing::kFalselyClaimed;
        claim.detail = std::string(row.attack->id) + ": " + row.detail;
      } else if (row.held == Held::kUnclear && claim.standing == Standing::kNotHeld) {
        claim.standing = Standing::kUnclear;
        claim.detail = std::string(row.attack->id) + ": " + row.detail;
      }
    }
    claims.push_back(std::move(claim));
  }
  return claims;
}

}  // namespace sbx
