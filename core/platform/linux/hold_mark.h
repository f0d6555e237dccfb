// SPDX-License-Identifier: MIT
//
// The mark of a name that runs hold: an empty directory with this mode and time
// of modification stands for "nothing may be made here", not for itself.
#ifndef SBX_CORE_PLATFORM_LINUX_HOLD_MARK_H_
#define SBX_CORE_PLATFORM_LINUX_HOLD_MARK_H_

#include <stdint.h>

namespace sbx {

inline constexpr uint32_t kHoldMode = 0555;
inline constexpr int64_t kHoldMarkSeconds = 1234567890;
inline constexpr int64_t kHoldMarkNanoseconds = 73627800;

}  // namespace sbx

#endif  // SBX_CORE_PLATFORM_LINUX_HOLD_MARK_H_
