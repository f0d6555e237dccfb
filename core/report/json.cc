// SPDX-License-Identifier: MIT
#include <array>

#include "core/denial/allowing.hpp"
#include "core/plugin/restriction_names.hpp"
#include "core/report/report.hpp"

namespace sbx {
namespace {

// Length of the UTF-8 sequence that begins at `at`, or 0 when it is none
// (overlong forms, surrogates and values above U+10FFFF included).
std::size_t SequenceAt(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(at);
  const std::size_t size = lead < 0x80   ? 1
                           : lead < 0xc2 ? 0
                           : lead < 0xe0 ? 2
                           : lead < 0xf0 ? 3
                           : lead < 0xf5 ? 4
                                         : 0;
  if (size == 0 || at + size > text.size())
    return 0;
  for (std::size_t i = 1; i < size; ++i) {
    if ((byte(at + i) & 0xc0) != 0x80)
      return 0;
  }
  if (lead == 0xe0 && byte(at + 1) < 0xa0)
    return 0;
  if (lead == 0xed && byte(at + 1) > 0x9f)
    return 0;
  if (lead == 0xf0 && byte(at + 1) < 0x90)
    return 0;
  if (lead == 0xf4 && byte(at + 1) > 0x8f)
    return 0;
  return size;
}

std::string Base64(std::string_view bytes) {
  static constexpr char kAlphabet[] =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t group = 0;
    for (std::size_t j = 0; j < 3; ++j) {
      group = group << 8 | (i + j < bytes.size() ? static_cast<unsigned char>(bytes[i + j]) : 0U);
    }
    for (std::size_t j = 0; j < 4; ++j) {
      text += i + j > bytes.size() ? '=' : kAlphabet[group >> (18 - 6 * j) & 63];
    }
  }
  return text;
}

}  // namespace

bool IsUtf8(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t size = SequenceAt(text, i);
    if (size == 0)
      return false;
    i += size;
  }
  return true;
}

void JsonWriter::Separate() {
  if (after_key_) {
    after_key_ = false;
    return;
  }
  if (!first_)
    text_ += ',';
  first_ = false;
}

void JsonWriter::Open(char bracket) {
  Separate();
  text_ += bracket;
  first_ = true;
}

void JsonWriter::Close(char bracket) {
  text_ += bracket;
  first_ = false;
}

void JsonWriter::Raw(std::string_view token) {
  Separate();
  text_ += token;
}

void JsonWriter::Key(std::string_view name) {
  String(name);
  text_ += ':';
  after_key_ = true;
}

void JsonWriter::String(std::string_view text) {
  Separate();
  text_ += '"';
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t size = SequenceAt(text, i);
    const char c = text[i];
    if (size == 0) {
      text_ += "\xef\xbf\xbd";
      ++i;
      continue;
    }
    if (c == '"' || c == '\\') {
      text_ += '\\';
      text_ += c;
    } else if (c == '\n') {
      text_ += "\\n";
    } else if (c == '\t') {
      text_ += "\\t";
    } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
      static constexpr char kHex[] = "0123456789abcdef";
      text_ += "\\u00";
      text_ += kHex[static_cast<unsigned char>(c) >> 4];
      text_ += kHex[c & 15];
    } else {
      text_ += text.substr(i, size);
    }
    i += size;
  }
  text_ += '"';
}

void JsonWriter::Bytes(std::string_view name, std::string_view bytes) {
  const bool utf8 = IsUtf8(bytes);
  Member(name, utf8 ? std::string(bytes) : Base64(bytes));
  Member(std::string(name) + "Encoding", utf8 ? "utf-8" : "base64");
}

void JsonWriter::ByteString(std::string_view bytes) {
  if (IsUtf8(bytes))
    return String(bytes);
  BeginObject();
  Member("base64", Base64(bytes));
  EndObject();
}

void WriteDenials(JsonWriter& json, const std::vector<Denial>& denials) {
  json.BeginArray();
  for (const Denial& denial : denials) {
    json.BeginObject();
    json.Member("evidence", denial.evidence == Evidence::kProven ? "proven" : "likely");
    json.Member("operation", denial.operation);
    json.Bytes("object", denial.object);
    json.Member("rule", denial.rule);
    json.Key("errno");
    json.Number(denial.os_error);
    json.Key("pid");
    json.Number(denial.pid);
    json.Key("count");
    json.Number(denial.count);
    json.Key("allowedBy");
    json.BeginArray();
    for (const std::string& word : OptionThatAllows(denial))
      json.ByteString(word);
    json.EndArray();
    json.EndObject();
  }
  json.EndArray();
}

void WriteEnforcement(JsonWriter& json, const std::vector<Enforcement>& enforcement) {
  json.BeginArray();
  for (const Enforcement& entry : enforcement) {
    json.BeginObject();
    json.Member("restriction", RestrictionName(entry.restriction));
    json.Member("level", NameOfLevel(entry.level));
    json.Member("mechanism", entry.mechanism);
    if (entry.level != SBX_LEVEL_FULL) {
      json.Member("gap", entry.gap);
      json.Member("mend", entry.mend);
    }
    json.EndObject();
  }
  json.EndArray();
}

void WriteZones(JsonWriter& json, const ResolvedPolicy& policy) {
  json.BeginArray();
  for (const Zone& zone : policy.zones()) {
    json.BeginObject();
    json.Bytes("path", zone.path);
    json.Member("access", NameOf(zone.access));
    json.Key("exists");
    json.Bool(zone.object != SBX_OBJECT_ABSENT);
    json.Member("rule", zone.rule);
    json.EndObject();
  }
  json.EndArray();
}

void WriteError(JsonWriter& json, const Error& error) {
  json.BeginObject();
  json.Member("sentence", error.Sentence());
  json.Member("operation", error.operation);
  json.Bytes("subject", error.subject);
  json.Member("hint", error.hint);
  json.Key("osError");
  json.Number(error.os_error);
  json.EndObject();
}

}  // namespace sbx
