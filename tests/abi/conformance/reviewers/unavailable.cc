// SPDX-License-Identifier: MIT
//
// Never has a verdict, and says why.
#include "tests/abi/conformance/reviewers/faulty.hpp"

namespace {
class Plugin final : public sbx::faulty::Reviewer {
  sbx::Result<sbx::plugin::Verdict> Review(const sbx_review_request& /*request*/) override {
    return sbx::Fail(SBX_E_OS, "reach the model", {}, "it is at lunch");
  }
};
}  // namespace

SBX_REVIEWER_PLUGIN(Plugin, "unavailable", "1.0.0");
