// SPDX-License-Identifier: MIT
//
// SBX_LISTEN_SCHEDULE: calls that schedule something other than the calling
// thread. Threads are named by number, also by a program that means its own
// (pthread_setaffinity_np), so each is looked up: one of this run is scheduled
// on the target's behalf; groups and users, which may have members outside, and
// threads outside are refused with EPERM.
//
// What stays: between the look-up and the call a thread of the run can end and
// its number pass to another process. The kernel has no such call on a
// descriptor; the number would have to come round within a few microseconds.
#ifndef SBX_CORE_PLATFORM_LINUX_LISTENER_SCHEDULE_HPP_
#define SBX_CORE_PLATFORM_LINUX_LISTENER_SCHEDULE_HPP_

#include <linux/seccomp.h>

#include "core/platform/linux/listener/calls.hpp"
#include "core/platform/linux/listener/run_facts.hpp"

namespace sbx::listener {

[[nodiscard]] Verdict HandleSchedule(const RunFacts& facts, const Notifier& notifier,
                                     const seccomp_notif& call, const ScheduleCall& entry);

}  // namespace sbx::listener

#endif  // SBX_CORE_PLATFORM_LINUX_LISTENER_SCHEDULE_HPP_
