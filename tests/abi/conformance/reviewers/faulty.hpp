// SPDX-License-Identifier: MIT
//
// A reviewer that keeps the contract: it allows one grant of writing below /srv, and
// denies everything else. Each file beside this one changes what makes it break the
// contract in one way.
#ifndef SBX_TESTS_ABI_CONFORMANCE_REVIEWERS_FAULTY_HPP_
#define SBX_TESTS_ABI_CONFORMANCE_REVIEWERS_FAULTY_HPP_

#include <chrono>
#include <string>
#include <thread>

#include "sbx/plugin/export_reviewer.hpp"

namespace sbx::faulty {

class Reviewer : public plugin::Reviewer {
 public:
  Result<plugin::Verdict> Review(const sbx_review_request& request) override {
    if (request.argc == 0 || request.widen != SBX_WIDEN_GRANTS || request.grant_count != 1)
      return plugin::Deny("only one grant for a command is allowed");
    const sbx_grant& grant = request.grants[0];
    if (grant.restriction != SBX_FS_WRITE || !View(grant.what).starts_with("/srv/"))
      return plugin::Deny("only writing below /srv is allowed");
    return plugin::Allow();
  }
};

}  // namespace sbx::faulty

#endif  // SBX_TESTS_ABI_CONFORMANCE_REVIEWERS_FAULTY_HPP_
