// SPDX-License-Identifier: MIT
//
// The processes of a run: the descendants of its reaper. Orphans come back to
// it, so that the tree is whole at any moment.
#ifndef SBX_CORE_PLATFORM_LINUX_LISTENER_DESCENDANTS_HPP_
#define SBX_CORE_PLATFORM_LINUX_LISTENER_DESCENDANTS_HPP_

#include <cstdint>
#include <set>
#include <vector>

namespace sbx::listener {

// Without the reaper itself. Ends early, with what was found, at a few thousand.
[[nodiscard]] std::vector<int> Descendants(int reaper_pid);

// The process that the thread `tid` belongs to; 0 when there is no such thread.
[[nodiscard]] int OwnerOfThread(int tid);

// By the parents of `pid`. False also where the chain is longer than any that
// is not made to be long, or was changing while it was followed.
[[nodiscard]] bool IsDescendant(int pid, int reaper_pid);

// Takes from `inodes` those of sockets that one of the processes has open.
void RemoveHeld(const std::vector<int>& processes, std::set<std::uint64_t>& inodes);

}  // namespace sbx::listener

#endif  // SBX_CORE_PLATFORM_LINUX_LISTENER_DESCENDANTS_HPP_
