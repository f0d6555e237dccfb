// SPDX-License-Identifier: MIT
//
// Nothing is wrong with this one.
#include "tests/abi/conformance/faulty.hpp"

SBX_RUNNER_PLUGIN(sbx::faulty::Runner, "kept", "1.0.0");
