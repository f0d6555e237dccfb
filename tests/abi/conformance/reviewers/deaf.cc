// SPDX-License-Identifier: MIT
//
// Waits, when a review is cancelled, until the review is over.
#include <mutex>

#include "tests/abi/conformance/reviewers/faulty.hpp"

namespace {
class Plugin final : public sbx::faulty::Reviewer {
  sbx::Result<sbx::plugin::Verdict> Review(const sbx_review_request& request) override {
    const std::lock_guard lock(mutex_);
    if (request.deadline_ms > 15000)
      std::this_thread::sleep_for(std::chrono::seconds(4));
    return Reviewer::Review(request);
  }
  void Cancel(std::string_view /*request_id*/) override { const std::lock_guard lock(mutex_); }
  std::mutex mutex_;
};
}  // namespace

SBX_REVIEWER_PLUGIN(Plugin, "deaf", "1.0.0");
