// SPDX-License-Identifier: MIT
//
// Passes over what it does not understand.
#include "tests/abi/conformance/sources/faulty.hpp"

namespace {
class Plugin final : public sbx::faulty::Source {
  void Look(const std::string& file, sbx::plugin::ConfigSink& sink) override {
    std::error_code error;
    if (std::filesystem::is_regular_file(file) && std::filesystem::file_size(file, error) < 100)
      return sink.Consulted(file);
    Source::Look(file, sink);
  }
};
}  // namespace

SBX_CONFIG_SOURCE_PLUGIN(Plugin, "forgiving", "1.0.0");
