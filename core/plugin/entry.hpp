// SPDX-License-Identifier: MIT
//
// CheckEntry: the verdict on a plugin's entry, from its data alone. No function
// of the plugin has been called when it is given.
#ifndef SBX_CORE_PLUGIN_ENTRY_HPP_
#define SBX_CORE_PLUGIN_ENTRY_HPP_

#include <string>

#include "sbx/abi/plugin.h"

#include "sbx/plugin/result.hpp"

namespace sbx {

// Magic, then major, then size, then flags, then the rest: each is only read
// when those before it were right. `where` is the library's path, or the id of
// a plugin that is linked in. `id` is what the manifest says; empty: not known.
[[nodiscard]] Result<void> CheckEntry(const sbx_plugin_entry& entry, const std::string& where,
                                      const std::string& id);

// An id is a file name and a word of messages: 1 to 64 of a-z, 0-9, '-', '_', '.',
// starting with a letter or digit.
[[nodiscard]] bool IsPluginId(std::string_view id);

}  // namespace sbx

#endif  // SBX_CORE_PLUGIN_ENTRY_HPP_
