// SPDX-License-Identifier: MIT
//
// Forms: how the text of a value has to look, as a check and as the pattern that
// the JSON Schema prints for it. A property test holds the two together.
#ifndef SBX_CORE_CONFIG_FORMS_HPP_
#define SBX_CORE_CONFIG_FORMS_HPP_

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/config/keys.hpp"

namespace sbx::config {

// Times in milliseconds, sizes in bytes; a time without a unit is in seconds.
[[nodiscard]] std::optional<std::uint64_t> DurationOf(std::string_view text);
[[nodiscard]] std::optional<std::uint64_t> SizeOf(std::string_view text);
[[nodiscard]] std::optional<std::uint64_t> CountOf(std::string_view text);
inline constexpr std::uint64_t kMostSeconds = 1'000'000'000;
inline constexpr std::uint64_t kMostNumber = std::uint64_t{1} << 62;

// Why `text` is no such value (one text, or one entry of a list): what it has to
// be, or nothing.
[[nodiscard]] std::optional<std::string_view> WrongForm(Type type, std::string_view text);
[[nodiscard]] bool IsVariableName(std::string_view text);

// The same as an ECMAScript pattern; empty where any text will do.
[[nodiscard]] std::string_view PatternOf(Type type);
inline constexpr std::string_view kVariableNamePattern = "^[A-Za-z_][A-Za-z0-9_]*$";
inline constexpr std::string_view kVariableValuePattern = "^[^\\u0000]*$";

}  // namespace sbx::config

#endif  // SBX_CORE_CONFIG_FORMS_HPP_
