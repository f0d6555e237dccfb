// SPDX-License-Identifier: MIT
//
// Goes on with a review that was cancelled.
#include "tests/abi/conformance/reviewers/faulty.hpp"

namespace {
class Plugin final : public sbx::faulty::Reviewer {
  sbx::Result<sbx::plugin::Verdict> Review(const sbx_review_request& request) override {
    if (request.deadline_ms > 15000)
      std::this_thread::sleep_for(std::chrono::seconds(4));
    return Reviewer::Review(request);
  }
};
}  // namespace

SBX_REVIEWER_PLUGIN(Plugin, "unmoved", "1.0.0");
