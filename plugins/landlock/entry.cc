// SPDX-License-Identifier: MIT
#include "plugins/landlock/landlock_runner.hpp"
#include "sbx/plugin/export.hpp"

SBX_RUNNER_PLUGIN(sbx::runner::LandlockRunner, "landlock", "0.1.0");
