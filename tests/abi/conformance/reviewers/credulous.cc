// SPDX-License-Identifier: MIT
//
// Allows whatever it is asked, also when it is asked nothing.
#include "tests/abi/conformance/reviewers/faulty.hpp"

namespace {
class Plugin final : public sbx::faulty::Reviewer {
  sbx::Result<sbx::plugin::Verdict> Review(const sbx_review_request& /*request*/) override {
    return sbx::plugin::Allow();
  }
};
}  // namespace

SBX_REVIEWER_PLUGIN(Plugin, "credulous", "1.0.0");
