// SPDX-License-Identifier: MIT
//
// Check: what the policy says about a path, without running anything.
#ifndef SBX_HOST_CHECK_HPP_
#define SBX_HOST_CHECK_HPP_

#include <string>
#include <string_view>

#include "sbx/host/policy.hpp"
#include "sbx/plugin/result.hpp"

namespace sbx::host {

struct Judgement {
  bool allowed = false;
  std::string path;  // of the object as it was resolved, a missing tail included
  std::string rule;  // the one that decides, with its source
};

// `path` may be relative to the policy's base, contain links, and name what
// does not exist: then the directory that would hold it decides. The answer is
// of this moment and about the object, not the name: who acts on it later may
// meet another object. Fails when the path cannot be looked up. [any]
[[nodiscard]] Result<Judgement> Check(const ResolvedPolicy& policy, Access access,
                                      std::string_view path);

}  // namespace sbx::host

#endif  // SBX_HOST_CHECK_HPP_
