// SPDX-License-Identifier: MIT
//
// Other paths to the same files: bind mounts, found in the mount table. A closed
// object must be closed under each of them, or it is read through the other door.
#ifndef SBX_PLUGINS_LINUX_MOUNT_ALIASES_HPP_
#define SBX_PLUGINS_LINUX_MOUNT_ALIASES_HPP_

#include <string>
#include <string_view>
#include <vector>

namespace sbx::runner {

class MountTable {
 public:
  // The table of this process; empty when it cannot be read.
  [[nodiscard]] static MountTable Read();
  // From the text of /proc/self/mountinfo.
  explicit MountTable(std::string_view text);

  // Paths, other than `path` and those below it, where the table shows the object
  // at `path` or something below it. Whether a later mount hides such a path is
  // for the caller to see.
  [[nodiscard]] std::vector<std::string> AliasesOf(std::string_view path) const;

 private:
  struct Mount {
    std::string device;  // "major:minor"
    std::string root;    // what of the file system is mounted
    std::string point;   // and where
  };
  std::vector<Mount> mounts_;
};

}  // namespace sbx::runner

#endif  // SBX_PLUGINS_LINUX_MOUNT_ALIASES_HPP_
