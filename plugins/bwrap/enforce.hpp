// SPDX-License-Identifier: MIT
//
// Enforce: which restriction a plan of this runner holds, by what, and what
// stays open. A pure function over what is in the plan. What the host's
// listener or the launch itself holds is not spoken of here.
#ifndef SBX_PLUGINS_BWRAP_ENFORCE_HPP_
#define SBX_PLUGINS_BWRAP_ENFORCE_HPP_

#include <cstdint>
#include <string>
#include <vector>

#include "sbx/abi/draft/plan.h"
#include "sbx/abi/draft/policy.h"

#include "plugins/bwrap/layout.hpp"

namespace sbx::bwrap {

struct Mechanisms {     // what decides the answers besides the layout
  bool custom = false;  // a runner that the user brought
  bool setuid = false;
  bool network_namespace = false;
  bool landlock_scope = false;  // abstract sockets and signals
  bool pid_namespace = true;
  bool ipc_namespace = true;
  bool filter = true;
  bool write_layer = true;                 // Landlock judges what is opened for writing
  bool terminal = false;                   // the target shares a terminal, whose node is the host's
  std::uint32_t listen = 0;                // SBX_LISTEN_*
  std::vector<std::string> landlock_gaps;  // of the ruleset that holds the zones
};

struct Claim {
  sbx_restrictions restriction = 0;
  std::uint32_t level = SBX_LEVEL_NONE;
  std::string mechanism;
  std::string gap;
  std::string mend;
};

// One claim for each restriction of `wanted` that is this runner's to hold.
[[nodiscard]] std::vector<Claim> Claims(sbx_restrictions wanted, std::uint32_t uid,
                                        std::uint32_t tmp, const Layout& layout,
                                        const Mechanisms& mechanisms);

// Features of the listener that a policy needs under this runner.
[[nodiscard]] std::uint32_t ListenerFeatures(const sbx_policy& policy);

}  // namespace sbx::bwrap

#endif  // SBX_PLUGINS_BWRAP_ENFORCE_HPP_
