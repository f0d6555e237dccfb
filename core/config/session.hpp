// SPDX-License-Identifier: MIT
//
// What was said for one session: its mode. Kept in the state home under the hash of
// the session's name, so that a command can neither write it nor name another one.
#ifndef SBX_CORE_CONFIG_SESSION_HPP_
#define SBX_CORE_CONFIG_SESSION_HPP_

#include <optional>
#include <string>
#include <vector>

#include "core/config/layer.hpp"
#include "sbx/plugin/result.hpp"

namespace sbx::config {

// The layer of the session, nothing when nothing was said. `outside` as for the
// trust store.
[[nodiscard]] Result<std::optional<Layer>> ReadSession(const std::string& state_home,
                                                       const std::vector<std::string>& outside,
                                                       const std::string& session);

// `mode` is one of the words of the key; empty: forget what was said.
[[nodiscard]] Result<void> WriteSession(const std::string& state_home, const std::string& session,
                                        const std::string& mode);

}  // namespace sbx::config

#endif  // SBX_CORE_CONFIG_SESSION_HPP_
