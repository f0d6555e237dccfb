// SPDX-License-Identifier: MIT
//
// Claims: what a runner says that it holds, beside what the battery showed. A
// runner may hold little; what it may not do is to claim more than it holds.
#ifndef SBX_CORE_CONFORMANCE_CLAIMS_HPP_
#define SBX_CORE_CONFORMANCE_CLAIMS_HPP_

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/doctor/doctor.hpp"

namespace sbx {

enum class Standing : std::uint8_t {
  kHeld,     // every attack that applies was refused
  kNotHeld,  // an attack got through, or the runner refuses such policies; named or not claimed
  kFalselyClaimed,  // an attack got through what was claimed
  kNotApplicable,   // nothing of the kind can be attacked on this host
  kUnclear,         // an attack gave no answer: nothing is known
};
[[nodiscard]] std::string_view WordOf(Standing standing);

struct ClaimFinding {
  sbx_restrictions restriction = 0;  // one bit
  Standing standing = Standing::kNotApplicable;
  unsigned attacks = 0;  // how many applied
  std::string mechanism, detail, gap, mend;
};

// One for each restriction that the battery attacks. `understood` is what the
// runner says of itself: silence about another bit is no claim.
[[nodiscard]] std::vector<ClaimFinding> JudgeClaims(std::span<const Row> rows,
                                                    sbx_restrictions understood);

}  // namespace sbx

#endif  // SBX_CORE_CONFORMANCE_CLAIMS_HPP_
