// SPDX-License-Identifier: MIT
//
// What programs need to read to run at all, when nothing else may be read: the
// system's programs and libraries, what the C library looks up, certificates,
// time zones, and what run times ask of /proc and /sys. Nothing of the user's.
#ifndef SBX_CORE_POLICY_READ_SET_HPP_
#define SBX_CORE_POLICY_READ_SET_HPP_

#include <span>

#include "core/text/inline_text.hpp"

namespace sbx {

using PathText = InlineText<40>;

// Absolute paths; those that are not there are left out by whoever uses them.
[[nodiscard]] std::span<const PathText> MinimumReadSet();

}  // namespace sbx

#endif  // SBX_CORE_POLICY_READ_SET_HPP_
