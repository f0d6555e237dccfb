// SPDX-License-Identifier: MIT
//
// PluginNamed: which plugin a word of the command line means.
#ifndef SBX_CLI_PLUGIN_NAMED_HPP_
#define SBX_CLI_PLUGIN_NAMED_HPP_

#include <string>

#include "core/platform/host.hpp"
#include "sbx/plugin/result.hpp"

namespace sbx::cli {

// The id of the plugin that `word` names. For a file, of a manifest or of a library or a
// program beside its manifest, the installation then has its folder alone. Opens no plugin.
[[nodiscard]] Result<std::string> PluginNamed(const std::string& word, const Host& host,
                                              Installation& installation);

}  // namespace sbx::cli

#endif  // SBX_CLI_PLUGIN_NAMED_HPP_
