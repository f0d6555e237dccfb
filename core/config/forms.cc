// SPDX-License-Identifier: MIT
#include "core/config/forms.hpp"

#include <algorithm>
#include <charconv>

#include "core/text/inline_text.hpp"

namespace sbx::config {
namespace {

// "12" with a unit of `units`; every factor is that of its unit.
struct Unit {
  InlineText<4> name;
  std::uint64_t factor = 1;
};

template <std::size_t N>
std::optional<std::uint64_t> Scaled(std::string_view text, const Unit (&units)[N],
                                    std::uint64_t factor) {
  for (const Unit& unit : units) {
    if (text.ends_with(unit.name.view())) {
      text.remove_suffix(unit.name.view().size());
      factor = unit.factor;
      break;
    }
  }
  const auto value = CountOf(text);
  std::uint64_t product = 0;
  if (!value || __builtin_mul_overflow(*value, factor, &product) || product > kMostNumber)
    return std::nullopt;
  return product;
}

constexpr Unit kTimes[] = {{"ms", 1}, {"s", 1000}, {"m", 60'000}, {"h", 3'600'000}};
constexpr Unit kSizes[] = {{"K", std::uint64_t{1} << 10},
                           {"M", std::uint64_t{1} << 20},
                           {"G", std::uint64_t{1} << 30},
                           {"T", std::uint64_t{1} << 40}};

bool IsDigit(char c) {
  return c >= '0' && c <= '9';
}

bool IsLetterOrDigit(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || IsDigit(c);
}

// As documents write numbers: no zero in front, and few digits.
bool IsShortNumber(std::string_view text, std::size_t most) {
  const std::size_t size =
      static_cast<std::size_t>(std::ranges::find_if_not(text, IsDigit) - text.begin());
  return size > 0 && size <= most && text[0] != '0';
}

bool IsDuration(std::string_view text) {
  return IsShortNumber(text, 9) && DurationOf(text);
}

bool IsSize(std::string_view text) {
  return IsShortNumber(text, text.ends_with('T') ? 6 : 9) && SizeOf(text);
}

// What is only blanks is what somebody forgot to write.
bool IsLine(std::string_view text) {
  return text.find_first_not_of(' ') != std::string_view::npos &&
         std::ranges::none_of(
             text, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; });
}

bool IsPath(std::string_view text) {
  if (text.empty() || text.find('\0') != std::string_view::npos)
    return false;
  const std::string_view first = text.substr(0, text.find('/'));
  if (first.starts_with('~'))
    return first == "~";
  if (first.starts_with('$')) {
    return first == "$WORKSPACE" || first == "$GIT_ROOT" || first == "$TMP" || first == "$HOME";
  }
  return true;
}

bool IsLabel(std::string_view text) {
  return !text.empty() && text.size() <= 63 && text.front() != '-' && text.back() != '-' &&
         std::ranges::all_of(text,
                             [](char c) { return IsLetterOrDigit(c) || c == '-' || c == '_'; });
}

bool IsDomain(std::string_view text, bool any) {
  const std::size_t colon = text.find(':');
  if (colon != std::string_view::npos) {
    const std::string_view port = text.substr(colon + 1);
    const auto number = CountOf(port);
    if (!number || *number > 65535 || !IsShortNumber(port, 5))
      return false;
    text = text.substr(0, colon);
  }
  if (any && text == "*")
    return true;
  if (text.starts_with("*."))
    text.remove_prefix(2);
  for (;;) {
    const std::size_t dot = std::min(text.find('.'), text.size());
    if (!IsLabel(text.substr(0, dot)))
      return false;
    if (dot == text.size())
      return true;
    text.remove_prefix(dot + 1);
  }
}

#define SBX_LABEL "[A-Za-z0-9_]([A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?"
#define SBX_PORT                                                                   \
  "(:([1-9][0-9]{0,3}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|" \
  "6553[0-5]))?"

}  // namespace

std::optional<std::uint64_t> CountOf(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value == 0)
    return std::nullopt;
  return value;
}

std::optional<std::uint64_t> DurationOf(std::string_view text) {
  return Scaled(text, kTimes, 1000);
}

std::optional<std::uint64_t> SizeOf(std::string_view text) {
  return Scaled(text, kSizes, 1);
}

bool IsVariableName(std::string_view text) {
  return !text.empty() && !IsDigit(text[0]) &&
         std::ranges::all_of(text, [](char c) { return IsLetterOrDigit(c) || c == '_'; });
}

std::optional<std::string_view> WrongForm(Type type, std::string_view text) {
  switch (type) {
    case Type::kBool:
    case Type::kChoice:
    case Type::kCount:
    case Type::kPorts:
    case Type::kChoices:
      return std::nullopt;  // no text, or one of a list
    case Type::kText:
    case Type::kTexts:
      if (!IsLine(text))
        return "one line of text that is not blank";
      return std::nullopt;
    case Type::kSize:
      if (!IsSize(text))
        return "a size such as \"64K\", \"10M\" or \"2G\"";
      return std::nullopt;
    case Type::kDuration:
      if (!IsDuration(text))
        return "a time such as \"500ms\", \"30s\", \"5m\" or \"2h\"";
      return std::nullopt;
    case Type::kPaths:
      if (!IsPath(text))
        return "a path, or one that begins with ~/, $WORKSPACE/, $GIT_ROOT/, $TMP/ or $HOME/";
      return std::nullopt;
    case Type::kDomains:
    case Type::kAnyDomains:
      if (!IsDomain(text, type == Type::kAnyDomains)) {
        return type == Type::kDomains
                   ? "a name such as \"example.com\" or \"*.example.com\", perhaps with \":443\""
                   : "a name such as \"example.com\", \"*.example.com\" or \"*\", perhaps with "
                     "\":443\"";
      }
      return std::nullopt;
    case Type::kVariables:
      if (text.find('\0') != std::string_view::npos)
        return "text without a zero byte";
      return std::nullopt;
    case Type::kNames:
      if (!IsVariableName(text))
        return "the name of a variable";
      return std::nullopt;
  }
  return "something else";
}

std::string_view PatternOf(Type type) {
  switch (type) {
    case Type::kBool:
    case Type::kChoice:
    case Type::kCount:
    case Type::kPorts:
    case Type::kChoices:
      return {};
    case Type::kText:
    case Type::kTexts:
      return "^ *[^\\u0000-\\u0020\\u007f][^\\u0000-\\u001f\\u007f]*$";
    case Type::kSize:
      return "^([1-9][0-9]{0,8}[KMG]?|[1-9][0-9]{0,5}T)$";
    case Type::kDuration:
      return "^[1-9][0-9]{0,8}(ms|s|m|h)?$";
    case Type::kPaths:
      return "^(?!~[^/])(?!\\$(?!(WORKSPACE|GIT_ROOT|TMP|HOME)(/|$)))[^\\u0000]+$";
    case Type::kDomains:
      return "^(\\*\\.)?" SBX_LABEL "(\\." SBX_LABEL ")*" SBX_PORT "$";
    case Type::kAnyDomains:
      return "^(\\*|(\\*\\.)?" SBX_LABEL "(\\." SBX_LABEL ")*)" SBX_PORT "$";
    case Type::kVariables:
      return kVariableValuePattern;
    case Type::kNames:
      return kVariableNamePattern;
  }
  return {};
}

}  // namespace sbx::config
