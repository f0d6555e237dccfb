// SPDX-License-Identifier: MIT
//
// Ending a whole process tree from a subreaper: every process whose parent dies
// becomes our child, so that killing children until there are none ends all of
// them, whatever sessions and groups they made.
#ifndef SBX_CORE_PLATFORM_LINUX_LAUNCH_TREE_H_
#define SBX_CORE_PLATFORM_LINUX_LAUNCH_TREE_H_

#include <stdint.h>

namespace sbx::launch {

// The process that a run is about, and what became of it.
struct Target {
  int32_t pid = 0;
  bool ended = false;
  int32_t status = 0;
};

// Collects children that have ended, without waiting. False when there are none
// at all any more.
bool Collect(Target* target);

// Kills and collects until no child is left. False when some could not be seen
// (no /proc) and may go on.
bool KillTree(Target* target);

}  // namespace sbx::launch

#endif  // SBX_CORE_PLATFORM_LINUX_LAUNCH_TREE_H_
