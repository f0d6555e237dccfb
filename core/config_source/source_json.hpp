// SPDX-License-Identifier: MIT
//
// The documents that a config source which is a program reads and writes, as
// sdk/schema/config-source-request.schema.json and config-source-reply.schema.json
// have them.
#ifndef SBX_CORE_CONFIG_SOURCE_SOURCE_JSON_HPP_
#define SBX_CORE_CONFIG_SOURCE_SOURCE_JSON_HPP_

#include <string>
#include <string_view>
#include <vector>

#include "core/config_source/collected.hpp"
#include "core/config_source/context.hpp"
#include "core/plugin/settings.hpp"
#include "sbx/plugin/result.hpp"

namespace sbx {

[[nodiscard]] std::string ContextJson(const ConfigContext& context,
                                      const std::vector<Setting>& settings);

// Every item of the reply, or the first thing that is wrong with it.
[[nodiscard]] Result<CollectedConfig> ParseItems(const std::string& source, std::string_view reply);

}  // namespace sbx

#endif  // SBX_CORE_CONFIG_SOURCE_SOURCE_JSON_HPP_
