// SPDX-License-Identifier: MIT
//
// Change: the values of one metadata call, read from the target once, so that
// what is judged is what is done.
#ifndef SBX_CORE_PLATFORM_LINUX_LISTENER_CHANGE_HPP_
#define SBX_CORE_PLATFORM_LINUX_LISTENER_CHANGE_HPP_

#include <linux/seccomp.h>
#include <sys/stat.h>
#include <sys/types.h>

#include <cstdint>
#include <ctime>
#include <string>
#include <vector>

#include "core/platform/linux/listener/calls.hpp"
#include "core/platform/linux/listener/target.hpp"

namespace sbx::listener {

struct Change {
  MetadataKind kind = MetadataKind::kMode;
  mode_t mode = 0;
  std::uint32_t uid = 0, gid = 0;
  bool now = false;  // no times given
  timespec times[2] = {};
  std::string name;         // of an extended attribute
  std::vector<char> value;  // of it, or a struct file_attr
  int flags = 0;            // of setxattr
};

// Reads the values; 0, or the errno that the kernel would give.
[[nodiscard]] int ReadChange(const Target& target, const seccomp_notif& call,
                             const MetadataCall& entry, Change& change);

// Does it to the object behind `object_fd`, which may be O_PATH and may be a
// symbolic link; 0 or an errno.
[[nodiscard]] int Apply(const Change& change, int object_fd);

// Whether the kernel would let a process with the identity of this thread, which has no
// capabilities, make the change: only then it is sbx that stands in its way.
[[nodiscard]] bool WouldSucceed(const Change& change, int object_fd, const struct stat& object);

}  // namespace sbx::listener

#endif  // SBX_CORE_PLATFORM_LINUX_LISTENER_CHANGE_HPP_
