// SPDX-License-Identifier: MIT
#include <algorithm>
#include <utility>

#include "plugins/bwrap/program.hpp"

namespace sbx::bwrap {
namespace {

Failure Wrong(std::string key, std::string hint) {
  return Fail(SBX_E_INVALID, "use the setting of the bwrap runner", std::move(key),
              std::move(hint));
}

bool IsOneLine(const std::string& text) {
  return std::none_of(text.begin(), text.end(), [](char c) { return c == '\n' || c == '\r'; });
}

}  // namespace

Result<Settings> ReadSettings(std::span<const sbx_setting> settings) {
  Settings read;
  bool named = false;
  for (const sbx_setting& setting : settings) {
    const std::string key(View(setting.key));
    std::string value(View(setting.value));
    if (value.find('\0') != std::string::npos)
      return Wrong(key, "its value contains a zero byte");
    if (key == "program") {
      if (named)
        return Wrong(key, "it is given twice");
      if (!value.starts_with('/'))
        return Wrong(key, "give the absolute path of a bwrap");
      named = true;
      read.program = std::move(value);
    } else if (key == "command") {
      if (read.command.empty() && !value.starts_with('/'))
        return Wrong(key, "its first word must be the absolute path of the custom runner");
      read.command.push_back(std::move(value));
    } else if (key == "failure-signature") {
      if (value.find_first_not_of(" \t") == std::string::npos || !IsOneLine(value))
        return Wrong(key, "each signature must be one line that is not empty");
      read.signatures.push_back(std::move(value));
    } else {
      return Wrong(key, "known are program, command and failure-signature");
    }
  }
  if (named && !read.command.empty())
    return Wrong("program", "it cannot stand beside command");
  if (!read.command.empty() && read.signatures.empty())
    return Wrong("command", "add failure-signature, by which its failures are told from others");
  if (read.command.empty() && !read.signatures.empty())
    return Wrong("failure-signature", "add command, the custom runner that it is about");
  return read;
}

}  // namespace sbx::bwrap
