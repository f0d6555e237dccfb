// SPDX-License-Identifier: MIT
//
// Reads from whatever it finds.
#include "tests/abi/conformance/sources/faulty.hpp"

namespace {
class Plugin final : public sbx::faulty::Source {
  void Look(const std::string& file, sbx::plugin::ConfigSink& sink) override {
    if (std::filesystem::is_fifo(file))
      sink.Layer(SBX_LAYER_USER, file, Text(file));
    Source::Look(file, sink);
  }
};
}  // namespace

SBX_CONFIG_SOURCE_PLUGIN(Plugin, "waits", "1.0.0");
