// SPDX-License-Identifier: MIT
//
// Manifests: what `<id>.sbxplugin.json` says about a plugin, so that listing
// opens no library and a library is only opened when its manifest fits.
//
//   {"id": "landlock", "file": "libsbx-landlock.so",
//    "interfaces": ["sbx.runner/1"], "abi": {"major": 0, "minor": 1},
//    "sha256": "…"}                                          (may be absent)
//
// A reviewer or a config source may be a program of its own: then "program" names
// it in the place of "file".
#ifndef SBX_CORE_PLUGIN_MANIFEST_HPP_
#define SBX_CORE_PLUGIN_MANIFEST_HPP_

#include <string>
#include <string_view>

#include "core/plugin/registry.hpp"
#include "sbx/plugin/result.hpp"

namespace sbx {

inline constexpr std::string_view kManifestSuffix = ".sbxplugin.json";
inline constexpr std::size_t kLargestManifest = std::size_t{64} * 1024;

// Unknown and missing keys, wrong types and values that cannot be right are
// errors that name the file and the key. `folder` and `name` say where `text`
// was read; the id must be the name without its suffix.
[[nodiscard]] Result<PluginInfo> ParseManifest(std::string_view text, const std::string& folder,
                                               const std::string& name);

// Whether this host can use what the manifest describes.
[[nodiscard]] Result<void> CheckManifest(const PluginInfo& info, std::string_view interface_id);

}  // namespace sbx

#endif  // SBX_CORE_PLUGIN_MANIFEST_HPP_
