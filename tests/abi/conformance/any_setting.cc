// SPDX-License-Identifier: MIT
//
// Takes settings that it does not know.
#include "tests/abi/conformance/faulty.hpp"

namespace {
class AnySetting final : public sbx::faulty::Runner {
  sbx::Result<void> Configure(std::span<const sbx_setting> /*settings*/) override { return {}; }
};
}  // namespace

SBX_RUNNER_PLUGIN(AnySetting, "any_setting", "1.0.0");
