// SPDX-License-Identifier: MIT
//
// Throws on what it does not understand. Nothing is wrong with that.
#include <stdexcept>

#include "tests/abi/conformance/reviewers/faulty.hpp"

namespace {
class Plugin final : public sbx::faulty::Reviewer {
  sbx::Result<sbx::plugin::Verdict> Review(const sbx_review_request& request) override {
    if (request.argc == 0)
      throw std::runtime_error("no command");
    if (request.widen != SBX_WIDEN_GRANTS && request.widen != SBX_WIDEN_MODE)
      throw std::runtime_error("what is that?");
    return Reviewer::Review(request);
  }
};
}  // namespace

SBX_REVIEWER_PLUGIN(Plugin, "startled", "1.0.0");
