// SPDX-License-Identifier: MIT
//
// Probe: runs bwrap once with the mounts of the read-only mode and a command
// that does nothing, to see what this host allows. Never part of a run.
#ifndef SBX_PLUGINS_BWRAP_PROBE_HPP_
#define SBX_PLUGINS_BWRAP_PROBE_HPP_

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "plugins/bwrap/program.hpp"
#include "sbx/plugin/result.hpp"
#include "sbx/plugin/runner.hpp"

namespace sbx::bwrap {

struct Finished {
  int wait_status = 0;
  bool timed_out = false;
  std::string text;  // what it wrote, both streams, the last part
};

// Runs `words` with no input and waits at most `timeout_ms`.
[[nodiscard]] Result<Finished> RunProgram(const std::vector<std::string>& words,
                                          std::uint32_t timeout_ms);

[[nodiscard]] Result<plugin::ProbeResult> ProbeProgram(const Program& program,
                                                       std::span<const std::string> signatures,
                                                       std::uint32_t timeout_ms);

// Those of `options` that the text of --help does not list.
[[nodiscard]] std::vector<std::string> MissingOptions(std::string_view help,
                                                      const std::vector<std::string>& words);

}  // namespace sbx::bwrap

#endif  // SBX_PLUGINS_BWRAP_PROBE_HPP_
