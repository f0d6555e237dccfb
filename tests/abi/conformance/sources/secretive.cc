// SPDX-License-Identifier: MIT
//
// Does not say where it looked.
#include "tests/abi/conformance/sources/faulty.hpp"

namespace {
class Plugin final : public sbx::faulty::Source {
  void Look(const std::string& /*file*/, sbx::plugin::ConfigSink& /*sink*/) override {}
};
}  // namespace

SBX_CONFIG_SOURCE_PLUGIN(Plugin, "secretive", "1.0.0");
