// SPDX-License-Identifier: MIT
//
// Expand: what a pattern matches now. Looks only at folders that can hold a
// match, never through a link or into procfs, and within limits that it says.
#ifndef SBX_CORE_POLICY_EXPAND_HPP_
#define SBX_CORE_POLICY_EXPAND_HPP_

#include <cstddef>
#include <string>
#include <vector>

#include "core/policy/glob.hpp"

namespace sbx {

struct ExpandLimits {
  std::size_t entries = 100000;  // names that are looked at
  std::size_t matches = 500;     // each is a zone with a descriptor, and a mount under bwrap
};

struct Expanded {
  std::vector<std::string> paths;   // in order, canonical but for a link at the end
  bool cut = false;                 // a limit was met
  std::vector<std::string> closed;  // folders that could not be listed, a few of them
};

// Below a match nothing is looked for: it covers what it holds.
[[nodiscard]] Expanded Expand(const Glob& glob, const ExpandLimits& limits);

}  // namespace sbx

#endif  // SBX_CORE_POLICY_EXPAND_HPP_
