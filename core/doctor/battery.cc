// SPDX-License-Identifier: MIT
#include "core/doctor/battery.hpp"

namespace sbx {
namespace {

using enum Vary;

// clang-format off
constexpr Attack kBattery[] = {
    // Files outside, by every way that changes them.
    {"write-outside", SBX_FS_WRITE, kPlain, {"write", "$OUTSIDE/file"}},
    {"create-outside", SBX_FS_WRITE, kPlain, {"create", "$OUTSIDE/new"}},
    {"mkdir-outside", SBX_FS_WRITE, kPlain, {"mkdir", "$OUTSIDE/new"}},
    {"symlink-outside", SBX_FS_WRITE, kPlain, {"symlink", "/", "$OUTSIDE/new"}},
    {"unlink-outside", SBX_FS_WRITE, kPlain, {"unlink", "$OUTSIDE/file"}},
    {"truncate-outside", SBX_FS_WRITE, kPlain, {"truncate", "$OUTSIDE/file"}},
    {"rename-in", SBX_FS_WRITE, kPlain, {"rename", "$OUTSIDE/file", "$INSIDE/new"}},
    {"rename-out", SBX_FS_WRITE, kPlain, {"rename", "$INSIDE/file", "$OUTSIDE/new"}},
    {"rename-over", SBX_FS_WRITE, kPlain, {"rename", "$INSIDE/file", "$OUTSIDE/file"}},
    {"link-in", SBX_FS_WRITE, kPlain, {"link", "$OUTSIDE/file", "$INSIDE/new"}},
    {"link-out", SBX_FS_WRITE, kPlain, {"link", "$INSIDE/file", "$OUTSIDE/new"}},
    {"write-by-symlink", SBX_FS_WRITE, kPlain, {"write", "$INSIDE/link/file"}},
    {"write-by-proc", SBX_FS_WRITE, kPlain, {"write-by-proc", "$OUTSIDE/file"}},
    {"write-fifo", SBX_FS_WRITE, kPlain, {"write-fifo", "$OUTSIDE/fifo"}},
    {"reopen-input", SBX_FS_WRITE, kPlain, {"reopen-input"}, false, false, true},
    {"symlink-swap", SBX_FS_WRITE, kPlain, {"symlink-swap", "$INSIDE/swap", "$INSIDE/harmless", "$OUTSIDE", "4000"}},
    {"write-read-only", SBX_FS_WRITE, kReadOnly, {"write", "$INSIDE/file"}},
    {"create-read-only", SBX_FS_WRITE, kReadOnly, {"create", "$INSIDE/new"}},
    {"write-tmp-read-only", SBX_FS_WRITE, kReadOnly, {"create", "$TEMP/new"}},
    {"write-protected", SBX_FS_WRITE, kDenyWrite, {"create", "$INSIDE/.git/hooks/new"}, false, true},
    {"rename-protected", SBX_FS_WRITE, kDenyWrite, {"rename", "$INSIDE/.git/hooks", "$INSIDE/.git/away"}, false, true},
    {"rename-ancestor", SBX_FS_WRITE, kDenyWrite, {"rename-ancestor", "$INSIDE/.git", "hooks", "pre-commit"}, false, true},
    {"core-pattern", SBX_FS_WRITE, kPlain, {"open-for-write", "/proc/sys/kernel/core_pattern"}},
    {"sysrq", SBX_FS_WRITE, kPlain, {"open-for-write", "/proc/sysrq-trigger"}},
    {"disk-write", SBX_FS_WRITE, kPlain, {"open-for-write", "$DISK"}},

    {"chmod-outside", SBX_FS_METADATA, kPlain, {"chmod", "$OUTSIDE/file"}},
    {"chown-outside", SBX_FS_METADATA, kPlain, {"chown", "$OUTSIDE/file"}},
    {"utime-outside", SBX_FS_METADATA, kPlain, {"utime", "$OUTSIDE/file"}},
    {"setxattr-outside", SBX_FS_METADATA, kPlain, {"setxattr", "$OUTSIDE/file"}},
    {"chmod-device", SBX_FS_METADATA, kPlain, {"chmod-device", "/dev/null"}},

    // Reading what was denied, by its name and around it.
    {"read-denied", SBX_FS_READ, kDenyRead, {"read", "$OUTSIDE/secret/file", "$CANARY"}},
    {"read-denied-file", SBX_FS_READ, kDenyRead, {"read", "$OUTSIDE/private", "$CANARY"}},
    {"list-denied", SBX_FS_READ, kDenyRead, {"list", "$OUTSIDE/secret"}},
    {"read-by-proc", SBX_FS_READ, kDenyRead, {"read-by-proc", "$OUTSIDE/secret/file", "$CANARY"}},
    {"read-by-link", SBX_FS_READ, kDenyRead, {"read-by-link", "$OUTSIDE/private", "$INSIDE/new", "$CANARY"}},
    {"read-by-symlink", SBX_FS_READ, kDenyRead, {"read-by-symlink", "$OUTSIDE/private", "$INSIDE/new", "$CANARY"}},
    {"read-by-process", SBX_FS_READ, kDenyRead, {"proc-path", "$PID", "cwd/secret/file", "$CANARY"}},
    {"read-by-handle", SBX_FS_READ, kDenyRead, {"open-by-handle", "$INSIDE", "$HANDLETYPE", "$HANDLE", "$CANARY"}},
    {"rename-denied", SBX_FS_READ, kDenyRead, {"rename", "$OUTSIDE/secret", "$OUTSIDE/new"}},
    {"disk-read", SBX_FS_READ, kDenyRead, {"open-for-read", "$DISK"}},
    {"read-denied-inside", SBX_FS_READ, kDenyReadInside, {"read", "$INSIDE/secret/file", "$CANARY"}, false, true},
    {"rename-denied-inside", SBX_FS_READ, kDenyReadInside, {"rename", "$INSIDE/secret", "$INSIDE/new"}, false, true},

    {"write-tmp", SBX_FS_TMP, kPrivateTmp, {"write", "$TEMP/file"}},
    {"read-tmp", SBX_FS_TMP, kPrivateTmp, {"read", "$TEMP/file", "$CANARY"}},
    {"list-tmp", SBX_FS_TMP, kPrivateTmp, {"list", "$TEMP"}},
    {"create-tmp", SBX_FS_WRITE, kNoTmp, {"create", "$TEMP/new"}},

    {"own-config-write", SBX_OWN_CONFIG, kPlain, {"write", "$INSIDE/.sbx/config.json"}},
    {"own-config-add", SBX_OWN_CONFIG, kPlain, {"create", "$INSIDE/.sbx/new"}},
    {"own-config-rename", SBX_OWN_CONFIG, kPlain, {"rename", "$INSIDE/.sbx", "$INSIDE/away"}},
    {"own-config-create", SBX_OWN_CONFIG, kBare, {"plant", "$BARE/.sbx", "config.json"}},

    {"protect-add", SBX_FS_PROTECT, kPlain, {"create", "$INSIDE/.git/hooks/new"}},
    {"protect-rename", SBX_FS_PROTECT, kPlain, {"rename", "$INSIDE/.git/hooks", "$INSIDE/.git/away"}},
    {"protect-ancestor", SBX_FS_PROTECT, kPlain, {"rename-ancestor", "$INSIDE/.git", "hooks", "pre-commit"}},

    {"create-matching", SBX_FS_PATTERN, kPattern, {"create", "$INSIDE/new"}},

    // Networks. The servers are on the loopback interface.
    {"tcp", SBX_NET_CONNECT, kNoNetwork, {"tcp", "$TCP"}},
    {"tcp6", SBX_NET_CONNECT, kNoNetwork, {"tcp6", "$TCP6"}},
    {"udp", SBX_NET_CONNECT, kNoNetwork, {"udp", "$UDP"}},
    {"mptcp", SBX_NET_CONNECT, kNoNetwork, {"mptcp", "$TCP"}},
    {"tcp-fast-open", SBX_NET_CONNECT, kNoNetwork, {"fastopen", "$TCP"}},
    {"raw", SBX_NET_CONNECT, kNoNetwork, {"raw"}},
    {"packet", SBX_NET_CONNECT, kNoNetwork, {"packet"}},
    {"vsock", SBX_NET_CONNECT, kNoNetwork, {"vsock"}},
    {"icmp", SBX_NET_CONNECT, kNoNetwork, {"icmp"}},
    {"netlink", SBX_NET_CONNECT, kNoNetwork, {"netlink"}},
    {"bind", SBX_NET_BIND, kNoNetwork, {"bind", "$NETNS"}},
    {"bind-udp", SBX_NET_BIND, kNoNetwork, {"bind-udp", "$NETNS"}},

    {"unix-connect", SBX_IPC_UNIX, kPlain, {"unix-connect", "$OUTSIDE/stream.sock"}},
    {"unix-dgram", SBX_IPC_UNIX, kPlain, {"unix-dgram", "$OUTSIDE/dgram.sock"}},
    {"unix-dgram-pair", SBX_IPC_UNIX, kPlain, {"unix-dgram-pair", "$OUTSIDE/dgram.sock"}},
    {"tmux", SBX_IPC_UNIX, kPlain, {"tmux", "$OUTSIDE/tmux/default", "$OUTSIDE/new"}},
    {"unix-abstract", SBX_IPC_ABSTRACT, kPlain, {"unix-connect", "@sbx-attack-$TAG"}},
    {"sysv-shm", SBX_IPC_SYSV, kPlain, {"sysv-shm", "$KEY", "$CANARY"}},
    {"sysv-msg", SBX_IPC_SYSV, kPlain, {"sysv-msg", "$KEY"}},
    {"sysv-sem", SBX_IPC_SYSV, kPlain, {"sysv-sem", "$KEY"}},
    {"posix-mq", SBX_IPC_SYSV, kPlain, {"posix-mq", "$MQ"}},
    {"keyctl-read", SBX_IPC_KEYRING, kPlain, {"keyctl-read", "$SERIAL", "$CANARY"}},
    {"keyctl-search", SBX_IPC_KEYRING, kPlain, {"keyctl-search", "sbx-attack-$TAG", "$CANARY"}},
    {"add-key", SBX_IPC_KEYRING, kPlain, {"add-key"}},

    // Processes outside.
    {"signal-kill", SBX_PROC_SIGNAL, kPlain, {"signal", "kill", "$PID", "$COUNT"}},
    {"signal-thread", SBX_PROC_SIGNAL, kPlain, {"signal", "tgkill", "$PID", "$COUNT"}},
    {"signal-pidfd", SBX_PROC_SIGNAL, kPlain, {"signal", "pidfd", "$PID", "$COUNT"}},
    {"signal-owner", SBX_PROC_SIGNAL, kPlain, {"signal", "owner", "$PID", "$COUNT"}},
    {"schedule-nice", SBX_PROC_SIGNAL, kPlain, {"schedule", "nice", "$PID", "sbx-victim"}},
    {"schedule-io", SBX_PROC_SIGNAL, kPlain, {"schedule", "io", "$PID", "sbx-victim"}},
    {"schedule-affinity", SBX_PROC_SIGNAL, kPlain, {"schedule", "affinity", "$PID", "sbx-victim"}},
    {"schedule-policy", SBX_PROC_SIGNAL, kPlain, {"schedule", "policy", "$PID", "sbx-victim"}},
    {"schedule-param", SBX_PROC_SIGNAL, kPlain, {"schedule", "param", "$PID", "sbx-victim"}},
    {"schedule-attributes", SBX_PROC_SIGNAL, kPlain, {"schedule", "attributes", "$PID", "sbx-victim"}},
    {"ptrace", SBX_PROC_TRACE, kPlain, {"ptrace", "$PID"}},
    {"process-vm-readv", SBX_PROC_TRACE, kPlain, {"process-read", "$PID", "$ADDRESS", "$CANARY"}},
    {"process-vm-writev", SBX_PROC_TRACE, kPlain, {"process-write", "$PID", "$SCRATCH"}},
    {"proc-mem", SBX_PROC_TRACE, kPlain, {"proc-mem", "$PID", "$ADDRESS", "$CANARY"}},
    {"proc-environ", SBX_PROC_TRACE, kPlain, {"proc-read", "$PID", "environ", "PATH="}},
    {"proc-maps", SBX_PROC_TRACE, kPlain, {"proc-read", "$PID", "maps", "sbx-attack"}},
    {"proc-root", SBX_PROC_TRACE, kPlain, {"proc-path", "$PID", "root$OUTSIDE/secret/file", "$CANARY"}},
    {"proc-cwd", SBX_PROC_TRACE, kPlain, {"proc-path", "$PID", "cwd/secret/file", "$CANARY"}},
    {"proc-fd", SBX_PROC_TRACE, kPlain, {"proc-path", "$PID", "fd/$VICTIMFD", "$CANARY"}},
    {"pidfd-getfd", SBX_PROC_TRACE, kPlain, {"pidfd-getfd", "$PID", "$VICTIMFD", "$CANARY"}},
    {"kcmp", SBX_PROC_TRACE, kPlain, {"kcmp", "$PID"}},
    {"move-pages", SBX_PROC_TRACE, kPlain, {"move-pages", "$PID", "$ADDRESS"}},
    {"migrate-pages", SBX_PROC_TRACE, kPlain, {"migrate-pages", "$PID"}},
    {"process-madvise", SBX_PROC_TRACE, kPlain, {"process-madvise", "$PID", "$ADDRESS"}},
    {"init-mem", SBX_PROC_TRACE, kPlain, {"init-mem"}},
    {"proc-list", SBX_PROC_LIST, kPlain, {"proc-list", "$PID", "sbx-victim"}},

    {"capabilities", SBX_PRIVILEGE, kPlain, {"capabilities"}},
    {"no-new-privs", SBX_PRIVILEGE, kPlain, {"no-new-privs"}},
    {"setuid-bit", SBX_PRIVILEGE, kPlain, {"setuid-bit", "$INSIDE/file"}},
    {"setuid-gain", SBX_PRIVILEGE, kPlain, {"setuid-gain", "$SETUID"}},
    {"mknod", SBX_PRIVILEGE, kPlain, {"mknod", "$INSIDE/new"}},

    {"user-namespace", SBX_KERNEL, kPlain, {"user-namespace"}},
    {"clone3-namespace", SBX_KERNEL, kPlain, {"clone3-namespace"}},
    {"mount", SBX_KERNEL, kPlain, {"mount", "$INSIDE"}},
    {"new-mount", SBX_KERNEL, kPlain, {"new-mount"}},
    {"remount", SBX_KERNEL, kPlain, {"remount", "$OUTSIDE/file"}},
    {"setns", SBX_KERNEL, kPlain, {"setns"}},
    {"io-uring", SBX_KERNEL, kPlain, {"io-uring"}},
    {"i386", SBX_KERNEL, kPlain, {"i386"}},
    {"x32", SBX_KERNEL, kPlain, {"x32"}},
    {"bpf", SBX_KERNEL, kPlain, {"bpf"}},
    {"module", SBX_KERNEL, kPlain, {"module"}},
    {"userfaultfd", SBX_KERNEL, kPlain, {"userfaultfd"}},
    {"perf", SBX_KERNEL, kPlain, {"perf"}},
    {"open-by-handle", SBX_KERNEL, kPlain, {"open-by-handle", "$INSIDE", "$HANDLETYPE", "$HANDLE", "$CANARY"}},

    {"tiocsti", SBX_TTY_INPUT, kPlain, {"tiocsti"}},
    {"tiocsti-high", SBX_TTY_INPUT, kPlain, {"tiocsti", "high"}},
    {"tioclinux", SBX_TTY_INPUT, kPlain, {"tioclinux"}},
    {"tioclinux-high", SBX_TTY_INPUT, kPlain, {"tioclinux", "high"}},

    {"inherited-file", SBX_FD_INHERIT, kPlain, {"fd-file", "$FILEDEV", "$FILEINO"}, true},
    {"inherited-dir", SBX_FD_INHERIT, kPlain, {"fd-dir", "$DIRDEV", "$DIRINO", "file"}, true},
    {"inherited-any", SBX_FD_INHERIT, kPlain, {"fd-any"}, true},

    {"limit-file-size", SBX_LIMITS, kLimits, {"limit-file-size", "$INSIDE/new", "1000000"}},
    {"limit-open-files", SBX_LIMITS, kLimits, {"limit-open-files", "100"}},
    {"limit-memory", SBX_LIMITS, kLimits, {"limit-memory", "1073741824"}},
    {"limit-memory-many", SBX_LIMITS, kLimits, {"limit-memory-many", "8", "134217728"}},
    {"limit-cpu", SBX_LIMITS, kLimits, {"limit-cpu", "2"}},
    {"limit-processes", SBX_LIMITS, kProcessLimit, {"limit-processes", "100"}, false, true},
};
// clang-format on

}  // namespace

std::span<const Attack> Battery() {
  return kBattery;
}

}  // namespace sbx
