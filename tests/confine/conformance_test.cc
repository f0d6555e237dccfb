// SPDX-License-Identifier: MIT
//
// The battery over every runner. Held or named: an attack that a runner does
// not hold must be a gap in its enforcement, and a gap must be shown by an
// attack that gets through.
#include <set>
#include <tuple>

#include <gtest/gtest.h>

#include "core/plugin/restriction_names.hpp"
#include "tests/confine/harness.hpp"

namespace sbx::confine {
namespace {

constexpr const char* kRunners[] = {"landlock", "bwrap"};

Row Make(Bench& bench, const std::string& runner, const Attack& attack) {
  return MakeAttack(*bench.lab, attack, ConfineWith(*bench.engine, runner, bench.around));
}

std::vector<std::string> Ids() {
  std::vector<std::string> ids;
  for (const Attack& attack : Battery())
    ids.emplace_back(attack.id.view());
  return ids;
}

class Attacks : public ::testing::TestWithParam<std::tuple<const char*, std::string>> {};

TEST_P(Attacks, AreHeldOrNamed) {
  const auto& [runner, id] = GetParam();
  Bench* bench = TheBench();
  ASSERT_NE(bench, nullptr);
  SBX_NEED_RUNNER(*bench, runner);
  const Row row = Make(*bench, runner, AttackNamed(id));
  for (const Contradiction& one : JudgeRow(row))
    ADD_FAILURE() << one.sentence;
  RecordProperty("held", std::string(WordOf(row.held)));
  RecordProperty("detail", row.detail);
  std::printf("%s: %s (%s)%s%s\n", id.c_str(), std::string(WordOf(row.held)).c_str(),
              row.detail.c_str(), row.claim.gap.empty() ? "" : "; gap: ", row.claim.gap.c_str());
}

INSTANTIATE_TEST_SUITE_P(
    Battery, Attacks, ::testing::Combine(::testing::ValuesIn(kRunners), ::testing::ValuesIn(Ids())),
    [](const auto& one) {
      return TestName(std::string(std::get<0>(one.param)) + "_" + std::get<1>(one.param));
    });

// The other direction. Of each variation one attack tells the claim; if that is
// not "full", one of the attacks must get through.
class Gaps : public ::testing::TestWithParam<std::tuple<const char*, unsigned>> {};

TEST_P(Gaps, AreShownByAnAttack) {
  const auto& [runner, bit] = GetParam();
  Bench* bench = TheBench();
  ASSERT_NE(bench, nullptr);
  SBX_NEED_RUNNER(*bench, runner);
  std::set<Vary> settled;
  std::vector<Row> rows;
  for (const Attack& attack : Battery()) {
    if (attack.restriction != sbx_restrictions{1} << bit || settled.count(attack.vary) != 0) {
      continue;
    }
    Row row = Make(*bench, runner, attack);
    const bool full = row.held == Held::kHeld && row.claim.level == SBX_LEVEL_FULL;
    if (full || row.held == Held::kOpen)
      settled.insert(attack.vary);
    rows.push_back(std::move(row));
  }
  for (const Contradiction& one : JudgeRows(rows))
    ADD_FAILURE() << one.sentence;
}

INSTANTIATE_TEST_SUITE_P(Battery, Gaps,
                         ::testing::Combine(::testing::ValuesIn(kRunners),
                                            ::testing::Range(0U, SBX_RESTRICTION_COUNT + 0U)),
                         [](const auto& one) {
                           const auto bit = sbx_restrictions{1} << std::get<1>(one.param);
                           return TestName(std::string(std::get<0>(one.param)) + "_" +
                                           std::string(RestrictionName(bit)));
                         });

}  // namespace
}  // namespace sbx::confine
