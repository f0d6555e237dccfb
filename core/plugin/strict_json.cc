// SPDX-License-Identifier: MIT
#include "core/plugin/strict_json.hpp"

#include <algorithm>
#include <limits>
#include <optional>

#include <boost/json/basic_parser_impl.hpp>
#include <boost/json/error.hpp>
// The library's sources, here: what is not used is left out, which a linked
// archive of one object does not allow.
#include <boost/json/src.hpp>

namespace sbx {
namespace {

namespace json = boost::json;

// Builds a JsonValue from the parser's events. A handler that returns false
// stops the parser; `fault` then says why.
class Builder {
 public:
  using Kind = JsonValue::Kind;
  // NOLINTBEGIN(readability-identifier-naming): Boost.JSON looks for these names
  static constexpr std::size_t max_object_size = 4096;
  static constexpr std::size_t max_array_size = 4096;
  static constexpr std::size_t max_key_size = 4096;
  static constexpr std::size_t max_string_size = 1 << 20;
  // NOLINTEND(readability-identifier-naming)

  JsonValue root;
  std::string fault;
  JsonPlace fault_at;
  bool foreign = false;  // numbers may be of any kind

  // The next bytes stand at `here`, and may be the first of a token.
  void Reach(JsonPlace here, bool gap) {
    if (!begun_ && !gap) {
      token_ = here;
      begun_ = true;
    }
  }

  bool on_document_begin(json::error_code&) { return true; }
  bool on_document_end(json::error_code&) { return true; }
  bool on_object_begin(json::error_code&) { return Open(Kind::kObject); }
  bool on_object_end(std::size_t, json::error_code&) { return Close(); }
  bool on_array_begin(json::error_code&) { return Open(Kind::kArray); }
  bool on_array_end(std::size_t, json::error_code&) { return Close(); }

  bool on_key_part(json::string_view part, std::size_t, json::error_code&) {
    text_.append(part.data(), part.size());
    return true;
  }
  bool on_key(json::string_view part, std::size_t, json::error_code& ec) {
    text_.append(part.data(), part.size());
    auto& members = open_.back()->members;
    if (std::any_of(members.begin(), members.end(),
                    [&](const auto& member) { return member.name == text_; })) {
      return Stop("the key '" + text_ + "' appears twice", ec);
    }
    members.push_back({std::exchange(text_, {}), JsonValue{}});
    members.back().value.key_at = token_;
    begun_ = false;
    return true;
  }
  bool on_string_part(json::string_view part, std::size_t, json::error_code&) {
    text_.append(part.data(), part.size());
    return true;
  }
  bool on_string(json::string_view part, std::size_t, json::error_code&) {
    text_.append(part.data(), part.size());
    JsonValue& value = Next(Kind::kString);
    value.text = std::exchange(text_, {});
    return true;
  }
  bool on_number_part(json::string_view, json::error_code&) { return true; }
  bool on_int64(std::int64_t number, json::string_view, json::error_code&) {
    Next(Kind::kNumber).number = number;
    return true;
  }
  bool on_uint64(std::uint64_t, json::string_view, json::error_code& ec) {
    if (foreign)
      return Next(Kind::kNumber).kind == Kind::kNumber;
    return Stop("a number is too large", ec);
  }
  bool on_double(double, json::string_view, json::error_code& ec) {
    if (foreign)
      return Next(Kind::kNumber).kind == Kind::kNumber;
    return Stop("a number is not whole", ec);
  }
  bool on_bool(bool boolean, json::error_code&) {
    Next(Kind::kBool).boolean = boolean;
    return true;
  }
  bool on_null(json::error_code&) {
    Next(Kind::kNull);
    return true;
  }
  bool on_comment_part(json::string_view, json::error_code&) { return true; }
  bool on_comment(json::string_view, json::error_code&) { return true; }

 private:
  bool Stop(std::string why, json::error_code& ec) {
    fault = std::move(why);
    fault_at = token_;
    ec = json::error::syntax;
    return false;
  }

  // The place of the value that comes now.
  JsonValue& Next(Kind kind) {
    JsonValue* place = &root;
    if (!open_.empty()) {
      JsonValue& parent = *open_.back();
      place = parent.kind == Kind::kObject ? &parent.members.back().value
                                           : &parent.items.emplace_back();
    }
    place->kind = kind;
    place->at = token_;
    begun_ = false;
    return *place;
  }
  bool Open(Kind kind) {
    open_.push_back(&Next(kind));
    return true;
  }
  bool Close() {
    open_.pop_back();
    begun_ = false;
    return true;
  }

  std::vector<JsonValue*> open_;  // an element does not move while one of its own is open
  std::string text_;
  JsonPlace token_;     // where the token began that is being read
  bool begun_ = false;  // there is one
};

// Bytes that no event of the parser can stand between.
bool IsWord(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '.' || c == '-' || c == '+' || c == '$' || c == '~';
}

bool IsBlank(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

bool IsGap(char c) {
  return IsBlank(c) || c == ',' || c == ':';
}

void Advance(JsonPlace& place, std::string_view over) {
  for (const char c : over) {
    if (c == '\n') {
      ++place.line;
      place.column = 1;
    } else if ((c & 0xc0) != 0x80) {
      ++place.column;
    }
  }
}

// `text` with blanks in the place of comments, byte for byte. The parser knows them
// too, but not where it is fed in pieces: it takes one before a value for the value.
// Nothing when the last one does not end.
std::optional<std::string> WithoutComments(std::string_view text) {
  std::string bare(text);
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '"') {
      for (++i; i < text.size() && text[i] != '"'; ++i)
        i += text[i] == '\\' ? 1 : 0;
      continue;
    }
    const std::string_view two = text.substr(i, 2);
    if (two != "//" && two != "/*")
      continue;
    const bool line = two == "//";
    const std::size_t found = text.find(line ? "\n" : "*/", i + 2);
    if (found == std::string_view::npos && !line)
      return std::nullopt;
    const std::size_t end = found == std::string_view::npos ? text.size() : found + (line ? 0 : 2);
    for (; i < end; ++i)
      bare[i] = text[i] == '\n' ? '\n' : ' ';
    --i;
  }
  return bare;
}

Failure Wrong(const std::string& path, JsonPlace at, const std::string& fault) {
  return Fail(SBX_E_INVALID, "read",
              path + ":" + std::to_string(at.line) + ":" + std::to_string(at.column), fault);
}

}  // namespace

Result<JsonValue> ParseCommentedJson(std::string_view text, const std::string& path) {
  json::parse_options options;
  options.max_depth = 16;
  options.allow_trailing_commas = true;
  json::basic_parser<Builder> parser(options);
  Builder& builder = parser.handler();
  JsonPlace here{1, 1};
  if (text.starts_with("\xef\xbb\xbf"))
    return Wrong(path, here, "it begins with a byte order mark: save it without one");
  const std::optional<std::string> bare = WithoutComments(text);
  if (!bare) {
    Advance(here, text);
    return Wrong(path, here, "it ends before a comment does");
  }
  json::error_code ec;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t size = 1;
    const auto more = IsWord((*bare)[at]) ? &IsWord : IsBlank((*bare)[at]) ? &IsBlank : nullptr;
    while (more != nullptr && at + size < text.size() && more((*bare)[at + size]))
      ++size;
    builder.Reach(here, IsGap((*bare)[at]));
    const std::size_t read = parser.write_some(true, bare->data() + at, size, ec);
    if (!builder.fault.empty())
      return Wrong(path, builder.fault_at, builder.fault);
    Advance(here, text.substr(at, read));
    if (ec || read != size)
      return Wrong(path, here, ec ? ec.message() : "there is more text after the value");
    at += size;
  }
  static_cast<void>(parser.write_some(false, "", 0, ec));
  if (!builder.fault.empty())
    return Wrong(path, builder.fault_at, builder.fault);
  if (ec) {
    return Wrong(path, here,
                 ec == json::error::incomplete ? "it ends before the value does" : ec.message());
  }
  return std::move(builder.root);
}

namespace {

Result<JsonValue> ParseWhole(std::string_view text, const std::string& path, bool foreign) {
  json::parse_options options;
  options.max_depth = foreign ? 64 : 16;
  json::basic_parser<Builder> parser(options);
  parser.handler().foreign = foreign;
  json::error_code ec;
  const std::size_t read = parser.write_some(false, text.data(), text.size(), ec);
  std::string fault = parser.handler().fault;
  if (fault.empty() && ec)
    fault = ec.message();
  const std::string_view rest = text.substr(std::min(read, text.size()));
  if (fault.empty() && rest.find_first_not_of(" \t\r\n") != std::string_view::npos) {
    fault = "there is more text after the value";
  }
  if (fault.empty())
    return std::move(parser.handler().root);
  const auto line =
      1 + std::count(text.begin(), text.end() - static_cast<std::ptrdiff_t>(rest.size()), '\n');
  return Fail(SBX_E_INVALID, "read", path, "line " + std::to_string(line) + ": " + fault);
}

}  // namespace

Result<JsonValue> ParseStrictJson(std::string_view text, const std::string& path) {
  return ParseWhole(text, path, false);
}

Result<JsonValue> ParseForeignJson(std::string_view text, const std::string& path) {
  return ParseWhole(text, path, true);
}

}  // namespace sbx
