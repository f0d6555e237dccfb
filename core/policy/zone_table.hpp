// SPDX-License-Identifier: MIT
//
// The precedence rule, once: claims (what each rule, default and own file says
// about one object) become the shortest list of zones that means the same. The
// deepest claim decides; among claims about one object, deny wins.
#ifndef SBX_CORE_POLICY_ZONE_TABLE_HPP_
#define SBX_CORE_POLICY_ZONE_TABLE_HPP_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/policy/locate.hpp"
#include "core/policy/resolved_policy.hpp"

namespace sbx {

struct Claim {
  Located at;
  Access access = Access::kRead;
  Effect effect = Effect::kAllow;
  std::uint32_t flags = 0;  // SBX_ZONE_*
  std::string rule;         // for messages, with its source
  bool around = false;      // a denial of what encloses the object: any claim about it wins
  Layer layer = Layer::kBuiltIn;
  const char* group = nullptr;  // of a protect group: its name, static
};

// Where claims with the same access as around them matter all the same: a
// private temporary directory is put over `temp_root`, so that what was allowed
// below it must be named to stay visible. Empty: nowhere.
struct Boundaries {
  std::string temp_root;
};

// One claim must be about "/". Fails where something below sbx's own files is
// to be writable, or an explicit rule opens what a protect group holds. What the
// organisation denies is opened again only by itself. O(n log n) in the number of
// claims.
[[nodiscard]] Result<std::vector<Zone>> PlaceZones(std::vector<Claim> claims,
                                                   const Boundaries& boundaries);

// The zone of a canonical path, by its text; for paths that have just been
// resolved. Zones are in the order of PlaceZones.
[[nodiscard]] int ZoneAtPath(const std::vector<Zone>& zones, std::string_view path);

// Order in which everything below a path follows it at once.
[[nodiscard]] bool PathLess(std::string_view a, std::string_view b);

}  // namespace sbx

#endif  // SBX_CORE_POLICY_ZONE_TABLE_HPP_
