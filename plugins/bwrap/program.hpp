// SPDX-License-Identifier: MIT
//
// Program: which bwrap is executed. Never looked for in PATH: a program that
// the user's commands could have put there would confine nothing.
#ifndef SBX_PLUGINS_BWRAP_PROGRAM_HPP_
#define SBX_PLUGINS_BWRAP_PROGRAM_HPP_

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "sbx/abi/draft/runner.h"

#include "sbx/plugin/result.hpp"

namespace sbx::bwrap {

// The runner's settings, checked in themselves.
struct Settings {
  std::string program;                  // "program": absolute, or empty: the trusted places
  std::vector<std::string> command;     // "command": a compatible runner and its words
  std::vector<std::string> signatures;  // "failure-signature": what it says when it fails
};
[[nodiscard]] Result<Settings> ReadSettings(std::span<const sbx_setting> settings);

struct Program {
  std::vector<std::string> words;  // words[0] is absolute and has no links
  bool setuid = false;
  bool custom = false;
};

// Where a bwrap is looked for when no setting names one.
[[nodiscard]] std::vector<std::string> TrustedPlaces();

// Finds the program and checks that nobody but root (for a configured one: and
// the user `uid`) can change it or any directory on the way to it.
[[nodiscard]] Result<Program> FindProgram(const Settings& settings,
                                          const std::vector<std::string>& places,
                                          std::uint32_t uid);

// SBX_E_REFUSED when the program lies where the target may write.
[[nodiscard]] Result<void> CheckOutOfTargetsReach(const Program& program, const sbx_policy& policy);

}  // namespace sbx::bwrap

#endif  // SBX_PLUGINS_BWRAP_PROGRAM_HPP_
