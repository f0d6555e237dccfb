// SPDX-License-Identifier: MIT
//
// extensions/pi-sandbox/config.json of @erichll/pi-sandbox, one file at a time.
#ifndef SBX_PLUGINS_CONFIG_SOURCES_PI_SRT_TRANSLATE_HPP_
#define SBX_PLUGINS_CONFIG_SOURCES_PI_SRT_TRANSLATE_HPP_

#include <string_view>

#include "plugins/config-sources/common/translation.hpp"

namespace sbx::sources {

void TranslatePiSrt(std::string_view text, Translation& translation);

}  // namespace sbx::sources

#endif  // SBX_PLUGINS_CONFIG_SOURCES_PI_SRT_TRANSLATE_HPP_
