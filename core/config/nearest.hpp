// SPDX-License-Identifier: MIT
//
// The word that somebody meant: for messages about a word that is not known.
#ifndef SBX_CORE_CONFIG_NEAREST_HPP_
#define SBX_CORE_CONFIG_NEAREST_HPP_

#include <optional>
#include <span>
#include <string_view>

namespace sbx {

// The known word nearest to `word`, or nothing when none is near.
[[nodiscard]] std::optional<std::string_view> Nearest(std::string_view word,
                                                      std::span<const std::string_view> known);

}  // namespace sbx

#endif  // SBX_CORE_CONFIG_NEAREST_HPP_
