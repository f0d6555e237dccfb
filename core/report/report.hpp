// SPDX-License-Identifier: MIT
//
// Report: the facts of a policy, a run and its enforcement as text for a person
// and as JSON with stable names for a program. Nothing is decided here.
#ifndef SBX_CORE_REPORT_REPORT_HPP_
#define SBX_CORE_REPORT_REPORT_HPP_

#include <string>
#include <string_view>
#include <vector>

#include "core/platform/run.hpp"
#include "core/policy/resolved_policy.hpp"

namespace sbx {

[[nodiscard]] std::string_view NameOf(Mode mode);
[[nodiscard]] std::string_view NameOf(Tmp tmp);
[[nodiscard]] std::string_view NameOf(Network network);
[[nodiscard]] std::string_view NameOf(UnixSockets sockets);
[[nodiscard]] std::string_view NameOf(Access access);
[[nodiscard]] std::string_view NameOf(Outcome::End end);
[[nodiscard]] std::string_view NameOfLevel(std::uint32_t level);

// "full" when every wanted restriction is, "none" when no one is, else "partial".
[[nodiscard]] std::string_view OverallLevel(const std::vector<Enforcement>& enforcement,
                                            sbx_restrictions wanted);

// `text` as one word that a shell reads back as the same bytes.
[[nodiscard]] std::string ShellQuote(std::string_view text);

// `text` for a terminal: control bytes and what could reorder the line shown
// as escapes.
[[nodiscard]] std::string Visible(std::string_view text);

// A denial in one sentence: what was refused, by which rule, and what would allow it.
// For a terminal it still has to become Visible().
[[nodiscard]] std::string Sentence(const Denial& denial);

// The enforcement table: restriction, level, mechanism, and what is open.
[[nodiscard]] std::string EnforcementTable(const std::vector<Enforcement>& enforcement);

// Whether `text` is UTF-8, without overlong forms and surrogates.
[[nodiscard]] bool IsUtf8(std::string_view text);

// A JSON value written piece by piece, without a tree in memory.
class JsonWriter {
 public:
  void BeginObject() { Open('{'); }
  void EndObject() { Close('}'); }
  void BeginArray() { Open('['); }
  void EndArray() { Close(']'); }
  void Key(std::string_view name);
  void String(std::string_view text);  // bytes that are not UTF-8 become U+FFFD
  void Number(std::uint64_t value) { Raw(std::to_string(value)); }
  void Number(int value) { Raw(std::to_string(value)); }
  void Bool(bool value) { Raw(value ? "true" : "false"); }
  void Null() { Raw("null"); }
  void Member(std::string_view name, std::string_view text) {
    Key(name);
    String(text);
  }
  // Bytes as text when they are UTF-8, else as base64: `name` and `name`Encoding.
  void Bytes(std::string_view name, std::string_view bytes);
  // The same as one value: a string, or {"base64": …}.
  void ByteString(std::string_view bytes);

  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  void Open(char bracket);
  void Close(char bracket);
  void Raw(std::string_view token);
  void Separate();

  std::string text_;
  bool first_ = true;
  bool after_key_ = false;
};

void WriteDenials(JsonWriter& json, const std::vector<Denial>& denials);
void WriteEnforcement(JsonWriter& json, const std::vector<Enforcement>& enforcement);
void WriteZones(JsonWriter& json, const ResolvedPolicy& policy);
void WriteError(JsonWriter& json, const Error& error);

}  // namespace sbx

#endif  // SBX_CORE_REPORT_REPORT_HPP_
