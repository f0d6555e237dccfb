// SPDX-License-Identifier: MIT
//
// The battery: every attack as one line of a table. An attack belongs to one
// restriction, is made under one variation of the policy, and is a command line
// for `sbx-attack` whose $NAMES the lab fills in.
#ifndef SBX_CORE_DOCTOR_BATTERY_HPP_
#define SBX_CORE_DOCTOR_BATTERY_HPP_

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "sbx/abi/draft/restriction.h"

#include "core/policy/policy.hpp"
#include "core/text/inline_text.hpp"

namespace sbx {

// What the policy is, beside its workspace.
enum class Vary : std::uint8_t {
  kPlain,           // the defaults
  kReadOnly,        // nothing may be written
  kDenyRead,        // a directory and a file outside may not be read
  kDenyReadInside,  // the same for a directory in the workspace
  kDenyWrite,       // .git/hooks in the workspace may not be written
  kPattern,         // a pattern that no file in the workspace matches yet may not be written
  kBare,            // the workspace has no configuration of sbx yet
  kNoNetwork,
  kPrivateTmp,
  kNoTmp,
  kLimits,
  kProcessLimit,
};

struct Attack {
  InlineText<32> id;
  sbx_restrictions restriction = 0;  // one bit
  Vary vary{};
  std::array<InlineText<32>, 6> argv;  // up to the first empty word
  bool leaks = false;                  // made with two descriptors left open in the caller
  bool may_refuse = false;             // a runner may refuse this variation as a whole
  bool has_input = false;              // standard input is a file outside, opened for reading
};

[[nodiscard]] std::span<const Attack> Battery();

}  // namespace sbx

#endif  // SBX_CORE_DOCTOR_BATTERY_HPP_
