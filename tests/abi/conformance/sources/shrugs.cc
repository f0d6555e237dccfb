// SPDX-License-Identifier: MIT
//
// Passes over what is no file.
#include "tests/abi/conformance/sources/faulty.hpp"

namespace {
class Plugin final : public sbx::faulty::Source {
  void Look(const std::string& file, sbx::plugin::ConfigSink& sink) override {
    if (std::filesystem::is_directory(file))
      return sink.Consulted(file);
    Source::Look(file, sink);
  }
};
}  // namespace

SBX_CONFIG_SOURCE_PLUGIN(Plugin, "shrugs", "1.0.0");
