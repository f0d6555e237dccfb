// SPDX-License-Identifier: MIT
//
// SBX_LISTEN_UNIX: every connect(2) of the target. The address is read once and
// the target's socket duplicated; from then on neither can be exchanged. What is
// allowed is connected by the supervisor with the duplicate: the peer sees the
// supervisor's process number and the target's user.
#ifndef SBX_CORE_PLATFORM_LINUX_LISTENER_CONNECT_HPP_
#define SBX_CORE_PLATFORM_LINUX_LISTENER_CONNECT_HPP_

#include <linux/seccomp.h>

#include "core/platform/linux/listener/connector.hpp"
#include "core/platform/linux/listener/run_facts.hpp"

namespace sbx::listener {

[[nodiscard]] Verdict HandleConnect(const RunFacts& facts, const Notifier& notifier,
                                    Connector& connector, const seccomp_notif& call);

}  // namespace sbx::listener

#endif  // SBX_CORE_PLATFORM_LINUX_LISTENER_CONNECT_HPP_
