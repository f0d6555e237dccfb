// SPDX-License-Identifier: MIT
//
// Takes settings that it does not know.
#include "tests/abi/conformance/sources/faulty.hpp"

namespace {
class Plugin final : public sbx::faulty::Source {
  sbx::Result<void> Configure(std::span<const sbx_setting> /*settings*/) override { return {}; }
};
}  // namespace

SBX_CONFIG_SOURCE_PLUGIN(Plugin, "any_setting_source", "1.0.0");
