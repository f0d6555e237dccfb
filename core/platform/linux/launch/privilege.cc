// SPDX-License-Identifier: MIT
#include "core/platform/linux/launch/privilege.hpp"

#include <linux/capability.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>

namespace sbx::launch {

Result<void> BecomeTarget(const std::optional<Identity>& identity) {
  // No exec gives back what is given up below; emptying the bounding set would
  // say the same in forty calls.
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
    return FailOs(errno, "give up new privileges");
  if (identity) {
    if (syscall(SYS_setgroups, identity->groups.size(), identity->groups.data()) != 0 ||
        syscall(SYS_setresgid, identity->gid, identity->gid, identity->gid) != 0 ||
        syscall(SYS_setresuid, identity->uid, identity->uid, identity->uid) != 0) {
      return FailOs(errno, "become user", std::to_string(identity->uid),
                    "running as somebody else needs privilege");
    }
  }
  prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
  __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
  __user_cap_data_struct none[2] = {};
  if (syscall(SYS_capset, &header, none) != 0)
    return FailOs(errno, "give up capabilities");
  return {};
}

}  // namespace sbx::launch
