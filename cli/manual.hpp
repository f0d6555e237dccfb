// SPDX-License-Identifier: MIT
//
// Manual pages in roff (man(7)), made from the description of the command line:
// sbx(1), and sbx-VERB(1) for each verb, which `man sbx VERB` finds.
#ifndef SBX_CLI_MANUAL_HPP_
#define SBX_CLI_MANUAL_HPP_

#include <string>

#include "cli/options.hpp"

namespace sbx::cli {

[[nodiscard]] std::string ManualPage();
[[nodiscard]] std::string ManualPage(const VerbInfo& verb);

}  // namespace sbx::cli

#endif  // SBX_CLI_MANUAL_HPP_
