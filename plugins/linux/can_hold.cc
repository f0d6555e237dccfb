// SPDX-License-Identifier: MIT
#include <sys/vfs.h>

#include <algorithm>

#include "plugins/linux/ruleset.hpp"
#include "plugins/linux/zone_tree.hpp"

namespace sbx::runner {
namespace {

std::string PathOf(const sbx_zone& zone) {
  return std::string(View(zone.path));
}

// The nearest zone around `zone` that the target may write to.
const sbx_zone& WritableAround(const sbx_policy& policy, const sbx_zone& zone) {
  const sbx_zone* around = &zone;
  while (around->parent >= 0 && around->access != SBX_ACCESS_WRITE) {
    around = &policy.zones[around->parent];
  }
  return *around;
}

Failure CannotHold(const sbx_policy& policy, const sbx_zone& zone) {
  const std::string around = PathOf(WritableAround(policy, zone));
  if ((zone.flags & SBX_ZONE_OWN_CONFIG) != 0) {
    return Fail(SBX_E_REFUSED, "protect files of sbx under Landlock, in", PathOf(zone),
                "they lie inside the writable '" + around +
                    "', and Landlock takes nothing away from what it allows: work in another "
                    "folder or use --runner=bwrap");
  }
  if ((zone.flags & SBX_ZONE_PROTECT) != 0) {
    return Fail(
        SBX_E_REFUSED, "keep " + std::string(View(zone.rule)) + " under Landlock, at", PathOf(zone),
        "it lies inside the writable '" + around +
            "', and Landlock takes nothing away from what it allows: use --runner=bwrap, or "
            "leave that group out");
  }
  return Fail(SBX_E_REFUSED,
              "hold the rule " + std::string(View(zone.rule)) + " under Landlock, on", PathOf(zone),
              "it lies inside the writable '" + around +
                  "', and Landlock takes nothing away from what it allows: use --runner=bwrap or "
                  "allow the folders beside it one by one");
}

// Landlock ties a rule to an inode for as long as the kernel keeps it.
Result<void> CheckFileSystems(const sbx_policy& policy) {
  std::vector<std::uint64_t> seen;
  for (std::size_t i = 0; i < policy.zone_count; ++i) {
    const sbx_zone& zone = policy.zones[i];
    if (zone.access == SBX_ACCESS_READ)
      continue;
    bool known = false;
    for (const std::uint64_t dev : seen)
      known = known || dev == zone.dev;
    if (known)
      continue;
    seen.push_back(zone.dev);
    struct statfs info {};
    if (fstatfs(zone.fd, &info) == 0 && !KeepsRules(static_cast<std::uint64_t>(info.f_type))) {
      return Fail(
          SBX_E_REFUSED, "hold the rule " + std::string(View(zone.rule)) + " under Landlock, on",
          PathOf(zone),
          "it lies on a 9p file system (a Windows drive), which loses Landlock's rules: use "
          "a folder of the Linux file system or --runner=bwrap");
    }
  }
  return {};
}

}  // namespace

Result<void> CanHold(const sbx_policy& policy) {
  for (std::size_t i = 0; i < policy.zone_count; ++i) {
    const sbx_zone& zone = policy.zones[i];
    if ((zone.flags & SBX_ZONE_VIA_LINK) != 0 && (zone.flags & SBX_ZONE_BEST_EFFORT) == 0) {
      return Fail(SBX_E_REFUSED,
                  "hold the rule " + std::string(View(zone.rule)) + " under Landlock, on",
                  PathOf(zone),
                  "the rule passes a symbolic link that the command could replace: name its target "
                  "instead");
    }
  }
  const ZoneTree tree(policy);
  for (const std::size_t index : tree.unheld()) {
    const sbx_zone& zone = policy.zones[index];
    if ((zone.flags & SBX_ZONE_BEST_EFFORT) == 0)
      return CannotHold(policy, zone);
  }
  for (const ZoneTree::Exposed& exposed : tree.exposed()) {
    const sbx_zone& zone = policy.zones[exposed.zone];
    return Fail(SBX_E_REFUSED,
                "hold the rule " + std::string(View(zone.rule)) + " under Landlock, on",
                PathOf(zone),
                "a bind mount shows the same files as '" + std::string(exposed.path) +
                    "' inside a writable folder: use --runner=bwrap or deny that folder");
  }
  return CheckFileSystems(policy);
}

std::vector<std::string> LeftOpen(const sbx_policy& policy, std::uint32_t flag) {
  const auto counts = [flag](const sbx_zone& zone) {
    return (zone.flags & SBX_ZONE_BEST_EFFORT) != 0 && (zone.flags & flag) != 0;
  };
  if (std::none_of(policy.zones, policy.zones + policy.zone_count, counts))
    return {};
  const ZoneTree tree(policy);
  std::vector<bool> open(policy.zone_count);
  for (const std::size_t index : tree.unheld())
    open[index] = true;
  std::vector<std::string> paths;
  for (std::size_t i = 0; i < policy.zone_count; ++i) {
    const bool replaceable = (policy.zones[i].flags & SBX_ZONE_VIA_LINK) != 0;
    if ((open[i] || replaceable) && counts(policy.zones[i]))
      paths.push_back(PathOf(policy.zones[i]));
  }
  return paths;
}

}  // namespace sbx::runner
