// SPDX-License-Identifier: MIT
#include "plugins/linux/syscall_rules.hpp"

#include <algorithm>
#include <iterator>

#include "plugins/linux/uapi/seccomp.h"

namespace sbx::runner {
namespace {

using enum CallGroup;
using enum CallCheck;

constexpr CallRule kRules[] = {
    // Mounts, old and new; the namespaces that would make them possible.
    {"mount", 165, 40, kNamespaces, kRefuse},
    {"umount2", 166, 39, kNamespaces, kRefuse},
    {"pivot_root", 155, 41, kNamespaces, kRefuse},
    {"chroot", 161, 51, kNamespaces, kRefuse},
    {"open_tree", 428, 428, kNamespaces, kRefuse},
    {"move_mount", 429, 429, kNamespaces, kRefuse},
    {"fsopen", 430, 430, kNamespaces, kRefuse},
    {"fsconfig", 431, 431, kNamespaces, kRefuse},
    {"fsmount", 432, 432, kNamespaces, kRefuse},
    {"fspick", 433, 433, kNamespaces, kRefuse},
    {"mount_setattr", 442, 442, kNamespaces, kRefuse},
    {"open_tree_attr", SBX_NR_OPEN_TREE_ATTR, SBX_NR_OPEN_TREE_ATTR, kNamespaces, kRefuse},
    {"setns", 308, 268, kNamespaces, kRefuse},
    {"unshare", 272, 97, kNamespaces, kUnshare},
    {"clone", 56, 220, kNamespaces, kClone},
    {"clone3", 435, 435, kNamespaces, kMissing},

    // Ways around every other mechanism, and the kernel's own management.
    {"io_uring_setup", 425, 425, kKernel, kMissing},
    {"io_uring_enter", 426, 426, kKernel, kMissing},
    {"io_uring_register", 427, 427, kKernel, kMissing},
    {"open_by_handle_at", 304, 265, kKernel, kRefuse},
    {"bpf", 321, 280, kKernel, kRefuse},
    {"perf_event_open", 298, 241, kKernel, kRefuse},
    {"userfaultfd", 323, 282, kKernel, kRefuse},
    {"create_module", 174, -1, kKernel, kRefuse},
    {"init_module", 175, 105, kKernel, kRefuse},
    {"finit_module", 313, 273, kKernel, kRefuse},
    {"delete_module", 176, 106, kKernel, kRefuse},
    {"kexec_load", 246, 104, kKernel, kRefuse},
    {"kexec_file_load", 320, 294, kKernel, kRefuse},
    {"swapon", 167, 224, kKernel, kRefuse},
    {"swapoff", 168, 225, kKernel, kRefuse},
    {"reboot", 169, 142, kKernel, kRefuse},
    {"acct", 163, 89, kKernel, kRefuse},
    {"quotactl", 179, 60, kKernel, kRefuse},
    {"quotactl_fd", 443, 443, kKernel, kRefuse},
    {"syslog", 103, 116, kKernel, kRefuse},
    {"settimeofday", 164, 170, kKernel, kRefuse},
    {"clock_settime", 227, 112, kKernel, kRefuse},
    {"sethostname", 170, 161, kKernel, kRefuse},
    {"setdomainname", 171, 162, kKernel, kRefuse},
    {"iopl", 172, -1, kKernel, kRefuse},
    {"ioperm", 173, -1, kKernel, kRefuse},
    {"uselib", 134, -1, kKernel, kRefuse},
    {"nfsservctl", 180, 42, kKernel, kRefuse},
    {"lookup_dcookie", 212, 18, kKernel, kRefuse},
    {"vhangup", 153, 58, kKernel, kRefuse},
    {"personality", 135, 92, kKernel, kPersonality},
    {"prlimit64", 302, 261, kKernel, kPrlimit},

    {"add_key", 248, 217, kKeyring, kRefuse},
    {"request_key", 249, 218, kKeyring, kRefuse},
    {"keyctl", 250, 219, kKeyring, kRefuse},

    // Nobody gets a program that runs as the user who made it.
    {"chmod", 90, -1, kModes, kMode1},
    {"fchmod", 91, 52, kModes, kMode1},
    {"fchmodat", 268, 53, kModes, kMode2},
    {"fchmodat2", SBX_NR_FCHMODAT2, SBX_NR_FCHMODAT2, kModes, kMode2},
    {"mknod", 133, -1, kModes, kMode1},
    {"mknodat", 259, 33, kModes, kMode2},
    {"mkdir", 83, -1, kModes, kDirMode1},
    {"mkdirat", 258, 34, kModes, kDirMode2},
    {"creat", 85, -1, kModes, kMode1},
    {"open", 2, -1, kModes, kOpen},
    {"openat", 257, 56, kModes, kOpenAt},
    {"openat2", 437, 437, kModes, kMissing},

    {"socket", 41, 198, kSockets, kSocket},
    {"socketpair", 53, 199, kSockets, kSocketPair},

    {"ioctl", 16, 29, kDevices, kIoctl},
    {"file_setattr", SBX_NR_FILE_SETATTR, SBX_NR_FILE_SETATTR, kMetadata, kRefuse},

    {"shmget", 29, 194, kSysv, kRefuse},
    {"shmat", 30, 196, kSysv, kRefuse},
    {"shmctl", 31, 195, kSysv, kRefuse},
    {"semget", 64, 190, kSysv, kRefuse},
    {"semop", 65, 193, kSysv, kRefuse},
    {"semctl", 66, 191, kSysv, kRefuse},
    {"semtimedop", 220, 192, kSysv, kRefuse},
    {"msgget", 68, 186, kSysv, kRefuse},
    {"msgsnd", 69, 189, kSysv, kRefuse},
    {"msgrcv", 70, 188, kSysv, kRefuse},
    {"msgctl", 71, 187, kSysv, kRefuse},
    {"mq_open", 240, 180, kSysv, kRefuse},
    {"mq_unlink", 241, 181, kSysv, kRefuse},
};

static_assert(std::all_of(std::begin(kRules), std::end(kRules), [](const CallRule& rule) {
  return static_cast<std::size_t>(rule.check) < kCallCheckCount;
}));

}  // namespace

std::span<const CallRule> CallRules() {
  return kRules;
}

}  // namespace sbx::runner
