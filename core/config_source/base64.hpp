// SPDX-License-Identifier: MIT
//
// Base64 (RFC 4648) read back: bytes that are not UTF-8 come so in JSON.
#ifndef SBX_CORE_CONFIG_SOURCE_BASE64_HPP_
#define SBX_CORE_CONFIG_SOURCE_BASE64_HPP_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace sbx {

// Nothing when it is not padded, has another character or bits after its end.
[[nodiscard]] inline std::optional<std::string> FromBase64(std::string_view text) {
  constexpr std::string_view kAlphabet =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  if (text.size() % 4 != 0)
    return std::nullopt;
  const std::size_t padding = text.ends_with("==") ? 2 : text.ends_with('=') ? 1 : 0;
  std::string bytes;
  std::uint32_t bits = 0;
  unsigned count = 0;
  for (const char c : text.substr(0, text.size() - padding)) {
    const std::size_t digit = kAlphabet.find(c);
    if (digit == std::string_view::npos)
      return std::nullopt;
    bits = bits << 6 | static_cast<std::uint32_t>(digit);
    count += 6;
    if (count >= 8) {
      count -= 8;
      bytes += static_cast<char>(bits >> count & 0xff);
    }
  }
  if ((bits & ((1U << count) - 1)) != 0)
    return std::nullopt;
  return bytes;
}

}  // namespace sbx

#endif  // SBX_CORE_CONFIG_SOURCE_BASE64_HPP_
