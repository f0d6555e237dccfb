// SPDX-License-Identifier: MIT
//
// What the tests of leaving nothing behind compare: processes, files, mounts
// and descriptors, before and after.
#ifndef SBX_TESTS_CONFINE_WATCH_HPP_
#define SBX_TESTS_CONFINE_WATCH_HPP_

#include <sys/types.h>

#include <chrono>
#include <string>
#include <vector>

namespace sbx::confine {

// Makes this process the parent of every orphan among its descendants, so that
// none can get out of sight.
void AdoptOrphans();

// Waits until no descendant is left; at `patience` returns the command lines of
// those that are. What is reported is then ended.
std::vector<std::string> Survivors(std::chrono::milliseconds patience);

// All names below `temp`, the caller's TMPDIR; those elsewhere that sbx could
// have made; mounts; the number of own descriptors. As sorted text.
std::string HostState(const std::string& temp);

// All names at and below `folder`.
std::string NamesBelow(const std::string& folder);

// Starts `argv` with the null device as standard streams, in `cwd`.
pid_t StartQuiet(const std::vector<std::string>& argv, const std::string& cwd);

}  // namespace sbx::confine

#endif  // SBX_TESTS_CONFINE_WATCH_HPP_
