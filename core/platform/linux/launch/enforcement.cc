// SPDX-License-Identifier: MIT
#include "core/platform/linux/launch/enforcement.hpp"

#include <algorithm>
#include <utility>

#include "core/plugin/restriction_names.hpp"
#include "core/plugin/runner.hpp"

namespace sbx {
namespace launch {
namespace {

std::vector<Enforcement> FromPlan(const sbx_plan& plan) {
  std::vector<Enforcement> held;
  held.reserve(SBX_RESTRICTION_COUNT);
  for (std::size_t i = 0; i < plan.enforcement_count; ++i) {
    const sbx_enforcement& entry = plan.enforcement[i];
    held.push_back({entry.restriction, entry.level, std::string(View(entry.mechanism)),
                    std::string(View(entry.gap)), std::string(View(entry.mend))});
  }
  return held;
}

Enforcement* Find(std::vector<Enforcement>* held, sbx_restrictions restriction) {
  const auto at = std::find_if(held->begin(), held->end(), [&](const Enforcement& entry) {
    return entry.restriction == restriction;
  });
  return at == held->end() ? nullptr : &*at;
}

// The stronger of the two is what holds.
void Add(std::vector<Enforcement>* held, Enforcement own) {
  Enforcement* planned = Find(held, own.restriction);
  if (planned == nullptr) {
    held->push_back(std::move(own));
  } else if (planned->level < own.level) {
    *planned = std::move(own);
  }
}

Enforcement LimitsOf(const ResolvedPolicy& policy) {
  const Limits& limits = policy.policy().limits;
  Enforcement own{SBX_LIMITS, SBX_LEVEL_FULL, "rlimits", {}, {}};
  if (limits.memory) {
    own.level = SBX_LEVEL_PARTIAL;
    own.gap = "memory is limited for the data of each process, not for all of them together";
    own.mend = "run under a control group, e.g. systemd-run --user --scope -p MemoryMax=…";
  }
  if (limits.processes && policy.around().uid == 0) {
    own.level = SBX_LEVEL_PARTIAL;
    if (!own.gap.empty())
      own.gap += "; ";
    own.gap += "the number of processes is not limited for root";
    own.mend = "run as an ordinary user, or under a control group";
  }
  return own;
}

bool AnyLimit(const Limits& limits) {
  return limits.memory || limits.processes || limits.cpu_seconds || limits.file_size ||
         limits.open_files;
}

}  // namespace

void Lose(std::vector<Enforcement>* held, sbx_restrictions lost, const std::string& gap,
          const std::string& mend) {
  for (Enforcement& entry : *held) {
    if ((entry.restriction & lost) == 0)
      continue;
    entry.level = SBX_LEVEL_NONE;
    entry.mechanism.clear();
    entry.gap = gap;
    entry.mend = mend;
  }
}

void Weaken(std::vector<Enforcement>* held, std::uint32_t listen) {
  if ((listen & SBX_LISTEN_SCHEDULE) == 0)
    return;
  for (Enforcement& entry : *held) {
    if (entry.restriction != SBX_PROC_SIGNAL || entry.level != SBX_LEVEL_FULL)
      continue;
    entry.level = SBX_LEVEL_PARTIAL;
    entry.gap = "priorities of processes outside can be changed without a listener";
    entry.mend = "start sbx outside of what watches system calls here, or use --runner=bwrap";
  }
}

sbx_restrictions HeldByListener(std::uint32_t listen) {
  sbx_restrictions held = 0;
  if ((listen & SBX_LISTEN_UNIX) != 0)
    held |= SBX_IPC_UNIX;
  if ((listen & SBX_LISTEN_METADATA) != 0)
    held |= SBX_FS_METADATA;
  return held;
}

Result<void> CheckRequired(const ResolvedPolicy& policy, const std::vector<Enforcement>& held) {
  if (policy.policy().mode == Mode::kDangerFullAccess)
    return {};
  sbx_restrictions open = policy.required();
  std::string why;
  for (const Enforcement& entry : held) {
    if ((open & entry.restriction) == 0)
      continue;
    if (entry.level == SBX_LEVEL_FULL) {
      open &= ~entry.restriction;
    } else {
      why += (why.empty() ? "" : "; ") + entry.gap;
      if (!entry.mend.empty())
        why += "; " + entry.mend;
    }
  }
  if (open == 0)
    return {};
  return Fail(SBX_E_REFUSED, "enforce what is required", RestrictionList(open), why);
}

bool KeyringIsOurs(const sbx_plan& plan) {
  for (std::size_t i = 0; i < plan.enforcement_count; ++i) {
    const sbx_enforcement& entry = plan.enforcement[i];
    if (entry.restriction == SBX_IPC_KEYRING)
      return entry.level == SBX_LEVEL_NONE;
  }
  return true;
}

}  // namespace launch

std::vector<Enforcement> Foresee(const ResolvedPolicy& policy, const Plan* plan) {
  std::vector<Enforcement> held;
  const bool limited = launch::AnyLimit(policy.policy().limits);
  if (plan == nullptr) {
    if (limited)
      held.push_back(launch::LimitsOf(policy));
    return held;
  }
  held = launch::FromPlan(plan->get());
  for (Enforcement& entry : held) {
    if (entry.restriction == SBX_FS_PATTERN && entry.level != SBX_LEVEL_FULL)
      entry.gap = LaterMatches(policy) + ": " + entry.gap;
  }
  const auto add = [&](Enforcement own) {
    if ((policy.wanted() & own.restriction) != 0)
      launch::Add(&held, std::move(own));
  };
  add({SBX_FD_INHERIT, SBX_LEVEL_FULL, "close_range", {}, {}});
  // The runner's filter holds the rest, where it says so.
  add({SBX_PRIVILEGE, SBX_LEVEL_PARTIAL, "capabilities, no_new_privs",
       "files can be given the modes that lend their owner's identity to others",
       "use a runner that refuses them"});
  if (launch::KeyringIsOurs(plan->get())) {
    add({SBX_IPC_KEYRING, SBX_LEVEL_PARTIAL, "session keyring",
         "the user's own keyring can still be reached by its name",
         "use a runner that refuses keyctl"});
  }
  if (limited)
    add(launch::LimitsOf(policy));
  const std::uint32_t listen = plan->get().listen;
  const sbx_restrictions listened = launch::HeldByListener(listen);
  if ((listened & SBX_FS_METADATA) != 0)
    add({SBX_FS_METADATA, SBX_LEVEL_FULL, "seccomp listener", {}, {}});
  if ((listened & SBX_IPC_UNIX) != 0) {
    add({SBX_IPC_UNIX, SBX_LEVEL_PARTIAL, "seccomp listener",
         "datagram sockets outside can be sent to", "use a runner that refuses them"});
  }
  return held;
}

}  // namespace sbx
