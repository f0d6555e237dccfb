// SPDX-License-Identifier: MIT
//
// Takes settings that it does not know.
#include "tests/abi/conformance/reviewers/faulty.hpp"

namespace {
class Plugin final : public sbx::faulty::Reviewer {
  sbx::Result<void> Configure(std::span<const sbx_setting> /*settings*/) override { return {}; }
};
}  // namespace

SBX_REVIEWER_PLUGIN(Plugin, "any_setting_reviewer", "1.0.0");
