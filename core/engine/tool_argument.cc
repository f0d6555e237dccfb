// SPDX-License-Identifier: MIT
#include "core/engine/tool_argument.hpp"

#include <algorithm>
#include <array>
#include <optional>

namespace sbx {
namespace {

constexpr std::string_view kPathWords[] = {
    "path",    "paths",       "file",   "files",  "filename",  "filenames", "filepath",
    "dir",     "dirs",        "folder", "cwd",    "directory", "workdir",   "root",
    "source",  "destination", "dest",   "dst",    "src",       "target",    "location",
    "folders", "directories", "roots",  "output", "input",     "workspace", "glob",
};

char Lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool IsLetter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// The last word of a name in any of the usual spellings: outputFile, output_file,
// output-file, OUTPUT.FILE.
std::string LastWord(std::string_view name) {
  std::size_t begin = name.size();
  while (begin > 0) {
    const char c = name[begin - 1];
    if (!IsLetter(c))
      break;
    --begin;
    const bool upper = c >= 'A' && c <= 'Z';
    const bool after_lower = begin > 0 && name[begin - 1] >= 'a' && name[begin - 1] <= 'z';
    if (upper && after_lower)
      break;
  }
  std::string word(name.substr(begin));
  std::ranges::transform(word, word.begin(), Lower);
  return word;
}

bool SpeaksOfPaths(std::string_view name) {
  const std::string word = LastWord(name);
  return std::ranges::find(kPathWords, word) != std::end(kPathWords);
}

// What stands before "://", in small letters; nothing where that is no scheme.
std::optional<std::string> SchemeOf(std::string_view value) {
  const std::size_t end = value.find(':');
  if (end == std::string_view::npos || end == 0 || !IsLetter(value.front()))
    return std::nullopt;
  std::string scheme;
  for (const char c : value.substr(0, end)) {
    const bool fits = IsLetter(c) || (c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.';
    if (!fits)
      return std::nullopt;
    scheme += Lower(c);
  }
  const bool address = value.substr(end).starts_with("://");
  // "file:/etc" is one as well; "C:\x", "note: text" and "host:port" are none.
  return address || scheme == "file" ? std::optional(scheme) : std::nullopt;
}

int HexOf(char c) {
  if (c >= '0' && c <= '9')
    return c - '0';
  c = Lower(c);
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

// The path of a file: address; nothing where it is another host's, or not well formed.
std::optional<std::string> PathOfFile(std::string_view value) {
  value.remove_prefix(5);
  if (value.starts_with("//")) {
    value.remove_prefix(2);
    const std::size_t slash = value.find('/');
    std::string host(value.substr(0, slash));
    std::ranges::transform(host, host.begin(), Lower);
    if (slash == std::string_view::npos || (!host.empty() && host != "localhost"))
      return std::nullopt;
    value.remove_prefix(slash);
  }
  if (!value.starts_with('/'))
    return std::nullopt;
  std::string path;
  for (std::size_t i = 0; i < value.size(); ++i) {
    if (value[i] != '%') {
      path += value[i];
      continue;
    }
    const int high = i + 2 < value.size() ? HexOf(value[i + 1]) : -1;
    const int low = i + 2 < value.size() ? HexOf(value[i + 2]) : -1;
    if (high < 0 || low < 0 || high * 16 + low == 0)
      return std::nullopt;
    path += static_cast<char>(high * 16 + low);
    i += 2;
  }
  return path;
}

// A value by its form alone; text with blanks between words is prose unless it begins
// as a path does.
bool LooksLikePath(std::string_view value) {
  if (value == "." || value == ".." || value == "~")
    return true;
  for (const std::string_view start : {"/", "./", "../", "~/", "\\\\", ".\\", "..\\"}) {
    if (value.starts_with(start))
      return true;
  }
  if (value.size() > 2 && IsLetter(value[0]) && value[1] == ':' &&
      (value[2] == '\\' || value[2] == '/')) {
    return true;
  }
  const bool blank = value.find_first_of(" \t\r\n") != std::string_view::npos;
  return !blank && value.find('/') != std::string_view::npos;
}

}  // namespace

ToolArgument ReadToolArgument(std::string_view name, std::string_view value) {
  using Kind = ToolArgument::Kind;
  // Whoever reads an address drops what stands around it.
  const std::size_t begin = value.find_first_not_of(" \t\r\n");
  const std::string_view bare =
      begin == std::string_view::npos ? std::string_view() : value.substr(begin);
  if (bare.empty())
    return {};
  if (const auto scheme = SchemeOf(bare)) {
    if (*scheme == "http" || *scheme == "https")
      return {Kind::kAddress, std::string(bare)};
    if (*scheme != "file")
      return {Kind::kUnknown, std::string(bare)};
    auto path = PathOfFile(bare);
    return path ? ToolArgument{Kind::kPath, std::move(*path)}
                : ToolArgument{Kind::kUnknown, std::string(bare)};
  }
  if (SpeaksOfPaths(name) || LooksLikePath(value) || LooksLikePath(bare))
    return {Kind::kPath, std::string(value)};
  return {};
}

}  // namespace sbx
