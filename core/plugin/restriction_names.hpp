// SPDX-License-Identifier: MIT
//
// The names of the restrictions, one for each bit: the words of `--require`,
// of status tables and of every message. The only place where they are spelled.
#ifndef SBX_CORE_PLUGIN_RESTRICTION_NAMES_HPP_
#define SBX_CORE_PLUGIN_RESTRICTION_NAMES_HPP_

#include <optional>
#include <string>
#include <string_view>

#include "sbx/abi/draft/restriction.h"

#include "sbx/plugin/result.hpp"

namespace sbx {

// The name of one bit ("fs.read"). Empty for anything but exactly one known bit.
[[nodiscard]] std::string_view RestrictionName(sbx_restrictions bit);

[[nodiscard]] std::optional<sbx_restrictions> RestrictionByName(std::string_view name);

// "fs.write, net.connect": the known names of a set, in the order of the bits.
// Bits without a name are counted at the end ("and 1 unknown").
[[nodiscard]] std::string RestrictionList(sbx_restrictions set);

// Parses "fs.read,net.connect". Blanks around a name are accepted, an empty
// list or an empty name is not. An unknown name fails with the nearest one.
[[nodiscard]] Result<sbx_restrictions> ParseRestrictions(std::string_view list);

}  // namespace sbx

#endif  // SBX_CORE_PLUGIN_RESTRICTION_NAMES_HPP_
