// SPDX-License-Identifier: MIT
//
// Unix sockets that have a path: which may be reached. A named one is known by
// its object, or by its entry in a directory that the target cannot change. Any
// other must lie in a writable zone and be younger than the run; a hard link or
// a rename does not make it younger.
#ifndef SBX_CORE_PLATFORM_LINUX_LISTENER_UNIX_SOCKETS_HPP_
#define SBX_CORE_PLATFORM_LINUX_LISTENER_UNIX_SOCKETS_HPP_

#include <string>
#include <string_view>
#include <vector>

#include "core/platform/linux/listener/connector.hpp"
#include "core/platform/linux/listener/run_facts.hpp"

namespace sbx::listener {

// Opens what the policy's allowed sockets name. One that does not exist yet
// counts from when its name appears in its directory; without that directory it
// stays unreachable. The target may run already: a name that passes a link which
// the target can change is not used, and in a directory that it can change only
// an object that nobody has linked or renamed since the run began.
[[nodiscard]] std::vector<NamedSocket> OpenNamedSockets(const RunFacts& facts);

// Finds and judges the socket at `path` for a socket of `type`. When it is
// allowed, the job's address becomes the opened object. One in the workspace that
// an earlier run left behind gets the kernel's own answer, ECONNREFUSED.
[[nodiscard]] Verdict JudgeUnixPath(const RunFacts& facts, const Notifier& notifier, Target& target,
                                    ConnectJob& job, int type, std::string_view path);

}  // namespace sbx::listener

#endif  // SBX_CORE_PLATFORM_LINUX_LISTENER_UNIX_SOCKETS_HPP_
