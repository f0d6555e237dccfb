// SPDX-License-Identifier: MIT
//
// Throws whatever it is asked: by its wall that is a denial.
#include <stdexcept>

#include "tests/abi/conformance/reviewers/faulty.hpp"

namespace {
class Plugin final : public sbx::faulty::Reviewer {
  sbx::Result<sbx::plugin::Verdict> Review(const sbx_review_request& /*request*/) override {
    throw std::runtime_error("not ready");
  }
};
}  // namespace

SBX_REVIEWER_PLUGIN(Plugin, "throws", "1.0.0");
