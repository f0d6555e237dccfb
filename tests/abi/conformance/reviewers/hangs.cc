// SPDX-License-Identifier: MIT
//
// Never comes back, whatever its deadline is and whoever cancels.
#include "tests/abi/conformance/reviewers/faulty.hpp"

namespace {
class Plugin final : public sbx::faulty::Reviewer {
  sbx::Result<sbx::plugin::Verdict> Review(const sbx_review_request& /*request*/) override {
    while (true)
      std::this_thread::sleep_for(std::chrono::hours(1));
  }
};
}  // namespace

SBX_REVIEWER_PLUGIN(Plugin, "hangs", "1.0.0");
