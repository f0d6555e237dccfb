// SPDX-License-Identifier: MIT
//
// Ends the process that asks it why a launch failed.
#include <csignal>

#include "tests/abi/conformance/faulty.hpp"

namespace {
class Crashes final : public sbx::faulty::Runner {
  sbx::Error Classify(const sbx_failure& /*failure*/) override {
    std::raise(SIGKILL);
    return {};
  }
};
}  // namespace

SBX_RUNNER_PLUGIN(Crashes, "crashes", "1.0.0");
