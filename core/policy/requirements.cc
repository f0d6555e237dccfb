// SPDX-License-Identifier: MIT
#include "core/policy/requirements.hpp"

#include <algorithm>
#include <string>

#include "core/policy/protect.hpp"

namespace sbx {

namespace {

constexpr sbx_restrictions kNetwork = SBX_NET_CONNECT | SBX_NET_BIND;

bool HasLimits(const Limits& limits) {
  return limits.memory || limits.processes || limits.cpu_seconds || limits.file_size ||
         limits.open_files;
}

Failure Contradicts(std::string operation, std::string subject, std::string hint) {
  return Fail(SBX_E_INVALID, std::move(operation), std::move(subject), std::move(hint));
}

Result<void> CheckFullAccess(const Policy& policy) {
  const auto refuse = [&](const std::string& what) {
    return Contradicts("combine danger-full-access with", what,
                       "that mode (from " + policy.mode_source +
                           ") confines nothing: choose another mode or leave the rest out");
  };
  if (!policy.rules.empty()) {
    return refuse(policy.rules.front().source + " " + policy.rules.front().path);
  }
  if (policy.require != 0) {
    return refuse("required restrictions");
  }
  if (policy.network != Network::kOpen) {
    return refuse("network none");
  }
  if (policy.tmp == Tmp::kPrivate) {
    return refuse("tmp private");
  }
  for (const Protect& protect : policy.protect) {
    if (protect.requirement == Requirement::kRequired) {
      return refuse(protect.source + " " + std::string(NameOf(protect.group)));
    }
  }
  if (policy.read_default == Effect::kDeny) {
    return refuse(policy.read_default_source + " deny");
  }
  if (policy.unix_sockets == UnixSockets::kDeny || !policy.allow_sockets.empty()) {
    return refuse("rules for Unix sockets");
  }
  return {};
}

// An enumeration may hold any number: one that names nothing opens nothing.
bool IsKnown(const Policy& policy) {
  return policy.mode <= Mode::kDangerFullAccess && policy.tmp <= Tmp::kNone &&
         policy.network <= Network::kNone && policy.unix_sockets <= UnixSockets::kDeny &&
         policy.read_default <= Effect::kDeny &&
         std::ranges::all_of(policy.rules, [](const Rule& rule) {
           return (rule.access == Access::kRead || rule.access == Access::kWrite) &&
                  rule.effect <= Effect::kDeny;
         });
}

}  // namespace

Requirements Require(const Policy& policy, const FileFacts& facts) {
  if (policy.mode == Mode::kDangerFullAccess) {
    return {};
  }
  Requirements r;
  r.wanted = SBX_FS_WRITE | SBX_FS_METADATA | SBX_OWN_CONFIG | SBX_IPC_SYSV | SBX_IPC_KEYRING |
             SBX_PROC_SIGNAL | SBX_PROC_TRACE | SBX_PROC_LIST | SBX_PRIVILEGE | SBX_KERNEL |
             SBX_TTY_INPUT | SBX_FD_INHERIT;
  r.required = SBX_FS_WRITE | SBX_PRIVILEGE | SBX_FD_INHERIT;
  const auto close = [&r](sbx_restrictions bits) {
    r.wanted |= bits;
    r.required |= bits;
  };
  if (facts.denies_reads) {
    close(SBX_FS_READ);
  }
  if (policy.unix_sockets != UnixSockets::kAllow) {
    r.wanted |= SBX_IPC_UNIX | SBX_IPC_ABSTRACT;
  }
  if (policy.network != Network::kOpen) {
    close(kNetwork);
  }
  if (policy.tmp == Tmp::kPrivate) {
    r.wanted |= SBX_FS_TMP;
    // Without a place for one the command runs with none, and is told so.
    r.required |= facts.has_temp_root ? SBX_FS_TMP : 0;
  }
  if (HasLimits(policy.limits)) {
    r.wanted |= SBX_LIMITS;
  }
  if (facts.protects) {
    r.wanted |= SBX_FS_PROTECT;
  }
  if (facts.has_patterns) {
    r.wanted |= SBX_FS_PATTERN;
    r.required |= facts.requires_patterns && policy.later_matches == Requirement::kRequired
                      ? SBX_FS_PATTERN
                      : 0;
  }
  // What is required although there is nothing of the kind to hold is held.
  const sbx_restrictions nothing_to_hold =
      (facts.denies_reads ? 0 : SBX_FS_READ) | (HasLimits(policy.limits) ? 0 : SBX_LIMITS) |
      (facts.protects ? 0 : SBX_FS_PROTECT) | (facts.has_patterns ? 0 : SBX_FS_PATTERN);
  close(policy.require & ~nothing_to_hold);
  return r;
}

Result<void> CheckConsistent(const Policy& policy) {
  if (!IsKnown(policy)) {
    return Contradicts("use a policy with a value that this version does not know", {},
                       "leave it out or use a newer sbx");
  }
  if ((policy.require & ~SBX_RESTRICTIONS_ALL) != 0) {
    return Contradicts("require a restriction that this version does not know", {},
                       "leave it out or use a newer sbx");
  }
  if (policy.mode == Mode::kDangerFullAccess) {
    return CheckFullAccess(policy);
  }
  if (policy.mode == Mode::kReadOnly) {
    for (const Rule& rule : policy.rules) {
      if (rule.effect == Effect::kAllow && rule.access == Access::kWrite) {
        return Contradicts("combine mode read-only with", rule.source + " " + rule.path,
                           "that mode (from " + policy.mode_source +
                               ") writes nothing: choose workspace-write or leave the rule out");
      }
    }
  }
  if ((policy.require & kNetwork) != 0 && policy.network == Network::kOpen) {
    return Contradicts("require a closed network while the network is open", {},
                       "close it with --net none");
  }
  if ((policy.require & (SBX_IPC_UNIX | SBX_IPC_ABSTRACT)) != 0 &&
      policy.unix_sockets == UnixSockets::kAllow) {
    return Contradicts("require closed Unix sockets while they are allowed", {},
                       "set Unix sockets to inside or deny");
  }
  if ((policy.require & SBX_FS_TMP) != 0 && policy.tmp != Tmp::kPrivate) {
    return Contradicts("require fs.tmp without a private temporary directory", {},
                       "ask for tmp private as well");
  }
  return {};
}

}  // namespace sbx
