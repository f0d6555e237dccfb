// SPDX-License-Identifier: MIT
//
// Inner: what runs in the target itself, inside the mounts: a Landlock ruleset
// for what namespaces do not cover, and the system call filter.
#ifndef SBX_PLUGINS_BWRAP_INNER_HPP_
#define SBX_PLUGINS_BWRAP_INNER_HPP_

#include <string>
#include <vector>

#include "plugins/bwrap/layout.hpp"
#include "sbx/plugin/result.hpp"
#include "sbx/plugin/unique_fd.hpp"

namespace sbx::bwrap {

struct Inner {
  UniqueFd ruleset;  // not valid where there is nothing for Landlock to do
  bool scopes = false;
  std::vector<std::string> gaps;  // of a ruleset that holds the zones
  std::string filter;             // struct sock_filter[], may be empty
};

// `files`: the ruleset holds the zones as well (SBX_E_REFUSED with the rule
// that it cannot hold).
[[nodiscard]] Result<Inner> PrepareInner(const sbx_policy& policy, bool files,
                                         const Weaken& weaken);

}  // namespace sbx::bwrap

#endif  // SBX_PLUGINS_BWRAP_INNER_HPP_
