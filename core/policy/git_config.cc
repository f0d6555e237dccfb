// SPDX-License-Identifier: MIT
#include <cctype>

#include "core/policy/git.hpp"

namespace sbx {

namespace {

std::string_view Trim(std::string_view text) {
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front())) != 0) {
    text.remove_prefix(1);
  }
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back())) != 0) {
    text.remove_suffix(1);
  }
  return text;
}

bool EqualsLower(std::string_view text, std::string_view lower) {
  if (text.size() != lower.size()) {
    return false;
  }
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (std::tolower(static_cast<unsigned char>(text[i])) != lower[i]) {
      return false;
    }
  }
  return true;
}

// A value as git writes it: quotes taken off, escapes undone, no comment.
std::string Value(std::string_view text) {
  std::string value;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"') {
      quoted = !quoted;
    } else if (c == '\\' && i + 1 < text.size()) {
      value += text[++i];
    } else if (!quoted && (c == '#' || c == ';')) {
      break;
    } else {
      value += c;
    }
  }
  return std::string(Trim(value));
}

}  // namespace

std::string WorktreeInConfig(std::string_view text) {
  std::string worktree;
  bool in_core = false;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    std::string_view line = Trim(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (line.starts_with('[')) {
      const std::size_t close = line.find(']');
      if (close == std::string_view::npos) {
        return {};
      }
      in_core = EqualsLower(Trim(line.substr(1, close - 1)), "core");
      line = Trim(line.substr(close + 1));
    }
    const std::size_t equals = line.find('=');
    if (in_core && equals != std::string_view::npos &&
        EqualsLower(Trim(line.substr(0, equals)), "worktree")) {
      worktree = Value(Trim(line.substr(equals + 1)));
    }
  }
  return worktree;
}

}  // namespace sbx
