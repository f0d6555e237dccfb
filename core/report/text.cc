// SPDX-License-Identifier: MIT
#include "core/denial/allowing.hpp"
#include "core/plugin/restriction_names.hpp"
#include "core/report/report.hpp"

namespace sbx {

std::string_view NameOf(Mode mode) {
  switch (mode) {
    case Mode::kReadOnly:
      return "read-only";
    case Mode::kWorkspaceWrite:
      return "workspace-write";
    case Mode::kDangerFullAccess:
      return "danger-full-access";
  }
  return "unknown";
}

std::string_view NameOf(Tmp tmp) {
  switch (tmp) {
    case Tmp::kShared:
      return "shared";
    case Tmp::kPrivate:
      return "private";
    case Tmp::kNone:
      return "none";
  }
  return "unknown";
}

std::string_view NameOf(Network network) {
  switch (network) {
    case Network::kOpen:
      return "open";
    case Network::kNone:
      return "none";
  }
  return "unknown";
}

std::string_view NameOf(UnixSockets sockets) {
  switch (sockets) {
    case UnixSockets::kInside:
      return "inside";
    case UnixSockets::kAllow:
      return "allow";
    case UnixSockets::kDeny:
      return "deny";
  }
  return "unknown";
}

std::string_view NameOf(Access access) {
  switch (access) {
    case Access::kNone:
      return "none";
    case Access::kRead:
      return "read";
    case Access::kWrite:
      return "write";
  }
  return "unknown";
}

std::string_view NameOf(Outcome::End end) {
  switch (end) {
    case Outcome::End::kExited:
      return "exited";
    case Outcome::End::kSignaled:
      return "signaled";
    case Outcome::End::kTimedOut:
      return "timed-out";
    case Outcome::End::kKilled:
      return "killed";
    case Outcome::End::kNotExecuted:
      return "not-executed";
    case Outcome::End::kNotStarted:
      return "not-started";
  }
  return "unknown";
}

std::string_view NameOfLevel(std::uint32_t level) {
  return level == SBX_LEVEL_FULL ? "full" : level == SBX_LEVEL_PARTIAL ? "partial" : "none";
}

std::string_view OverallLevel(const std::vector<Enforcement>& enforcement,
                              sbx_restrictions wanted) {
  std::uint64_t full = 0;
  bool any = false;
  for (const Enforcement& entry : enforcement) {
    if (entry.level == SBX_LEVEL_FULL)
      full |= entry.restriction;
    any = any || entry.level != SBX_LEVEL_NONE;
  }
  if (!any)
    return "none";
  return (wanted & ~full) == 0 ? "full" : "partial";
}

std::string ShellQuote(std::string_view text) {
  static constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_@%+=:,./-";
  if (!text.empty() && text.find_first_not_of(kPlain) == std::string_view::npos) {
    return std::string(text);
  }
  std::string quoted = "'";
  for (const char c : text) {
    if (c == '\'') {
      quoted += "'\\''";
    } else {
      quoted += c;
    }
  }
  return quoted + "'";
}

std::string Visible(std::string_view text) {
  static constexpr char kHex[] = "0123456789abcdef";
  std::string shown;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    // U+202A..U+202E, U+2066..U+2069, U+200E and U+200F turn the line around.
    const bool turns = byte == 0xe2 && i + 2 < text.size() &&
                       ((static_cast<unsigned char>(text[i + 1]) == 0x80 &&
                         (static_cast<unsigned char>(text[i + 2]) >= 0xaa ||
                          static_cast<unsigned char>(text[i + 2]) == 0x8e ||
                          static_cast<unsigned char>(text[i + 2]) == 0x8f)) ||
                        (static_cast<unsigned char>(text[i + 1]) == 0x81 &&
                         static_cast<unsigned char>(text[i + 2]) >= 0xa6));
    if (byte < 0x20 || byte == 0x7f || turns) {
      shown += "\\x";
      shown += kHex[byte >> 4];
      shown += kHex[byte & 15];
    } else {
      shown += text[i];
    }
  }
  return shown;
}

std::string EnforcementTable(const std::vector<Enforcement>& enforcement) {
  std::string table;
  const auto cell = [&](std::string_view text, std::size_t width) {
    table += text;
    table.append(text.size() < width ? width - text.size() : 1, ' ');
  };
  for (const Enforcement& entry : enforcement) {
    table += "  ";
    cell(RestrictionName(entry.restriction), 14);
    cell(NameOfLevel(entry.level), 9);
    table += entry.mechanism;
    if (entry.level != SBX_LEVEL_FULL) {
      if (!entry.mechanism.empty())
        table += ": ";
      table += entry.gap;
      if (!entry.mend.empty())
        table += "; " + entry.mend;
    }
    table += '\n';
  }
  return table;
}

std::string Sentence(const Denial& denial) {
  std::string text =
      "refused: " + denial.operation + " '" + denial.object + "' (" + denial.rule + ")";
  const std::vector<std::string> option = OptionThatAllows(denial);
  if (!option.empty())
    text += "; " + option[0] + " " + ShellQuote(option[1]) + " would allow it";
  return text;
}

}  // namespace sbx
