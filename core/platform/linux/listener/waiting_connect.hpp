// SPDX-License-Identifier: MIT
//
// WaitingConnect: a connect(2) on a duplicate of the target's socket that takes
// as long as the target's own would, and can yet be given up.
#ifndef SBX_CORE_PLATFORM_LINUX_LISTENER_WAITING_CONNECT_HPP_
#define SBX_CORE_PLATFORM_LINUX_LISTENER_WAITING_CONNECT_HPP_

#include <atomic>

#include "core/platform/linux/listener/connector.hpp"

namespace sbx::listener {

// 0 or an errno. Gives up with EINTR when `stop` is set, when the notification
// no longer stands, or when the target has caught a signal that is meant to
// interrupt it (SIGHUP, SIGINT, SIGQUIT, SIGALRM, SIGTERM).
[[nodiscard]] int WaitingConnect(const ConnectJob& job, const Notifier& notifier,
                                 const std::atomic<bool>& stop);

}  // namespace sbx::listener

#endif  // SBX_CORE_PLATFORM_LINUX_LISTENER_WAITING_CONNECT_HPP_
