// SPDX-License-Identifier: MIT
#include "core/platform/linux/launch/privilege.hpp"

#include <linux/capability.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>

namespace sbx::launch {

Result<void> BecomeTarget(const std::optional<Identity>& identity) {
  for (long capability = 0; capability < 64; ++capability) {
    if (prctl(PR_CAPBSET_DROP, capability, 0, 0, 0) != 0) break;  // past the last, or not ours
  }
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
  if (syscall(SYS_capset, &header, none) != 0) return FailOs(errno, "give up capabilities");
  return {};
}

}  // namespace sbx::launch
