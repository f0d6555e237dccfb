// SPDX-License-Identifier: MIT
//
// Makes the file that it does not find.
#include "tests/abi/conformance/sources/faulty.hpp"

namespace {
class Plugin final : public sbx::faulty::Source {
  void Look(const std::string& file, sbx::plugin::ConfigSink& sink) override {
    Source::Look(file, sink);
    if (!std::filesystem::exists(file))
      std::ofstream(file + ".default") << "{}";
  }
};
}  // namespace

SBX_CONFIG_SOURCE_PLUGIN(Plugin, "tidy", "1.0.0");
