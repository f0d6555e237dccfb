// SPDX-License-Identifier: MIT
//
// StrictJson: JSON for files that decide something. What other readers let
// pass is an error here: a key that appears twice, text after the value, bytes
// that are not UTF-8. Numbers are whole; nothing here needs others.
//
// Files that people write may hold comments and trailing commas, and everything
// in them keeps the place where it stands, because messages have to name it.
#ifndef SBX_CORE_PLUGIN_STRICT_JSON_HPP_
#define SBX_CORE_PLUGIN_STRICT_JSON_HPP_

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sbx/plugin/result.hpp"

namespace sbx {

// In a text, from 1; the column counts characters. 0 where nobody asked.
struct JsonPlace {
  std::uint32_t line = 0;
  std::uint32_t column = 0;
};

struct JsonMember;

struct JsonValue {
  enum class Kind : std::uint8_t { kNull, kBool, kNumber, kString, kArray, kObject };
  Kind kind = Kind::kNull;
  bool boolean = false;
  std::int64_t number = 0;
  std::string text;
  std::vector<JsonValue> items;     // of an array
  std::vector<JsonMember> members;  // of an object, as written
  JsonPlace at;                     // where it begins
  JsonPlace key_at;                 // of a member: where its key begins
};

struct JsonMember {
  std::string name;
  JsonValue value;
};

// `path` names the file in errors, which say line and key.
[[nodiscard]] Result<JsonValue> ParseStrictJson(std::string_view text, const std::string& path);

// The same for what others made and whose numbers nobody reads: they may be of any kind
// (those that are not whole are 0 here), and 64 values may lie in each other.
[[nodiscard]] Result<JsonValue> ParseForeignJson(std::string_view text, const std::string& path);

// The same with comments and trailing commas, and with places; errors say
// "PATH:LINE:COLUMN". Slower, because the parser is fed word by word.
[[nodiscard]] Result<JsonValue> ParseCommentedJson(std::string_view text, const std::string& path);

}  // namespace sbx

#endif  // SBX_CORE_PLUGIN_STRICT_JSON_HPP_
