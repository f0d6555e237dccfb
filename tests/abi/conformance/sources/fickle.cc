// SPDX-License-Identifier: MIT
//
// Says something else each time.
#include "tests/abi/conformance/sources/faulty.hpp"

namespace {
class Plugin final : public sbx::faulty::Source {
  void Look(const std::string& file, sbx::plugin::ConfigSink& sink) override {
    static int times = 0;
    Source::Look(file, sink);
    sink.Cannot("time", "this was read " + std::to_string(++times) + " times", {file});
  }
};
}  // namespace

SBX_CONFIG_SOURCE_PLUGIN(Plugin, "fickle", "1.0.0");
