// SPDX-License-Identifier: MIT
//
// Failure: what went wrong when bwrap ended before its command was executed,
// in one sentence with a mend. A table over what bwrap and the kernel say.
#ifndef SBX_PLUGINS_BWRAP_FAILURE_HPP_
#define SBX_PLUGINS_BWRAP_FAILURE_HPP_

#include <span>
#include <string>
#include <string_view>

#include "sbx/plugin/result.hpp"

namespace sbx::bwrap {

// `wait_status` as from waitpid; `text` what the program wrote on its standard
// error; `signatures` those of a custom runner, empty for bwrap itself. The
// status is SBX_E_UNSUPPORTED where another runner may do better.
[[nodiscard]] Error Diagnose(int wait_status, std::string_view text,
                             std::span<const std::string> signatures);

}  // namespace sbx::bwrap

#endif  // SBX_PLUGINS_BWRAP_FAILURE_HPP_
