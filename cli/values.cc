// SPDX-License-Identifier: MIT
#include <charconv>

#include "cli/options.hpp"

namespace sbx::cli {
namespace {

Result<std::uint64_t> ParseNumber(std::string_view option, std::string_view text,
                                  std::string_view form) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || text.empty() || value == 0) {
    return Fail(SBX_E_INVALID, "use the value of " + std::string(option), std::string(text),
                "it takes " + std::string(form));
  }
  return value;
}

Result<std::uint64_t> Scaled(std::uint64_t value, std::uint64_t factor, std::string_view option,
                             std::string_view text) {
  std::uint64_t product = 0;
  if (__builtin_mul_overflow(value, factor, &product) || product > (std::uint64_t{1} << 62)) {
    return Fail(SBX_E_INVALID, "use the value of " + std::string(option), std::string(text),
                "it is too large");
  }
  return product;
}

}  // namespace

Result<std::uint64_t> ParseDuration(std::string_view option, std::string_view text) {
  std::uint64_t factor = 1000;
  std::string_view digits = text;
  if (text.ends_with("ms")) {
    factor = 1;
    digits.remove_suffix(2);
  } else if (text.ends_with('s') || text.ends_with('m') || text.ends_with('h')) {
    factor = text.back() == 's' ? 1000 : text.back() == 'm' ? 60'000 : 3'600'000;
    digits.remove_suffix(1);
  }
  auto value = ParseNumber(option, digits, "a time such as 500ms, 30s, 5m or 2h");
  if (!value)
    return value;
  return Scaled(*value, factor, option, text);
}

Result<std::uint64_t> ParseSize(std::string_view option, std::string_view text) {
  std::uint64_t factor = 1;
  std::string_view digits = text;
  static constexpr std::string_view kUnits = "KMGT";
  if (!text.empty()) {
    const std::size_t unit = kUnits.find(text.back());
    if (unit != std::string_view::npos) {
      factor = std::uint64_t{1} << (10 * (unit + 1));
      digits.remove_suffix(1);
    }
  }
  auto value = ParseNumber(option, digits, "a size such as 4096, 64K, 10M or 2G");
  if (!value)
    return value;
  return Scaled(*value, factor, option, text);
}

Result<std::uint64_t> ParseCount(std::string_view option, std::string_view text) {
  return ParseNumber(option, text, "a whole number above zero");
}

}  // namespace sbx::cli
