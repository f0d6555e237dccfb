// SPDX-License-Identifier: MIT
#include "plugins/config-sources/common/domains.hpp"

#include <algorithm>
#include <charconv>

namespace sbx::sources {
namespace {

constexpr std::string_view kBlanks = " \t\r\n\v\f";

bool IsPort(std::string_view text) {
  unsigned port = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), port);
  return error == std::errc() && end == text.data() + text.size() && port >= 1 && port <= 65535 &&
         text.front() != '0';
}

bool IsLabel(std::string_view text) {
  return !text.empty() && text.size() <= 63 && text.front() != '-' && text.back() != '-' &&
         std::ranges::all_of(text, [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                  c == '-' || c == '_';
         });
}

// How many labels a name has; 0: it is none.
int Labels(std::string_view name) {
  for (int count = 1;; ++count) {
    const std::size_t dot = name.find('.');
    if (!IsLabel(name.substr(0, dot)))
      return 0;
    if (dot == std::string_view::npos)
      return count;
    name.remove_prefix(dot + 1);
  }
}

// Why `text` is no such entry, or nothing.
std::string_view WhyNot(std::string_view text, Entries entries) {
  if (text.find('[') != std::string_view::npos || std::ranges::count(text, ':') > 1) {
    return "has an address of IPv6, which sbx has no rule for";
  }
  if (const std::size_t colon = text.find(':'); colon != std::string_view::npos) {
    if (!IsPort(text.substr(colon + 1)))
      return "has a port that is none";
    text = text.substr(0, colon);
  }
  if (text == "*") {
    return entries == Entries::kDenied ? std::string_view()
                                       : "allows everything, which is not accepted";
  }
  const bool wildcard = text.starts_with("*.");
  const int labels = Labels(wildcard ? text.substr(2) : text);
  if (labels == 0)
    return "is no name such as example.com or *.example.com, perhaps with :443";
  if (wildcard && labels == 1 && entries == Entries::kAllowed)
    return "allows a whole top-level domain, which is not accepted";
  return {};
}

}  // namespace

std::string Trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos)
    return {};
  return std::string(text.substr(begin, text.find_last_not_of(kBlanks) + 1 - begin));
}

void SayDomains(Translation& translation, const Json& object, std::string_view path,
                std::string_view name, std::string_view key, Entries entries) {
  const Json* list = translation.Texts(object, path, name);
  if (list == nullptr || list->items.empty())
    return;
  std::vector<Line> lines;
  for (const Json& item : list->items) {
    std::string text = Trimmed(item.text);
    if (const std::string_view why = WhyNot(text, entries); !why.empty()) {
      translation.Wrong(std::string(path) + std::string(name),
                        "has the entry '" + item.text + "', which " + std::string(why), item.at);
      return;
    }
    if (std::ranges::find(lines, text, &Line::text) == lines.end())
      lines.push_back({std::move(text), item.at});
  }
  translation.SayList(key, lines, list->at);
}

}  // namespace sbx::sources
