// SPDX-License-Identifier: MIT
//
// A thread for the code of a plugin that may not come back: nobody joins it, and no
// signal of the process is delivered to it.
#ifndef SBX_CORE_PLATFORM_QUIET_THREAD_HPP_
#define SBX_CORE_PLATFORM_QUIET_THREAD_HPP_

#include <functional>

namespace sbx {

// Whether it could be started. `work` owns what it uses: it may end after everything
// else. [any]
[[nodiscard]] bool StartQuietThread(std::function<void()> work);

}  // namespace sbx

#endif  // SBX_CORE_PLATFORM_QUIET_THREAD_HPP_
