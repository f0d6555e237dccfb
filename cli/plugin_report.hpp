// SPDX-License-Identifier: MIT
//
// What the suite found, for people line by line and for programs as one document. All
// that a plugin said goes through Visible().
#ifndef SBX_CLI_PLUGIN_REPORT_HPP_
#define SBX_CLI_PLUGIN_REPORT_HPP_

#include <string>
#include <string_view>

#include "cli/plugin_suite.hpp"

namespace sbx::cli {

// The beginning of the line of a check, before it is tried, and the rest of it.
[[nodiscard]] std::string CheckBegin(std::string_view name);
[[nodiscard]] std::string CheckRest(const ContractCheck& check, bool verbose);

// What follows the contracts: of a runner its restrictions, and the last line.
[[nodiscard]] std::string EndText(const Tested& tested, bool verbose);

[[nodiscard]] std::string SuiteJson(const Tested& tested);

}  // namespace sbx::cli

#endif  // SBX_CLI_PLUGIN_REPORT_HPP_
