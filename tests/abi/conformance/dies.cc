// SPDX-License-Identifier: MIT
//
// Ends the process that opens it.
#include <csignal>

#include "tests/abi/conformance/faulty.hpp"

namespace {
[[maybe_unused]] const int kDone = std::raise(SIGKILL);
}  // namespace

SBX_RUNNER_PLUGIN(sbx::faulty::Runner, "dies", "1.0.0");
