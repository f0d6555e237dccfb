// SPDX-License-Identifier: MIT
//
// Ends the process that binds a real command with it.
#include <csignal>

#include "tests/abi/conformance/faulty.hpp"

namespace {
class Falls final : public sbx::faulty::Runner {
  sbx::Result<std::unique_ptr<sbx::plugin::Plan>> Bind(const sbx::plugin::Profile& profile,
                                                       const sbx_launch& launch) override {
    if (sbx::View(launch.argv[0]).find('/') != std::string_view::npos)
      std::raise(SIGKILL);
    return Runner::Bind(profile, launch);
  }
};
}  // namespace

SBX_RUNNER_PLUGIN(Falls, "falls", "1.0.0");
