// SPDX-License-Identifier: MIT
//
// Where an opened object lies: the directory that holds the name it was reached
// by, found through the kernel's own name for it and checked to lead back to
// the same object, and the zone of that directory.
//
// A file with further hard links is judged by the name that was used. A link
// made before the run, inside a writable zone to a file outside, thus lets the
// file's metadata be changed, as it lets its bytes be changed.
#ifndef SBX_CORE_PLATFORM_LINUX_LISTENER_PLACE_HPP_
#define SBX_CORE_PLATFORM_LINUX_LISTENER_PLACE_HPP_

#include <sys/stat.h>

#include <string>

#include "core/platform/linux/listener/run_facts.hpp"
#include "core/platform/linux/listener/target.hpp"

namespace sbx::listener {

struct Place {
  bool writable = false;
  std::string path;  // of the object, for messages
  std::string rule;  // the deciding rule
};

[[nodiscard]] Place Locate(const RunFacts& facts, Target& target, int object_fd,
                           const struct stat& object);

// Could the target change the entries of this directory? Also when unknown.
[[nodiscard]] bool TargetMayChange(const RunFacts& facts, int directory_fd);

}  // namespace sbx::listener

#endif  // SBX_CORE_PLATFORM_LINUX_LISTENER_PLACE_HPP_
