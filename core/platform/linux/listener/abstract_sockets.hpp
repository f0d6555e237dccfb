// SPDX-License-Identifier: MIT
//
// Abstract Unix sockets: names without an object, shared by a whole network
// namespace. One may be reached when every socket that listens by that name is
// held by a process of this run.
//
// The kernel's list writes names raw, so that a name can look like another one
// or, with a line feed in it, like a line of the list. Both can only add sockets
// to those that must belong to the run.
#ifndef SBX_CORE_PLATFORM_LINUX_LISTENER_ABSTRACT_SOCKETS_HPP_
#define SBX_CORE_PLATFORM_LINUX_LISTENER_ABSTRACT_SOCKETS_HPP_

#include <string_view>

#include "core/platform/linux/listener/connector.hpp"
#include "core/platform/linux/listener/run_facts.hpp"

namespace sbx::listener {

// `name` is as in the address, its leading NUL included.
[[nodiscard]] Verdict JudgeAbstract(const RunFacts& facts, Target& target, const ConnectJob& job,
                                    int type, std::string_view name);

}  // namespace sbx::listener

#endif  // SBX_CORE_PLATFORM_LINUX_LISTENER_ABSTRACT_SOCKETS_HPP_
