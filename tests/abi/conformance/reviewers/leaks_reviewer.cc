// SPDX-License-Identifier: MIT
//
// Opens a descriptor for each review, and forgets it.
#include <fcntl.h>

#include "tests/abi/conformance/reviewers/faulty.hpp"

namespace {
class Plugin final : public sbx::faulty::Reviewer {
  sbx::Result<sbx::plugin::Verdict> Review(const sbx_review_request& request) override {
    (void)open("/dev/null", O_RDONLY | O_CLOEXEC);
    return Reviewer::Review(request);
  }
};
}  // namespace

SBX_REVIEWER_PLUGIN(Plugin, "leaks_reviewer", "1.0.0");
