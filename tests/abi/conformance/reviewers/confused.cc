// SPDX-License-Identifier: MIT
//
// Keeps the question in one place, where another review overwrites it.
#include <atomic>

#include "tests/abi/conformance/reviewers/faulty.hpp"

namespace {
class Plugin final : public sbx::faulty::Reviewer {
  sbx::Result<sbx::plugin::Verdict> Review(const sbx_review_request& request) override {
    widen_ = request.widen;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    sbx_review_request mixed = request;
    mixed.widen = widen_;
    return Reviewer::Review(mixed);
  }
  std::atomic<std::uint32_t> widen_{0};
};
}  // namespace

SBX_REVIEWER_PLUGIN(Plugin, "confused", "1.0.0");
