// SPDX-License-Identifier: MIT
#include "plugins/landlock/enforcement.hpp"

#include <string>
#include <utility>

namespace sbx::runner {
namespace {

constexpr const char* kUseBwrap = "use --runner=bwrap";

class Speaker {
 public:
  Speaker(const sbx_policy& policy, int abi, plugin::PlanBuilder& plan)
      : policy_(policy), plan_(plan), landlock_("landlock ABI " + std::to_string(abi)) {}

  void Full(sbx_restrictions bit, std::string mechanism) {
    Say(bit, SBX_LEVEL_FULL, std::move(mechanism));
  }
  void Full(sbx_restrictions bit) { Full(bit, landlock_); }
  void Partial(sbx_restrictions bit, std::string gap, std::string mend) {
    Say(bit, SBX_LEVEL_PARTIAL, landlock_, std::move(gap), std::move(mend));
  }
  void None(sbx_restrictions bit, std::string gap, std::string mend) {
    Say(bit, SBX_LEVEL_NONE, {}, std::move(gap), std::move(mend));
  }

 private:
  void Say(sbx_restrictions bit, std::uint32_t level, std::string mechanism, std::string gap = {},
           std::string mend = {}) {
    if ((policy_.wanted & bit) == 0)
      return;
    plan_.Enforce(bit, level, std::move(mechanism), std::move(gap), std::move(mend));
  }

  const sbx_policy& policy_;
  plugin::PlanBuilder& plan_;
  std::string landlock_;
};

void SayFiles(const sbx_policy& policy, int abi, Speaker& speaker) {
  const char* const truncated =
      "files outside the writable folders can be truncated, because Landlock judges that from ABI "
      "3 "
      "on";
  const char* const newer = "use Linux 6.2 or newer, or --runner=bwrap";
  speaker.Full(SBX_FS_READ);
  if (abi >= 3) {
    speaker.Full(SBX_FS_WRITE);
  } else {
    speaker.Partial(SBX_FS_WRITE, truncated, newer);
  }

  for (const auto& [bit, flag] : {std::pair(SBX_OWN_CONFIG, SBX_ZONE_OWN_CONFIG),
                                  std::pair(SBX_FS_PROTECT, SBX_ZONE_PROTECT)}) {
    const std::vector<std::string> open = LeftOpen(policy, flag);
    if (!open.empty()) {
      const std::string more =
          open.size() > 1 ? " and " + std::to_string(open.size() - 1) + " more" : std::string();
      speaker.Partial(bit,
                      "'" + open.front() + "'" + more +
                          " inside a writable folder, where Landlock takes nothing away, can "
                          "be changed or made",
                      kUseBwrap);
    } else if (abi >= 3) {
      speaker.Full(bit);
    } else {
      speaker.Partial(bit, truncated, newer);
    }
  }

  speaker.None(SBX_FS_PATTERN, "Landlock allows folders as a whole, whatever is made in them later",
               "name the files, or the folder that holds them");

  if (policy.tmp != SBX_TMP_PRIVATE) {
    speaker.Partial(SBX_FS_TMP, "temporary files of other programs can be read",
                    "use --tmp=private");
  } else if (abi >= 3) {
    speaker.Full(SBX_FS_TMP);
  } else {
    speaker.Partial(SBX_FS_TMP, truncated, newer);
  }
}

void SayNetwork(const sbx_policy& policy, int abi, Speaker& speaker) {
  if (policy.network == SBX_NET_OPEN) {
    const char* const gap = "the policy leaves the network open";
    speaker.None(SBX_NET_CONNECT, gap, "use --net=none");
    speaker.None(SBX_NET_BIND, gap, "use --net=none");
    return;
  }
  const std::string mechanism = abi >= 4 ? "seccomp and landlock" : "seccomp";
  speaker.Full(SBX_NET_CONNECT, mechanism);
  speaker.Full(SBX_NET_BIND, mechanism);
}

void SayProcesses(const sbx_policy& policy, int abi, Speaker& speaker) {
  if (abi >= 6) {
    speaker.Full(SBX_IPC_ABSTRACT, "landlock scope");
    speaker.Full(SBX_PROC_SIGNAL, "landlock scope and seccomp listener");
  } else {
    const char* const newer = "use Linux 6.12 or newer, or --runner=bwrap";
    speaker.None(SBX_IPC_ABSTRACT,
                 "abstract Unix sockets made outside can be reached, because Landlock scopes begin "
                 "with ABI 6",
                 newer);
    speaker.None(
        SBX_PROC_SIGNAL,
        "processes of the same user outside can be signalled, because Landlock scopes begin "
        "with ABI 6",
        newer);
  }
  speaker.Full(SBX_IPC_UNIX, "seccomp listener, seccomp");
  speaker.Full(SBX_PROC_TRACE, "landlock domain");
  speaker.None(SBX_PROC_LIST, "names and command lines of other processes can be read in /proc",
               kUseBwrap);
  if ((policy.required & SBX_IPC_SYSV) != 0) {
    speaker.Full(SBX_IPC_SYSV, "seccomp");
  } else {
    speaker.None(
        SBX_IPC_SYSV,
        "System V shared memory, semaphores and message queues made outside can be reached",
        "use --runner=bwrap, or --require=ipc.sysv, which refuses them all");
  }
}

std::string Quoted(const sbx_zone& zone) {
  std::string text(View(zone.path));
  if (zone.rule.size != 0)
    text += " (" + std::string(View(zone.rule)) + ")";
  return text;
}

}  // namespace

void SayEnforcement(const sbx_policy& policy, int abi, plugin::PlanBuilder& plan) {
  Speaker speaker(policy, abi, plan);
  SayFiles(policy, abi, speaker);
  SayNetwork(policy, abi, speaker);
  SayProcesses(policy, abi, speaker);
  speaker.Full(SBX_IPC_KEYRING, "seccomp");
  speaker.Full(SBX_PRIVILEGE, "capabilities, no_new_privs, seccomp");
  speaker.Full(SBX_KERNEL, "seccomp");
  speaker.Full(SBX_TTY_INPUT, "seccomp");
}

void SayRules(const sbx_policy& policy, int abi, const RulesetShape& shape,
              std::size_t filter_instructions, plugin::PlanBuilder& plan) {
  // Enough to understand a policy; the zones are printed by the host in full.
  constexpr std::size_t kMostLines = 100;
  std::string line = "landlock ABI " + std::to_string(abi) + ": files";
  if (shape.handled_net != 0)
    line += ", network ports";
  if (shape.scoped != 0)
    line += ", abstract sockets and signals";
  plan.AddExplain(std::move(line));
  for (const std::string& gap : shape.gaps)
    plan.AddExplain("landlock: not held: " + gap);
  bool closed = false;
  for (std::size_t i = 0; i < policy.zone_count; ++i) {
    const sbx_zone& zone = policy.zones[i];
    const char* const word = zone.access == SBX_ACCESS_WRITE  ? "read and write below "
                             : zone.access == SBX_ACCESS_READ ? "read below "
                                                              : "nothing below ";
    closed = closed || zone.access == SBX_ACCESS_NONE;
    if (i < kMostLines)
      plan.AddExplain("landlock: " + (word + Quoted(zone)));
  }
  if (policy.zone_count > kMostLines) {
    plan.AddExplain("landlock: and " + std::to_string(policy.zone_count - kMostLines) +
                    " more zones");
  }
  if (closed || policy.tmp == SBX_TMP_PRIVATE) {
    plan.AddExplain(
        "landlock: folders on the way to what is closed cannot be listed; what is made in them "
        "later "
        "cannot be read");
  }
  for (const std::uint32_t flag : {SBX_ZONE_OWN_CONFIG, SBX_ZONE_PROTECT}) {
    for (const std::string& path : LeftOpen(policy, flag))
      plan.AddExplain("landlock: not held: " + path + " lies inside a writable folder");
  }
  line = "landlock: devices";
  for (const std::string& device : LandlockDevices(policy))
    line += ' ' + device;
  plan.AddExplain(std::move(line));
  if (policy.mode != SBX_MODE_READ_ONLY) {
    plan.AddExplain("landlock: /dev/pts holds the other terminals of the same user as well");
  }
  plan.AddExplain("seccomp: " + std::to_string(filter_instructions) +
                  " instructions, about 11 for an ordinary call");
}

sbx_restrictions HeldWithAbi(int abi) {
  sbx_restrictions held =
      SBX_NET_CONNECT | SBX_NET_BIND | SBX_IPC_SYSV | SBX_IPC_KEYRING | SBX_KERNEL | SBX_TTY_INPUT;
  if (abi >= 1)
    held |= SBX_FS_READ | SBX_PROC_TRACE;
  if (abi >= 3)
    held |= SBX_FS_WRITE | SBX_FS_TMP | SBX_OWN_CONFIG | SBX_FS_PROTECT;
  if (abi >= 6)
    held |= SBX_IPC_ABSTRACT | SBX_PROC_SIGNAL;
  return held;
}

}  // namespace sbx::runner
