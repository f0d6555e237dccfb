// SPDX-License-Identifier: MIT
//
// Loader: opens a plugin's library and hands out its entry once everything that
// can be known without calling it was found right. The only user of Boost.DLL.
//
// A library is never unloaded: its objects, its strings and its thread-local
// data may live anywhere by then.
#ifndef SBX_CORE_PLUGIN_LOADER_HPP_
#define SBX_CORE_PLUGIN_LOADER_HPP_

#include <string>

#include "sbx/abi/plugin.h"

#include "core/platform/trusted_file.hpp"
#include "core/plugin/registry.hpp"
#include "sbx/plugin/result.hpp"

namespace sbx {

// `folder` is the folder that holds the manifest from which `info` was read.
// Each way to be refused has a sentence of its own.
[[nodiscard]] Result<const sbx_plugin_entry*> LoadPlugin(const TrustedFolder& folder,
                                                         const PluginInfo& info);

}  // namespace sbx

#endif  // SBX_CORE_PLUGIN_LOADER_HPP_
