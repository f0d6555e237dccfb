// SPDX-License-Identifier: MIT
//
// Document: from the text of a policy file to a layer. Strict: what is not in the
// table of keys, or has another type or form, is an error that names file, line,
// column and key; nothing is ever dropped.
#ifndef SBX_CORE_CONFIG_DOCUMENT_HPP_
#define SBX_CORE_CONFIG_DOCUMENT_HPP_

#include <string>
#include <string_view>

#include "core/config/layer.hpp"
#include "sbx/plugin/result.hpp"

namespace sbx::config {

inline constexpr std::size_t kMostBytes = 1 << 20;  // of a file

// `base` is the folder that relative paths are relative to; empty where a file has
// none and may not hold any. Fails with one sentence for the first error.
[[nodiscard]] Result<Layer> ParseDocument(LayerKind kind, std::string_view text,
                                          const std::string& path, const std::string& base);

// One value under its dotted name. `json` is its text as it stands in the file `path`,
// where it begins at `at`; the lines of both are the same. Line 0: nobody knows.
[[nodiscard]] Result<Setting> ParseSetting(std::string_view key, std::string_view json,
                                           const std::string& path, JsonPlace at);

// A value as it is written on the command line; `option` names it.
[[nodiscard]] Result<Setting> ParseWord(Id key, std::string_view word, std::string_view option);

}  // namespace sbx::config

#endif  // SBX_CORE_CONFIG_DOCUMENT_HPP_
