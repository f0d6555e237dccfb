// SPDX-License-Identifier: MIT
//
// Completion scripts, made from the description of the command line. Only the
// runners are asked for when they are completed, by `sbx plugins`.
#ifndef SBX_CLI_COMPLETION_HPP_
#define SBX_CLI_COMPLETION_HPP_

#include <string>

namespace sbx::cli {

[[nodiscard]] std::string BashCompletion();
[[nodiscard]] std::string ZshCompletion();
[[nodiscard]] std::string FishCompletion();

}  // namespace sbx::cli

#endif  // SBX_CLI_COMPLETION_HPP_
