// SPDX-License-Identifier: MIT
#include <bit>

#include "core/plugin/error_collector.hpp"
#include "core/plugin/plan_check.hpp"
#include "core/plugin/restriction_names.hpp"

namespace sbx {
namespace {

Failure Faulty(const std::string& runner, std::string fault) {
  return Fail(SBX_E_INTERNAL, "use the plan of runner", runner,
              std::move(fault) + ", which is a fault in the plugin");
}

std::string Fault(const sbx_enforcement& entry, sbx_restrictions understood,
                  sbx_restrictions seen) {
  if (!std::has_single_bit(entry.restriction))
    return "an enforcement is not about one restriction";
  const std::string name = RestrictionList(entry.restriction);
  if ((entry.restriction & ~understood) != 0) {
    return "it claims " + name + ", which the runner does not understand";
  }
  if ((entry.restriction & seen) != 0)
    return "it speaks twice of " + name;
  if (entry.level > SBX_LEVEL_FULL) {
    return "it enforces " + name + " at the unknown level " + std::to_string(entry.level);
  }
  for (const sbx_str text : {entry.mechanism, entry.gap, entry.mend}) {
    if (text.data == nullptr && text.size != 0)
      return "a text about " + name + " has no bytes";
  }
  if (entry.level != SBX_LEVEL_NONE && entry.mechanism.size == 0) {
    return "it enforces " + name + " without naming the mechanism";
  }
  if (entry.level != SBX_LEVEL_FULL && entry.gap.size == 0) {
    return "it leaves a gap in " + name + " without naming it";
  }
  return {};
}

const sbx_enforcement* Find(const sbx_plan& plan, sbx_restrictions bit) {
  for (std::size_t i = 0; i < plan.enforcement_count; ++i) {
    if (plan.enforcement[i].restriction == bit)
      return &plan.enforcement[i];
  }
  return nullptr;
}

void Append(std::string& text, const std::string& more) {
  if (more.empty())
    return;
  if (!text.empty())
    text += "; ";
  text += more;
}

}  // namespace

sbx_restrictions HeldByListener(std::uint32_t listen) {
  return ((listen & SBX_LISTEN_UNIX) != 0 ? SBX_IPC_UNIX : 0) |
         ((listen & SBX_LISTEN_METADATA) != 0 ? SBX_FS_METADATA : 0);
}

Result<void> CheckEnforcement(const sbx_plan& plan, const std::string& runner,
                              sbx_restrictions understood, sbx_restrictions wanted) {
  sbx_restrictions seen = 0;
  for (std::size_t i = 0; i < plan.enforcement_count; ++i) {
    std::string fault = Fault(plan.enforcement[i], understood, seen);
    if (!fault.empty())
      return Faulty(runner, std::move(fault));
    seen |= plan.enforcement[i].restriction;
  }
  // A bit that the runner does not understand counts as not enforced at all.
  const sbx_restrictions missing =
      wanted & understood & ~seen & ~kHeldByLaunch & ~HeldByListener(plan.listen);
  if (missing != 0)
    return Faulty(runner, "it does not speak of " + RestrictionList(missing));
  return {};
}

Result<void> CheckRequired(const sbx_plan& plan, const std::string& runner,
                           sbx_restrictions understood, sbx_restrictions required) {
  sbx_restrictions open = 0;
  std::string why;
  for (sbx_restrictions rest = required; rest != 0; rest &= rest - 1) {
    const sbx_restrictions bit = rest & (~rest + 1);
    const sbx_enforcement* entry = Find(plan, bit);
    if (entry == nullptr) {
      if ((bit & (kHeldByLaunch | HeldByListener(plan.listen))) != 0)
        continue;
      open |= bit;
      if ((bit & understood) == 0) {
        Append(why, "this version of the runner does not know " + RestrictionList(bit));
      }
    } else if (entry->level != SBX_LEVEL_FULL) {
      open |= bit;
      Append(why, PluginText(entry->gap));
      Append(why, PluginText(entry->mend));
    }
  }
  if (open == 0)
    return {};
  return Fail(SBX_E_REFUSED, "fully enforce " + RestrictionList(open) + " with runner", runner,
              std::move(why));
}

}  // namespace sbx
