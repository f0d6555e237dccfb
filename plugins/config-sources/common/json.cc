// SPDX-License-Identifier: MIT
#include "plugins/config-sources/common/json.hpp"

#include <algorithm>
#include <utility>

#include <boost/json/basic_parser_impl.hpp>
#include <boost/json/error.hpp>
// The library's sources, hidden in this plugin.
#include <boost/json/src.hpp>

namespace sbx::sources {
namespace {

namespace json = boost::json;

constexpr std::size_t kDeepest = 64;

// Takes the parser's events. The parser does not say where a token began, so it is fed
// one token at a time, and Begin() is told each place first.
class Taker {
 public:
  // NOLINTBEGIN(readability-identifier-naming): the parser asks for these names.
  static constexpr std::size_t max_object_size = 4096;
  static constexpr std::size_t max_array_size = 65536;
  static constexpr std::size_t max_key_size = 4096;
  static constexpr std::size_t max_string_size = 1 << 20;
  // NOLINTEND(readability-identifier-naming)

  Json root;
  Fault fault;

  void Begin(Where at) { at_ = at; }

  bool on_document_begin(json::error_code&) { return true; }
  bool on_document_end(json::error_code&) { return true; }
  bool on_object_begin(json::error_code&) { return Enter(Json::Kind::kObject); }
  bool on_object_end(std::size_t, json::error_code&) { return Leave(); }
  bool on_array_begin(json::error_code&) { return Enter(Json::Kind::kArray); }
  bool on_array_end(std::size_t, json::error_code&) { return Leave(); }
  bool on_key_part(json::string_view part, std::size_t, json::error_code&) { return Gather(part); }
  bool on_string_part(json::string_view part, std::size_t, json::error_code&) {
    return Gather(part);
  }
  bool on_key(json::string_view part, std::size_t, json::error_code& error) {
    Gather(part);
    std::vector<Member>& members = inside_.back()->members;
    if (std::ranges::find(members, gathered_, &Member::name) != members.end()) {
      fault = {"the key '" + gathered_ + "' appears twice", at_};
      error = json::error::syntax;
      return false;
    }
    Member& member = members.emplace_back();
    member.name = std::exchange(gathered_, {});
    member.value.key_at = at_;
    return true;
  }
  bool on_string(json::string_view part, std::size_t, json::error_code&) {
    Gather(part);
    Put(Json::Kind::kString).text = std::exchange(gathered_, {});
    return true;
  }
  bool on_number_part(json::string_view, json::error_code&) { return true; }
  bool on_int64(std::int64_t number, json::string_view, json::error_code&) {
    return Number(static_cast<double>(number));
  }
  bool on_uint64(std::uint64_t number, json::string_view, json::error_code&) {
    return Number(static_cast<double>(number));
  }
  bool on_double(double number, json::string_view, json::error_code&) { return Number(number); }
  bool on_bool(bool boolean, json::error_code&) {
    Put(Json::Kind::kBool).boolean = boolean;
    return true;
  }
  bool on_null(json::error_code&) {
    Put(Json::Kind::kNull);
    return true;
  }
  bool on_comment_part(json::string_view, json::error_code&) { return true; }
  bool on_comment(json::string_view, json::error_code&) { return true; }

 private:
  bool Gather(json::string_view part) {
    gathered_.append(part.data(), part.size());
    return true;
  }
  bool Number(double number) {
    Put(Json::Kind::kNumber).number = number;
    return true;
  }
  Json& Put(Json::Kind kind) {
    Json* place = &root;
    if (!inside_.empty()) {
      Json& outer = *inside_.back();
      place = outer.kind == Json::Kind::kArray ? &outer.items.emplace_back()
                                               : &outer.members.back().value;
    }
    place->kind = kind;
    place->at = at_;
    return *place;
  }
  bool Enter(Json::Kind kind) {
    inside_.push_back(&Put(kind));
    return true;
  }
  bool Leave() {
    inside_.pop_back();
    return true;
  }

  std::vector<Json*> inside_;  // does not move while something within it is read
  std::string gathered_;
  Where at_;
};

bool IsBlank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

// Where the token that begins at `from` ends: a text, a mark, a word, a comment or blanks.
// A text or comment that never ends is left to the parser to complain about.
std::size_t EndOf(std::string_view text, std::size_t from, bool comments) {
  const char first = text[from];
  std::size_t at = from + 1;
  if (IsBlank(first)) {
    while (at < text.size() && IsBlank(text[at]))
      ++at;
  } else if (first == '"') {
    while (at < text.size() && text[at] != '"')
      at += text[at] == '\\' ? 2 : 1;
    ++at;
  } else if (comments && text.substr(from, 2) == "//") {
    at = text.find('\n', from);
  } else if (comments && text.substr(from, 2) == "/*") {
    const std::size_t end = text.find("*/", from + 2);
    at = end == std::string_view::npos ? end : end + 2;
  } else if (std::string_view("{}[],:/").find(first) == std::string_view::npos) {
    while (at < text.size() && !IsBlank(text[at]) &&
           std::string_view("{}[],:\"/").find(text[at]) == std::string_view::npos)
      ++at;
  }
  return std::min(at, text.size());
}

Where After(Where at, std::string_view over) {
  for (const char c : over) {
    if (c == '\n') {
      ++at.line;
      at.column = 1;
    } else {
      ++at.column;
    }
  }
  return at;
}

}  // namespace

const Json* Json::Find(std::string_view name) const {
  const auto found = std::ranges::find(members, name, &Member::name);
  return found == members.end() ? nullptr : &found->value;
}

Parsed Parse(std::string_view text, Comments comments) {
  const bool relaxed = comments == Comments::kAllowed;
  json::parse_options options;
  options.max_depth = kDeepest;
  options.allow_trailing_commas = relaxed;
  json::basic_parser<Taker> parser(options);
  Taker& taker = parser.handler();
  const auto failed = [&](std::string why, Where at) {
    return Parsed{{}, taker.fault.why.empty() ? Fault{std::move(why), at} : taker.fault};
  };
  Where at;
  json::error_code error;
  for (std::size_t from = 0; from < text.size();) {
    const std::size_t end = EndOf(text, from, relaxed);
    const std::string_view token = text.substr(from, end - from);
    const bool comment = relaxed && (token.starts_with("//") || token.starts_with("/*"));
    if (token.starts_with("/*") && comment && (token.size() < 4 || !token.ends_with("*/")))
      return failed("it ends before a comment does", at);
    taker.Begin(at);
    // To the parser a comment is a blank.
    const std::string_view shown = comment ? std::string_view(" ") : token;
    const std::size_t read = parser.write_some(true, shown.data(), shown.size(), error);
    if (error)
      return failed(error.message(), at);
    if (read != shown.size())
      return failed("there is more text behind the value", After(at, token.substr(0, read)));
    at = After(at, token);
    from = end;
  }
  static_cast<void>(parser.write_some(false, "", 0, error));
  if (error) {
    return failed(
        error == json::error::incomplete ? "it ends before the value does" : error.message(), at);
  }
  return {std::move(taker.root), {}};
}

std::string Quote(std::string_view text) {
  static constexpr char kHex[] = "0123456789abcdef";
  std::string quoted = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      quoted += '\\';
      quoted += c;
    } else if (byte < 0x20) {
      quoted += "\\u00";
      quoted += kHex[byte >> 4];
      quoted += kHex[byte & 15];
    } else {
      quoted += c;
    }
  }
  return quoted + '"';
}

}  // namespace sbx::sources
