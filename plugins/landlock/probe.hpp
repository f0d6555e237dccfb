// SPDX-License-Identifier: MIT
//
// Finds out what Landlock and seccomp really do here, by confining a child and
// letting it try what must be refused.
#ifndef SBX_PLUGINS_LANDLOCK_PROBE_HPP_
#define SBX_PLUGINS_LANDLOCK_PROBE_HPP_

#include <cstdint>

#include "sbx/plugin/runner.hpp"

namespace sbx::runner {

[[nodiscard]] Result<plugin::ProbeResult> ProbeLandlock(int abi, std::uint32_t timeout_ms);

}  // namespace sbx::runner

#endif  // SBX_PLUGINS_LANDLOCK_PROBE_HPP_
