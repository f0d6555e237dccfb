// SPDX-License-Identifier: MIT
//
// AskSource: opens the plugin of a config source and has it read, for the program and for
// hosts alike. Where it looks is told by facts, never found out by the source.
#ifndef SBX_CORE_CONFIG_SOURCE_ASK_HPP_
#define SBX_CORE_CONFIG_SOURCE_ASK_HPP_

#include <string>
#include <string_view>
#include <vector>

#include "core/config_source/collected.hpp"
#include "core/config_source/context.hpp"
#include "core/plugin/registry.hpp"
#include "sbx/plugin/result.hpp"

namespace sbx {

// What the config source `name` says about this place, or why it does not; comes back
// within the context's deadline. A name is ID, or ID=FILE for a source that reads the
// file it is told instead of the usual one: that is its setting `file`.
[[nodiscard]] Result<CollectedConfig> AskSource(const std::string& name, const Registry& registry,
                                                const ConfigContext& context);

// The user's own folder, then those that the machine has for all users: `common` is
// XDG_CONFIG_DIRS, empty for what that means unset.
[[nodiscard]] std::vector<std::string> ConfigFolders(const std::string& config_home,
                                                     std::string_view common);

}  // namespace sbx

#endif  // SBX_CORE_CONFIG_SOURCE_ASK_HPP_
