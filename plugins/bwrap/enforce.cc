// SPDX-License-Identifier: MIT
#include "plugins/bwrap/enforce.hpp"

#include <utility>

namespace sbx::bwrap {
namespace {

constexpr std::size_t kMostNamed = 3;  // gaps in one sentence

class Claimer {
 public:
  Claimer(std::uint32_t uid, std::uint32_t tmp, const Layout& layout, const Mechanisms& held)
      : uid_(uid), tmp_(tmp), layout_(layout), held_(held) {}

  // No claim (restriction 0): somebody else holds it.
  Claim About(sbx_restrictions bit) const {
    switch (bit) {
      case SBX_FS_READ:
      case SBX_FS_WRITE:
        return Files(bit);
      case SBX_FS_METADATA:
        return Metadata();
      case SBX_FS_TMP:
        return Temporary();
      case SBX_OWN_CONFIG:
        return BestEffort(bit, layout_.left_open);
      case SBX_FS_PROTECT:
        return BestEffort(bit, layout_.protect_open);
      case SBX_FS_PATTERN:
        return {bit,
                SBX_LEVEL_NONE,
                {},
                "mounts keep only names that were known when the run began",
                "name the files, or the folder that holds them"};
      case SBX_NET_CONNECT:
      case SBX_NET_BIND:
        return If(bit, held_.network_namespace, "network namespace",
                  "the network of the host is shared", "--net none");
      case SBX_IPC_UNIX:
        return UnixSockets();
      case SBX_IPC_ABSTRACT:
        if (held_.network_namespace)
          return Full(bit, "network namespace");
        return If(bit, held_.landlock_scope, "landlock scope",
                  "abstract Unix sockets outside can be reached",
                  "--net none, or a kernel with Landlock ABI 6 (Linux 6.12)");
      case SBX_IPC_SYSV:
        return If(bit, held_.ipc_namespace, "ipc namespace",
                  "System V and POSIX queues outside can be reached", "");
      case SBX_IPC_KEYRING:
        return If(bit, held_.filter, "seccomp", "the caller's keyrings can be reached", "");
      case SBX_PROC_SIGNAL:
        if (!held_.pid_namespace)
          return If(bit, held_.landlock_scope, "landlock scope",
                    "processes outside can be signalled", "");
        return Full(bit, "pid namespace");
      case SBX_PROC_TRACE:
      case SBX_PROC_LIST:
        return If(bit, held_.pid_namespace, "pid namespace", "processes outside can be seen", "");
      case SBX_PRIVILEGE:
        return If(bit, held_.filter, "no capabilities, user namespace, no new privileges, seccomp",
                  "files can be given the modes that lend their owner's identity", "");
      case SBX_KERNEL:
        return Kernel();
      case SBX_TTY_INPUT:
        return If(bit, held_.filter, "seccomp", "the terminal can be typed into", "");
      default:
        return {};  // the launch's
    }
  }

 private:
  // A custom runner may do anything with its arguments.
  std::string Mechanism(const std::string& name) const {
    return held_.custom ? name + ", custom runner (as declared)" : name;
  }

  Claim Full(sbx_restrictions bit, const std::string& mechanism) const {
    return {bit, SBX_LEVEL_FULL, Mechanism(mechanism), {}, {}};
  }

  Claim If(sbx_restrictions bit, bool holds, const std::string& mechanism, std::string gap,
           std::string mend) const {
    if (holds)
      return Full(bit, mechanism);
    return {bit, SBX_LEVEL_NONE, {}, std::move(gap), std::move(mend)};
  }

  Claim Files(sbx_restrictions bit) const {
    if (!layout_.landlock && bit == SBX_FS_WRITE && !held_.write_layer) {
      return {bit, SBX_LEVEL_PARTIAL, Mechanism("mount namespace"),
              "a FIFO outside, and a file passed as a stream, can be opened for writing",
              "a kernel with Landlock (Linux 5.13)"};
    }
    if (!layout_.landlock)
      return Full(bit, "mount namespace");
    if (held_.landlock_gaps.empty())
      return Full(bit, "landlock inside bwrap");
    std::string gaps;
    for (const std::string& gap : held_.landlock_gaps)
      gaps += (gaps.empty() ? "" : "; ") + gap;
    return {bit, SBX_LEVEL_PARTIAL, Mechanism("landlock inside bwrap"), gaps, "a newer kernel"};
  }

  Claim Metadata() const {
    if ((held_.listen & SBX_LISTEN_METADATA) != 0)
      return {};
    if (layout_.landlock) {
      return {SBX_FS_METADATA,
              SBX_LEVEL_NONE,
              {},
              "modes, owners, times and attributes of the user's files can be changed",
              "a policy of at most 64 mounts"};
    }
    if (uid_ == 0) {
      return {SBX_FS_METADATA, SBX_LEVEL_PARTIAL, Mechanism("read-only mounts"),
              "root can change the modes of the host's device nodes in /dev",
              "run as an ordinary user"};
    }
    if (held_.terminal) {
      return {SBX_FS_METADATA, SBX_LEVEL_PARTIAL, Mechanism("read-only mounts"),
              "the mode of the terminal that it shares can be changed", "--require fs.metadata"};
    }
    return Full(SBX_FS_METADATA, "read-only mounts");
  }

  Claim Temporary() const {
    for (const Mount& mount : layout_.mounts) {
      if (mount.kind == Mount::Kind::kTmp)
        return Full(SBX_FS_TMP, "private tmpfs on /tmp");
    }
    if (tmp_ == SBX_TMP_NONE) {
      return {SBX_FS_TMP, SBX_LEVEL_PARTIAL, Mechanism("read-only mounts"),
              "temporary files of other programs can be read", "--tmp private"};
    }
    return {
        SBX_FS_TMP, SBX_LEVEL_NONE, {}, "the temporary directories are shared", "--tmp private"};
  }

  // What may be left open if it is named.
  Claim BestEffort(sbx_restrictions bit, const std::vector<std::string>& open) const {
    const char* const mechanism = layout_.landlock ? "landlock inside bwrap" : "read-only mounts";
    if (open.empty())
      return Full(bit, mechanism);
    std::string gaps;
    for (std::size_t i = 0; i < open.size() && i < kMostNamed; ++i)
      gaps += (gaps.empty() ? "" : "; ") + open[i];
    if (open.size() > kMostNamed)
      gaps += "; and " + std::to_string(open.size() - kMostNamed) + " more";
    return {bit, SBX_LEVEL_PARTIAL, Mechanism(mechanism), gaps,
            layout_.landlock ? "a policy of fewer mounts" : "replace the link by what it leads to"};
  }

  Claim UnixSockets() const {
    const bool listens = (held_.listen & SBX_LISTEN_UNIX) != 0;
    if (listens && held_.filter)
      return Full(SBX_IPC_UNIX, "seccomp listener, seccomp");
    if (listens)
      return {};
    return {SBX_IPC_UNIX,
            SBX_LEVEL_NONE,
            {},
            "Unix sockets outside can be reached by their path",
            "--unix-sockets inside"};
  }

  Claim Kernel() const {
    if (!held_.filter) {
      return {SBX_KERNEL, SBX_LEVEL_PARTIAL, Mechanism("no capabilities"),
              "kernel interfaces that need no capability are open", ""};
    }
    if (held_.setuid) {
      return {SBX_KERNEL, SBX_LEVEL_PARTIAL, Mechanism("seccomp"),
              "this bwrap is setuid root and cannot disable nested user namespaces itself",
              "a bwrap that is not setuid, where the kernel allows user namespaces"};
    }
    return Full(SBX_KERNEL, "seccomp, nested user namespaces disabled");
  }

  std::uint32_t uid_;
  std::uint32_t tmp_;
  const Layout& layout_;
  const Mechanisms& held_;
};

}  // namespace

std::vector<Claim> Claims(sbx_restrictions wanted, std::uint32_t uid, std::uint32_t tmp,
                          const Layout& layout, const Mechanisms& mechanisms) {
  const Claimer claimer(uid, tmp, layout, mechanisms);
  std::vector<Claim> claims;
  for (sbx_restrictions rest = wanted & SBX_RESTRICTIONS_ALL; rest != 0; rest &= rest - 1) {
    Claim claim = claimer.About(rest & (~rest + 1));
    if (claim.restriction != 0)
      claims.push_back(std::move(claim));
  }
  return claims;
}

std::uint32_t ListenerFeatures(const sbx_policy& policy) {
  std::uint32_t features = 0;
  if ((policy.wanted & SBX_IPC_UNIX) != 0 && policy.unix_sockets != SBX_UNIX_ALLOW)
    features |= SBX_LISTEN_UNIX;
  // Mounts do not hold what a passed descriptor leads to, nor the devices that
  // root owns.
  if ((policy.wanted & SBX_FS_METADATA) != 0)
    features |= SBX_LISTEN_METADATA;
  return features;
}

}  // namespace sbx::bwrap
