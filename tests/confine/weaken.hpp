// SPDX-License-Identifier: MIT
//
// A mechanism switched off: the attack that it holds must get through while the
// runner still claims the restriction, so that the conformance suite would fail.
#ifndef SBX_TESTS_CONFINE_WEAKEN_HPP_
#define SBX_TESTS_CONFINE_WEAKEN_HPP_

#include <functional>
#include <ostream>
#include <string>

#include <gtest/gtest.h>

#include "tests/confine/harness.hpp"

namespace sbx::confine {

struct Off {
  std::string mechanism;  // what is off, for the test's name
  std::string attack;
  std::function<void(bool on)> runner = {};  // switches a part of the runner off and on
  WeakenForTests launch = {};                // a part of the launch
  bool root_only = false;
};

inline std::ostream& operator<<(std::ostream& out, const Off& off) {
  return out << off.mechanism << ": " << off.attack;
}

// Held first, open with the mechanism off, held again.
inline void ExpectCaught(Bench& bench, const std::string& runner, const Off& off, bool root) {
  if (off.root_only && !root) GTEST_SKIP() << "the attack needs root to be possible at all";
  const Attack& attack = AttackNamed(off.attack);
  const auto make = [&](const WeakenForTests& weaken) {
    return MakeAttack(*bench.lab, attack,
                      ConfineWith(*bench.engine, runner, bench.around, weaken));
  };
  const Row before = make({});
  if (before.held == Held::kNotApplicable) GTEST_SKIP() << before.detail;
  ASSERT_EQ(before.held, Held::kHeld) << before.detail;
  if (off.runner) off.runner(true);
  const Row weak = make(off.launch);
  if (off.runner) off.runner(false);
  EXPECT_EQ(weak.held, Held::kOpen) << off.mechanism << " is off, yet: " << weak.detail;
  const Row after = make({});
  EXPECT_EQ(after.held, Held::kHeld) << after.detail;
}

}  // namespace sbx::confine

#endif  // SBX_TESTS_CONFINE_WEAKEN_HPP_
