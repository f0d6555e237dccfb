// SPDX-License-Identifier: MIT
//
// Throws, which is a failure, without any file.
#include <stdexcept>

#include "tests/abi/conformance/sources/faulty.hpp"

namespace {
class Plugin final : public sbx::faulty::Source {
  void Look(const std::string& /*file*/, sbx::plugin::ConfigSink& /*sink*/) override {
    throw std::runtime_error("no idea");
  }
};
}  // namespace

SBX_CONFIG_SOURCE_PLUGIN(Plugin, "throws_source", "1.0.0");
