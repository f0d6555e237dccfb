// SPDX-License-Identifier: MIT
//
// Giving up what the target does not have: whoever acts on a target's behalf
// (the listener) does it with the target's identity and without capabilities.
#ifndef SBX_CORE_PLATFORM_LINUX_LAUNCH_PRIVILEGE_HPP_
#define SBX_CORE_PLATFORM_LINUX_LAUNCH_PRIVILEGE_HPP_

#include <optional>

#include "core/platform/run.hpp"
#include "sbx/plugin/result.hpp"

namespace sbx::launch {

// For the calling thread alone, by raw system calls: the C library would do it
// to all threads. Cannot be undone.
[[nodiscard]] Result<void> BecomeTarget(const std::optional<Identity>& identity);

}  // namespace sbx::launch

#endif  // SBX_CORE_PLATFORM_LINUX_LAUNCH_PRIVILEGE_HPP_
