// SPDX-License-Identifier: MIT
//
// AskSource: opens the plugin of a config source and has it read, for the program and for
// hosts alike. Where it looks is told by facts, never found out by the source.
#ifndef SBX_CORE_CONFIG_SOURCE_ASK_HPP_
#define SBX_CORE_CONFIG_SOURCE_ASK_HPP_

#include <string>

#include "core/config_source/collected.hpp"
#include "core/config_source/context.hpp"
#include "core/platform/host.hpp"
#include "core/plugin/registry.hpp"
#include "sbx/plugin/result.hpp"

namespace sbx {

// What the config source `name` says about this place, or why it does not; comes back
// within the context's deadline. A name is ID, or ID=FILE for a source that reads the
// file it is told instead of the usual one: that is its setting `file`.
[[nodiscard]] Result<CollectedConfig> AskSource(const std::string& name, const Registry& registry,
                                                const ConfigContext& context);

// What this process tells a source about `workspace`. `managed` is the organisation's folder.
[[nodiscard]] ConfigContext ContextOf(const Host& host, const Surroundings& around,
                                      std::string workspace, std::string managed);

}  // namespace sbx

#endif  // SBX_CORE_CONFIG_SOURCE_ASK_HPP_
