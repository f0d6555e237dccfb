// SPDX-License-Identifier: MIT
//
// Takes a file that is absent for an error.
#include "tests/abi/conformance/sources/faulty.hpp"

namespace {
class Plugin final : public sbx::faulty::Source {
  void Look(const std::string& file, sbx::plugin::ConfigSink& sink) override {
    if (!std::filesystem::exists(file))
      sink.Error("it is not there", {file});
    Source::Look(file, sink);
  }
};
}  // namespace

SBX_CONFIG_SOURCE_PLUGIN(Plugin, "needs_file", "1.0.0");
