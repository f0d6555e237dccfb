// SPDX-License-Identifier: MIT
//
// The settings file of sandbox-runtime. It allows only what it lists, so that a list that
// is missing is an error, as it is there.
#ifndef SBX_PLUGINS_CONFIG_SOURCES_SRT_TRANSLATE_HPP_
#define SBX_PLUGINS_CONFIG_SOURCES_SRT_TRANSLATE_HPP_

#include <string_view>

#include "plugins/config-sources/common/file_rules.hpp"
#include "plugins/config-sources/common/translation.hpp"

namespace sbx::sources {

void TranslateSrt(std::string_view text, const Ground& ground, Wildcards wildcards,
                  Translation& translation);

}  // namespace sbx::sources

#endif  // SBX_PLUGINS_CONFIG_SOURCES_SRT_TRANSLATE_HPP_
