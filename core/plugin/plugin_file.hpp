// SPDX-License-Identifier: MIT
//
// PluginFile: the file that a manifest names, library or program, opened and found
// to be what the manifest says before any of it runs.
#ifndef SBX_CORE_PLUGIN_PLUGIN_FILE_HPP_
#define SBX_CORE_PLUGIN_PLUGIN_FILE_HPP_

#include "core/platform/trusted_file.hpp"
#include "core/plugin/registry.hpp"
#include "sbx/plugin/result.hpp"

namespace sbx {

// `folder` holds the manifest from which `info` was read. Owner, mode and, where the
// manifest has one, the SHA-256 are right; what is returned is the object judged.
[[nodiscard]] Result<TrustedFile> OpenPluginFile(const TrustedFolder& folder,
                                                 const PluginInfo& info);

}  // namespace sbx

#endif  // SBX_CORE_PLUGIN_PLUGIN_FILE_HPP_
