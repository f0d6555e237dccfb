// SPDX-License-Identifier: MIT
//
// Doctor: makes every attack of the battery twice, unconfined and confined, and
// holds what a runner says of itself against what happened. An attack that is
// impossible unconfined proves nothing and is not counted as held.
#ifndef SBX_CORE_DOCTOR_DOCTOR_HPP_
#define SBX_CORE_DOCTOR_DOCTOR_HPP_

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "core/doctor/battery.hpp"
#include "core/doctor/lab.hpp"
#include "core/platform/run.hpp"
#include "core/policy/policy.hpp"
#include "sbx/plugin/result.hpp"

namespace sbx {

// Runs `launch` confined under `policy`. An Error: the run was refused, nothing
// of the command ran.
struct Confined {
  Outcome outcome;
  std::vector<Enforcement> enforcement;
};
using RunConfined = std::function<Result<Confined>(const Policy& policy, const Launch& launch)>;

enum class Held : std::uint8_t {
  kHeld,           // possible unconfined, refused confined
  kOpen,           // possible confined
  kNotApplicable,  // not possible unconfined: nothing to refuse on this host
  kRefusedRun,     // the runner refuses this policy as a whole; nothing ran
  kUnclear,        // failed for a reason that says nothing; `detail` has it
};
[[nodiscard]] std::string_view WordOf(Held held);

struct Row {
  const Attack* attack = nullptr;
  Held held = Held::kUnclear;
  std::string detail;  // "EACCES open for writing", or why there is nothing to say
  Enforcement claim;   // what the run said of the restriction; level NONE and no gap: nothing
};

// Makes one attack.
[[nodiscard]] Row MakeAttack(Lab& lab, const Attack& attack, const RunConfined& run);

// Where rows and claims do not fit together.
struct Contradiction {
  enum class Kind : std::uint8_t {
    kOverclaimed,   // open, though said to be fully held, or with no gap named
    kUnderclaimed,  // every attack was held, though said not to be held (fully)
    kRefused,       // the run was refused where it should work
    kUnclear,       // an attack gave no answer
  };
  Kind kind = Kind::kUnclear;
  sbx_restrictions restriction = 0;
  std::string sentence;
};

// Whether one row fits its own claim.
[[nodiscard]] std::vector<Contradiction> JudgeRow(const Row& row);

// All rows of one runner: every row, and for each weaker claim that an attack
// shows it to be true.
[[nodiscard]] std::vector<Contradiction> JudgeRows(std::span<const Row> rows);

// One line per restriction, for people.
struct Finding {
  sbx_restrictions restriction = 0;
  Held held = Held::kNotApplicable;  // held only if every attack that applies is
  unsigned attacks = 0;              // how many applied
  std::string mechanism;
  std::string detail;  // the first attack that is open or unclear, and what was seen
  std::string gap, mend;
};
[[nodiscard]] std::vector<Finding> Summarise(std::span<const Row> rows);

}  // namespace sbx

#endif  // SBX_CORE_DOCTOR_DOCTOR_HPP_
