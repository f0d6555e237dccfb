// SPDX-License-Identifier: MIT
//
// What a runner said beside what was seen.
#include "core/conformance/claims.hpp"

#include <gtest/gtest.h>

namespace sbx {
namespace {

const Attack& AttackOn(sbx_restrictions bit) {
  for (const Attack& attack : Battery()) {
    if (attack.restriction == bit)
      return attack;
  }
  std::abort();
}

Row Made(sbx_restrictions bit, Held held, std::uint32_t level, const char* gap = "") {
  Row row;
  row.attack = &AttackOn(bit);
  row.held = held;
  row.detail = "seen";
  row.claim = {bit, level, level == SBX_LEVEL_NONE ? "" : "it", gap, {}};
  return row;
}

ClaimFinding Judge(const std::vector<Row>& rows, sbx_restrictions understood = SBX_FS_WRITE) {
  for (ClaimFinding& claim : JudgeClaims(rows, understood)) {
    if (claim.restriction == rows.front().attack->restriction)
      return std::move(claim);
  }
  ADD_FAILURE() << "no finding";
  return {};
}

TEST(Claims, HeldOnlyWhenEveryAttackIs) {
  const Row held = Made(SBX_FS_WRITE, Held::kHeld, SBX_LEVEL_FULL);
  EXPECT_EQ(Judge({held, held}).standing, Standing::kHeld);
  EXPECT_EQ(Judge({held, Made(SBX_FS_WRITE, Held::kOpen, SBX_LEVEL_FULL)}).standing,
            Standing::kFalselyClaimed);
  EXPECT_EQ(Judge({held, Made(SBX_FS_WRITE, Held::kUnclear, SBX_LEVEL_FULL)}).standing,
            Standing::kUnclear);
}

TEST(Claims, ANamedGapIsHonest) {
  const Row named = Made(SBX_FS_WRITE, Held::kOpen, SBX_LEVEL_PARTIAL, "a gap");
  EXPECT_EQ(Judge({named}).standing, Standing::kNotHeld);
  EXPECT_EQ(Judge({Made(SBX_FS_WRITE, Held::kOpen, SBX_LEVEL_PARTIAL)}).standing,
            Standing::kFalselyClaimed);
  // An honest gap does not hide that another attack told nothing.
  EXPECT_EQ(Judge({named, Made(SBX_FS_WRITE, Held::kUnclear, SBX_LEVEL_PARTIAL, "a gap")}).standing,
            Standing::kUnclear);
}

TEST(Claims, SilenceIsHonestAboutWhatIsNotUnderstood) {
  const std::vector<Row> open = {Made(SBX_FS_WRITE, Held::kOpen, SBX_LEVEL_NONE)};
  EXPECT_EQ(Judge(open, 0).standing, Standing::kNotHeld);
  EXPECT_EQ(Judge(open, SBX_FS_WRITE).standing, Standing::kFalselyClaimed);
}

TEST(Claims, ARefusedPolicyIsNotHeld) {
  EXPECT_EQ(Judge({Made(SBX_FS_READ, Held::kRefusedRun, SBX_LEVEL_NONE)}).standing,
            Standing::kNotHeld);
  EXPECT_EQ(Judge({Made(SBX_FS_READ, Held::kNotApplicable, SBX_LEVEL_NONE)}).standing,
            Standing::kNotApplicable);
}

}  // namespace
}  // namespace sbx
