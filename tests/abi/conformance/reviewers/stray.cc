// SPDX-License-Identifier: MIT
//
// Gives a function of its own to everybody.
#include "tests/abi/conformance/reviewers/faulty.hpp"

extern "C" SBX_PLUGIN_EXPORT int sbx_test_stray() {
  return 0;
}

SBX_REVIEWER_PLUGIN(sbx::faulty::Reviewer, "stray", "1.0.0");
