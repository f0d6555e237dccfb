// SPDX-License-Identifier: MIT
//
// Reading files of sbx's own state: only from folders whose whole chain belongs to
// root or the user, outside of every workspace.
#ifndef SBX_CORE_CONFIG_STATE_FILE_HPP_
#define SBX_CORE_CONFIG_STATE_FILE_HPP_

#include <optional>
#include <string>
#include <vector>

#include "core/plugin/strict_json.hpp"
#include "sbx/plugin/result.hpp"

namespace sbx::config {

// Nothing when it is not there. `what` names it in sentences: "the trust store".
[[nodiscard]] Result<std::optional<JsonValue>> ReadStateFile(
    const std::string& folder, const std::string& name, const std::vector<std::string>& outside,
    const std::string& what);

// The text of the member `name`, or null when it is missing or no text.
[[nodiscard]] const std::string* TextOf(const JsonValue& object, std::string_view name);

}  // namespace sbx::config

#endif  // SBX_CORE_CONFIG_STATE_FILE_HPP_
