// SPDX-License-Identifier: MIT
//
// Makes the process that opens it end as if all were well but for its status.
#include <unistd.h>

#include "tests/abi/conformance/faulty.hpp"

namespace {
[[maybe_unused]] const bool kDone = (_exit(3), true);
}  // namespace

SBX_RUNNER_PLUGIN(sbx::faulty::Runner, "quits", "1.0.0");
