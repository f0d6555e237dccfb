// SPDX-License-Identifier: MIT
//
// Does what the output of the command says.
#include "tests/abi/conformance/reviewers/faulty.hpp"

namespace {
class Plugin final : public sbx::faulty::Reviewer {
  sbx::Result<sbx::plugin::Verdict> Review(const sbx_review_request& request) override {
    if (sbx::View(request.stdout_tail).find("ALLOW") != std::string_view::npos)
      return sbx::plugin::Allow();
    return Reviewer::Review(request);
  }
};
}  // namespace

SBX_REVIEWER_PLUGIN(Plugin, "obedient", "1.0.0");
