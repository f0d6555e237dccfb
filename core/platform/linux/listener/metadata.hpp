// SPDX-License-Identifier: MIT
//
// SBX_LISTEN_METADATA: mode, owner, times and extended attributes, which neither
// Landlock nor a read-only descriptor holds. The object is opened once; if it
// lies in a writable zone the call is done on it, by the supervisor, with the
// target's identity. Always refused: setuid bits, devices other than the user's
// own terminals.
#ifndef SBX_CORE_PLATFORM_LINUX_LISTENER_METADATA_HPP_
#define SBX_CORE_PLATFORM_LINUX_LISTENER_METADATA_HPP_

#include <linux/seccomp.h>

#include "core/platform/linux/listener/calls.hpp"
#include "core/platform/linux/listener/run_facts.hpp"

namespace sbx::listener {

[[nodiscard]] Verdict HandleMetadata(const RunFacts& facts, const Notifier& notifier,
                                     const seccomp_notif& call, const MetadataCall& entry);

}  // namespace sbx::listener

#endif  // SBX_CORE_PLATFORM_LINUX_LISTENER_METADATA_HPP_
