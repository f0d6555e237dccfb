// SPDX-License-Identifier: MIT
//
// From zones to a Landlock ruleset. Landlock only ever allows, and what a rule
// allows holds for everything below it; so a zone that allows less than the
// zone around it must be expressed by allowing its siblings one by one (read
// zones) or cannot be held at all (inside a writable zone).
//
// A closed object is closed under every path that a bind mount gives it.
//
// Where siblings are allowed one by one, the directories on the way cannot be
// listed, and what is made in them later cannot be read.
//
// One ruleset holds files, network and scopes together: with two layers a
// rename across directories would need the right for it in both.
#ifndef SBX_PLUGINS_LINUX_RULESET_HPP_
#define SBX_PLUGINS_LINUX_RULESET_HPP_

#include <cstdint>
#include <string>
#include <vector>

#include "sbx/abi/draft/policy.h"

#include "sbx/plugin/result.hpp"
#include "sbx/plugin/unique_fd.hpp"

namespace sbx::runner {

// What the running kernel offers: the ABI number, 0 where there is none.
[[nodiscard]] int LandlockAbi();

struct RulesetRequest {
  bool files = true;           // hold the zones
  bool scope_abstract = true;  // abstract sockets (ABI 6)
  bool scope_signal = true;    // signals (ABI 6)
  bool no_tcp = false;         // no TCP bind and connect (ABI 4)
  bool devices = true;         // the list of writable devices of LandlockDevices()
  bool no_udp = false;         // no UDP bind, connect and send (ABI 10)
  bool unix_outside = false;   // no path-named Unix sockets of others (ABI 9)
};

// What is asked for, cut down to what `abi` knows: a pure function.
struct RulesetShape {
  std::uint64_t handled_fs = 0;
  std::uint64_t handled_net = 0;
  std::uint64_t scoped = 0;
  std::uint64_t read_rights = 0;    // granted on a readable object
  std::uint64_t write_rights = 0;   // granted on a writable directory, reading included
  std::uint64_t device_rights = 0;  // granted on a device or a directory of devices
  std::uint64_t file_mask = 0;      // rights that a rule on a non-directory may carry
  std::vector<std::string> gaps;    // what this ABI leaves open, one sentence each
};
[[nodiscard]] RulesetShape Downgrade(const RulesetRequest& request, int abi);

// A rule of which zones cannot be held, or success. Looks at zones and at the
// kind of file system that they lie on.
[[nodiscard]] Result<void> CanHold(const sbx_policy& policy);

// Paths of zones that are marked SBX_ZONE_BEST_EFFORT and `flag`, and cannot be held.
[[nodiscard]] std::vector<std::string> LeftOpen(const sbx_policy& policy, std::uint32_t flag);

// Makes and fills a ruleset. Costs one directory listing for each ancestor of a
// read-denied object and one rule for each entry there.
[[nodiscard]] Result<UniqueFd> BuildRuleset(const sbx_policy& policy, const RulesetRequest& request,
                                            const RulesetShape& shape);

// Devices that stay writable under Landlock, absolute paths; with shared temp
// also /dev/shm.
[[nodiscard]] std::vector<std::string> LandlockDevices(bool shared_tmp);

// The same for a policy: read-only mode leaves the null device alone, and a rule
// that closes a device wins over the list.
[[nodiscard]] std::vector<std::string> LandlockDevices(const sbx_policy& policy);

// Whether a file system of this statfs type keeps rules on its inodes.
[[nodiscard]] bool KeepsRules(std::uint64_t file_system_type);

}  // namespace sbx::runner

#endif  // SBX_PLUGINS_LINUX_RULESET_HPP_
