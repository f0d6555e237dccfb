// SPDX-License-Identifier: MIT
//
// Json: what another program's settings file holds, with the place of everything. Strict
// where it decides something: a key that appears twice is an error, and so is text
// behind the value, and what is not UTF-8. Numbers may be any, because those files hold
// more than sbx reads.
#ifndef SBX_PLUGINS_CONFIG_SOURCES_COMMON_JSON_HPP_
#define SBX_PLUGINS_CONFIG_SOURCES_COMMON_JSON_HPP_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sbx/plugin/config_source.hpp"

namespace sbx::sources {

// From 1; the column counts bytes.
struct Where {
  std::uint32_t line = 1;
  std::uint32_t column = 1;
};

struct Member;

struct Json {
  enum class Kind : std::uint8_t { kNull, kBool, kNumber, kString, kArray, kObject };
  Kind kind = Kind::kNull;
  bool boolean = false;
  double number = 0;
  std::string text;
  std::vector<Json> items;
  std::vector<Member> members;  // as written
  Where at;                     // where it begins
  Where key_at;                 // of a member: where its key begins

  // The member of that name, or null; of anything but an object null.
  [[nodiscard]] const Json* Find(std::string_view name) const;
};

struct Member {
  std::string name;
  Json value;
};

enum class Comments : std::uint8_t { kNone, kAllowed };  // with them, a comma behind the last entry

// What is wrong with a text, and where.
struct Fault {
  std::string why;
  Where at;
};

// The value, or the first fault.
struct Parsed {
  Json root;
  Fault fault;  // empty `why`: there is none
};
[[nodiscard]] Parsed Parse(std::string_view text, Comments comments);

// As JSON text, in quotes.
[[nodiscard]] std::string Quote(std::string_view text);

}  // namespace sbx::sources

#endif  // SBX_PLUGINS_CONFIG_SOURCES_COMMON_JSON_HPP_
