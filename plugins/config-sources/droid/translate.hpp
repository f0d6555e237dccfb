// SPDX-License-Identifier: MIT
//
// settings.json of Factory's Droid, of any level. Most of it is about other things and
// passed over; what is about the sandbox is read strictly.
#ifndef SBX_PLUGINS_CONFIG_SOURCES_DROID_TRANSLATE_HPP_
#define SBX_PLUGINS_CONFIG_SOURCES_DROID_TRANSLATE_HPP_

#include <string_view>

#include "plugins/config-sources/common/file_rules.hpp"
#include "plugins/config-sources/common/translation.hpp"

namespace sbx::sources {

// All but the paths, which `rules` takes, to be settled with those of the other levels.
void TranslateDroid(std::string_view text, Translation& translation, FileRules& rules);

}  // namespace sbx::sources

#endif  // SBX_PLUGINS_CONFIG_SOURCES_DROID_TRANSLATE_HPP_
