// SPDX-License-Identifier: MIT
//
// Repeats in its reason what it was given, bytes and all.
#include "tests/abi/conformance/reviewers/faulty.hpp"

namespace {
class Plugin final : public sbx::faulty::Reviewer {
  sbx::Result<sbx::plugin::Verdict> Review(const sbx_review_request& request) override {
    auto verdict = Reviewer::Review(request);
    verdict->reason = "about: " + std::string(sbx::View(request.justification));
    return verdict;
  }
};
}  // namespace

SBX_REVIEWER_PLUGIN(Plugin, "echoes", "1.0.0");
