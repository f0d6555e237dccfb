// SPDX-License-Identifier: MIT
//
// Which restrictions a policy wants, and which of them must be held fully or
// nothing runs; and whether the parts of a policy contradict each other.
#ifndef SBX_CORE_POLICY_REQUIREMENTS_HPP_
#define SBX_CORE_POLICY_REQUIREMENTS_HPP_

#include "core/policy/policy.hpp"
#include "sbx/plugin/result.hpp"

namespace sbx {

struct Requirements {
  sbx_restrictions wanted = 0;
  sbx_restrictions required = 0;
};

// What only the resolved zones and the file system tell.
struct FileFacts {
  bool denies_reads = false;       // some zone may not be read
  bool has_temp_root = false;      // a private temporary directory can be made
  bool protects = false;           // some zone counts for fs.protect
  bool has_patterns = false;       // a name that a denied pattern matches could be made
  bool requires_patterns = false;  // such a pattern is not best effort
};

// A pure function. Empty in danger-full-access.
[[nodiscard]] Requirements Require(const Policy& policy, const FileFacts& facts);

// One sentence for the first contradiction.
[[nodiscard]] Result<void> CheckConsistent(const Policy& policy);

}  // namespace sbx

#endif  // SBX_CORE_POLICY_REQUIREMENTS_HPP_
