// SPDX-License-Identifier: MIT
//
// JoinFilters: one seccomp program that decides as two installed one after the
// other would. The kernel compiles and protects each installed program apart,
// which costs more than everything else that a launch does before exec.
#ifndef SBX_CORE_PLATFORM_LINUX_LAUNCH_JOIN_FILTERS_HPP_
#define SBX_CORE_PLATFORM_LINUX_LAUNCH_JOIN_FILTERS_HPP_

#include <linux/filter.h>

#include <span>
#include <vector>

namespace sbx::launch {

// `first`, and where it allows, `second`. Empty when that would not be the same:
// `first` has an answer that is not a constant, or one (log, trace, notify, an
// unknown one) that a stricter answer of `second` should override; or the two do
// not fit into one program. Where both refuse, `first` names the error.
[[nodiscard]] std::vector<sock_filter> JoinFilters(std::span<const sock_filter> first,
                                                   std::span<const sock_filter> second);

}  // namespace sbx::launch

#endif  // SBX_CORE_PLATFORM_LINUX_LAUNCH_JOIN_FILTERS_HPP_
