// SPDX-License-Identifier: MIT
#include "core/plugin/restriction_names.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <vector>

#include "core/text/inline_text.hpp"

namespace sbx {
namespace {

// Indexed by the number of the bit; restriction.h has the meanings.
constexpr std::array<InlineText<16>, SBX_RESTRICTION_COUNT> kNames = {
    "fs.read",    "fs.write",   "fs.metadata",  "fs.tmp",   "own-config",  "net.connect",
    "net.bind",   "ipc.unix",   "ipc.abstract", "ipc.sysv", "ipc.keyring", "proc.signal",
    "proc.trace", "proc.list",  "privilege",    "kernel",   "tty.input",   "fd.inherit",
    "limits",     "fs.protect", "fs.pattern",
};
static_assert(kNames.back() == "fs.pattern");

constexpr std::size_t kNearEnough = 3;  // edits, for a hint

std::size_t Distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j)
    row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
    }
  }
  return row[b.size()];
}

std::string Hint(std::string_view name) {
  std::string_view nearest;
  std::size_t best = kNearEnough + 1;
  if (name.size() <= 32) {
    for (const InlineText<16>& name_of : kNames) {
      const std::string_view known = name_of;
      const std::size_t distance = Distance(name, known);
      if (distance < best) {
        best = distance;
        nearest = known;
      }
    }
  }
  if (!nearest.empty())
    return "did you mean '" + std::string(nearest) + "'?";
  return "the names are " + RestrictionList(SBX_RESTRICTIONS_ALL);
}

std::string_view Trim(std::string_view text) {
  while (!text.empty() && text.front() == ' ')
    text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ')
    text.remove_suffix(1);
  return text;
}

}  // namespace

std::string_view RestrictionName(sbx_restrictions bit) {
  if (!std::has_single_bit(bit) || (bit & ~SBX_RESTRICTIONS_ALL) != 0)
    return {};
  return kNames[static_cast<std::size_t>(std::countr_zero(bit))];
}

std::optional<sbx_restrictions> RestrictionByName(std::string_view name) {
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    if (kNames[i] == name)
      return sbx_restrictions{1} << i;
  }
  return std::nullopt;
}

std::string RestrictionList(sbx_restrictions set) {
  std::string text;
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    if ((set >> i & 1) == 0)
      continue;
    if (!text.empty())
      text += ", ";
    text += kNames[i].view();
  }
  const int unknown = std::popcount(set & ~SBX_RESTRICTIONS_ALL);
  if (unknown != 0)
    text += (text.empty() ? "" : " and ") + std::to_string(unknown) + " unknown";
  return text;
}

Result<sbx_restrictions> ParseRestrictions(std::string_view list) {
  sbx_restrictions set = 0;
  for (std::string_view rest = list;;) {
    const std::size_t comma = rest.find(',');
    const std::string_view name = Trim(rest.substr(0, comma));
    if (name.empty()) {
      return Fail(SBX_E_INVALID, "read the list of restrictions", std::string(list),
                  "a name is missing; write for example fs.read,net.connect");
    }
    const auto bit = RestrictionByName(name);
    if (!bit) {
      return Fail(SBX_E_INVALID, "find a restriction named", std::string(name), Hint(name));
    }
    set |= *bit;
    if (comma == std::string_view::npos)
      return set;
    rest.remove_prefix(comma + 1);
  }
}

}  // namespace sbx
