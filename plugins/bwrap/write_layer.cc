// SPDX-License-Identifier: MIT
#include "plugins/bwrap/write_layer.hpp"

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>

#include "plugins/linux/ruleset.hpp"
#include "plugins/linux/sibling_rules.hpp"
#include "plugins/linux/uapi/landlock.h"

namespace sbx::bwrap {

Result<WriteLayer> MakeWriteLayer(const sbx_policy& policy, int abi, bool scopes) {
  WriteLayer layer;
  layer.rights = SBX_LL_WRITE_FILE | (abi >= 3 ? SBX_LL_TRUNCATE : 0);
  // Renaming across directories is denied by every ruleset that does not grant it.
  const std::uint64_t refer = abi >= 2 ? SBX_LL_REFER : 0;
  sbx_landlock_ruleset_attr attr = {layer.rights | refer, 0, 0};
  if (scopes && abi >= 6)
    attr.scoped = SBX_LL_SCOPE_ABSTRACT_UNIX_SOCKET | SBX_LL_SCOPE_SIGNAL;
  layer.ruleset.reset(
      static_cast<int>(syscall(SBX_NR_LANDLOCK_CREATE_RULESET, &attr, sizeof attr, 0)));
  if (!layer.ruleset.valid())
    return FailOs(errno, "make a Landlock ruleset");
  const int ruleset_fd = layer.ruleset.get();
  Result<void> added = runner::AddRule(ruleset_fd, policy.zones[0].fd, refer, "/");
  for (std::size_t i = 0; added && i < policy.zone_count; ++i) {
    const sbx_zone& zone = policy.zones[i];
    if (zone.access == SBX_ACCESS_WRITE && zone.object != SBX_OBJECT_ABSENT)
      added = runner::AddRule(ruleset_fd, zone.fd, layer.rights, View(zone.path));
  }
  // The host's own terminals and null device, which streams may lead to.
  for (const std::string& path : runner::LandlockDevices(policy)) {
    const UniqueFd device(open(path.c_str(), O_PATH | O_CLOEXEC));
    if (added && device.valid())
      added = runner::AddRule(ruleset_fd, device.get(), layer.rights, path);
  }
  if (!added)
    return added.failure();
  return layer;
}

}  // namespace sbx::bwrap
