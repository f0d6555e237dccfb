// SPDX-License-Identifier: MIT
//
// Any bytes as JSON: no crash, and the reader of files that people write takes every
// text that the other one takes, for the same value.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "core/plugin/strict_json.hpp"

namespace {

using sbx::JsonValue;

bool AreSame(const JsonValue& a, const JsonValue& b) {
  if (a.kind != b.kind || a.boolean != b.boolean || a.number != b.number || a.text != b.text ||
      a.items.size() != b.items.size() || a.members.size() != b.members.size()) {
    return false;
  }
  for (std::size_t i = 0; i < a.items.size(); ++i) {
    if (!AreSame(a.items[i], b.items[i]))
      return false;
  }
  for (std::size_t i = 0; i < a.members.size(); ++i) {
    if (a.members[i].name != b.members[i].name ||
        !AreSame(a.members[i].value, b.members[i].value)) {
      return false;
    }
  }
  return true;
}

// Nothing stands before what holds it.
bool AreInOrder(const JsonValue& value) {
  const auto follows = [&](const JsonValue& inner) {
    return inner.at.line > value.at.line ||
           (inner.at.line == value.at.line && inner.at.column > value.at.column);
  };
  for (const JsonValue& item : value.items) {
    if (!follows(item) || !AreInOrder(item))
      return false;
  }
  for (const auto& [name, member] : value.members) {
    if (!follows(member) || !AreInOrder(member))
      return false;
  }
  return true;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto strict = sbx::ParseStrictJson(text, "/x");
  const auto commented = sbx::ParseCommentedJson(text, "/x");
  if (strict && (!commented || !AreSame(*strict, *commented)))
    std::abort();
  if (commented && !AreInOrder(*commented))
    std::abort();
  return 0;
}
