// SPDX-License-Identifier: MIT
#include "plugins/linux/ruleset.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>

#include "plugins/linux/sibling_rules.hpp"
#include "plugins/linux/uapi/landlock.h"
#include "plugins/linux/zone_tree.hpp"

namespace sbx::runner {
namespace {

Result<UniqueFd> MakeRuleset(const RulesetShape& shape) {
  const sbx_landlock_ruleset_attr attr = {shape.handled_fs, shape.handled_net, shape.scoped};
  UniqueFd fd(static_cast<int>(syscall(SBX_NR_LANDLOCK_CREATE_RULESET, &attr, sizeof attr, 0)));
  if (!fd.valid()) {
    return FailOs(errno, "make a Landlock ruleset", {},
                  "this kernel may lack Landlock, or a container may forbid it: see sbx doctor");
  }
  return fd;
}

// A device that is missing or that this user cannot open is left out.
Result<void> AllowDevice(int ruleset_fd, const std::string& path, const RulesetShape& shape) {
  const UniqueFd fd(open(path.c_str(), O_PATH | O_CLOEXEC));
  struct stat info {};
  if (!fd.valid() || fstat(fd.get(), &info) != 0)
    return {};
  if (S_ISDIR(info.st_mode)) {
    const bool shared_memory = path == "/dev/shm";
    return AddRule(ruleset_fd, fd.get(), shared_memory ? shape.write_rights : shape.device_rights,
                   path);
  }
  if (!S_ISCHR(info.st_mode))
    return {};
  return AddRule(ruleset_fd, fd.get(), shape.device_rights & shape.file_mask, path);
}

}  // namespace

Result<void> AddRule(int ruleset_fd, int object_fd, std::uint64_t rights, std::string_view path) {
  if (rights == 0)
    return {};
  const sbx_landlock_path_beneath_attr attr = {rights, object_fd};
  if (syscall(SBX_NR_LANDLOCK_ADD_RULE, ruleset_fd, SBX_LANDLOCK_RULE_PATH_BENEATH, &attr, 0) !=
      0) {
    return FailOs(errno, "allow by Landlock", std::string(path));
  }
  return {};
}

Result<UniqueFd> BuildRuleset(const sbx_policy& policy, const RulesetRequest& request,
                              const RulesetShape& shape) {
  Result<UniqueFd> ruleset = MakeRuleset(shape);
  if (!ruleset || !request.files)
    return ruleset;
  const ZoneTree tree(policy);
  SiblingRules siblings(ruleset->get(), shape);
  for (const Grant& grant : tree.grants()) {
    Result<void> added;
    if (!grant.holes.empty()) {
      added = siblings.Allow(grant);
    } else {
      const std::uint64_t rights = grant.write ? shape.write_rights : shape.read_rights;
      added = AddRule(ruleset->get(), grant.fd, grant.directory ? rights : rights & shape.file_mask,
                      grant.path);
    }
    if (!added)
      return added.failure();
  }
  if (!request.devices)
    return ruleset;
  for (const std::string& device : LandlockDevices(policy)) {
    if (const Result<void> added = AllowDevice(ruleset->get(), device, shape); !added) {
      return added.failure();
    }
  }
  return ruleset;
}

}  // namespace sbx::runner
