// SPDX-License-Identifier: MIT
#include "plugins/bwrap/runner.hpp"
#include "sbx/plugin/export.hpp"

SBX_RUNNER_PLUGIN(sbx::bwrap::BwrapRunner, "bwrap", "0.1.0");
