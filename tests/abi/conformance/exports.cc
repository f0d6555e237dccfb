// SPDX-License-Identifier: MIT
//
// Gives a function of its own to everybody.
#include "tests/abi/conformance/faulty.hpp"

extern "C" SBX_PLUGIN_EXPORT int sbx_test_stray() {
  return 0;
}

SBX_RUNNER_PLUGIN(sbx::faulty::Runner, "exports", "1.0.0");
