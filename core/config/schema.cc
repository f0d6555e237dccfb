// SPDX-License-Identifier: MIT
#include "core/config/schema.hpp"

#include <algorithm>

#include "core/config/forms.hpp"
#include "core/config/keys.hpp"

namespace sbx::config {
namespace {

std::string Quoted(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\')
      quoted += '\\';
    quoted += c;
  }
  return quoted + "\"";
}

std::string Words(std::string_view words, char separator) {
  std::string list;
  while (!words.empty()) {
    const std::size_t end = std::min(words.find(separator), words.size());
    list += (list.empty() ? "" : ", ") + Quoted(words.substr(0, end));
    words.remove_prefix(std::min(end + 1, words.size()));
  }
  return list;
}

std::string Text(Type type) {
  return R"({"type": "string", "pattern": )" + Quoted(PatternOf(type)) + "}";
}

std::string List(const std::string& item) {
  return R"("type": "array", "maxItems": 4096, "items": )" + item;
}

std::string Quantity(Type type, std::uint64_t most) {
  return R"("anyOf": [{"type": "integer", "minimum": 1, "maximum": )" + std::to_string(most) +
         "}, " + Text(type) + "]";
}

// The constraints of a value, without the braces.
std::string Constraints(const Key& key) {
  switch (key.type) {
    case Type::kBool:
      return R"("type": "boolean")";
    case Type::kChoice:
      return R"("enum": [)" + Words(ChoicesOf(key), ' ') + "]";
    case Type::kText:
      return R"("type": "string", "pattern": )" + Quoted(PatternOf(key.type));
    case Type::kCount:
      return R"("type": "integer", "minimum": 1, "maximum": )" + std::to_string(kMostNumber);
    case Type::kSize:
      return Quantity(key.type, kMostNumber);
    case Type::kDuration:
      return Quantity(key.type, kMostSeconds);
    case Type::kTexts:
    case Type::kPaths:
    case Type::kDomains:
    case Type::kAnyDomains:
    case Type::kNames:
      return List(Text(key.type));
    case Type::kPorts:
      return List(R"({"type": "integer", "minimum": 1, "maximum": 65535})");
    case Type::kChoices:
      return List(R"({"enum": [)" + Words(ChoicesOf(key), ' ') + "]}");
    case Type::kVariables:
      return R"("type": "object", "propertyNames": {"pattern": )" + Quoted(kVariableNamePattern) +
             R"(}, "additionalProperties": )" + Text(key.type);
  }
  return {};
}

std::string Default(const Key& key) {
  if (key.fallback.empty())
    return {};
  std::string text;
  if (key.type == Type::kBool) {
    text = key.fallback;
  } else if (IsList(key.type)) {
    text = "[" + Words(key.fallback, '\n') + "]";
  } else {
    text = Quoted(key.fallback);
  }
  return ", \"default\": " + text;
}

std::string Property(const Key& key) {
  return "{\"description\": " + Quoted(key.text) + ", " + Constraints(key) + Default(key) +
         ", \"x-merge\": " + Quoted(NameOf(key.merge)) +
         ", \"x-trust\": " + Quoted(NameOf(key.trust)) +
         ", \"x-held\": " + Quoted(NameOf(key.held)) + "}";
}

// The object of all keys below `prefix`; the table has them in one piece.
std::string Object(std::string_view prefix, const std::string& indent) {
  std::string text = indent + "\"type\": \"object\",\n" + indent +
                     "\"additionalProperties\": false,\n" + indent + "\"properties\": {\n";
  std::string_view last;
  for (const Key& key : Keys()) {
    if (!key.name.view().starts_with(prefix))
      continue;
    const std::string_view rest = key.name.view().substr(prefix.size());
    const std::string_view name = rest.substr(0, rest.find('.'));
    if (name == last)
      continue;
    text += last.empty() ? "" : ",\n";
    last = name;
    text += indent + "  " + Quoted(name) + ": ";
    if (name.size() == rest.size()) {
      text += Property(key);
    } else {
      text += "{\n" +
              Object(key.name.view().substr(0, prefix.size() + name.size() + 1), indent + "    ") +
              indent + "  }";
    }
  }
  return text + "\n" + indent + "}\n";
}

}  // namespace

std::string SchemaText() {
  return "{\n  \"$schema\": \"https://json-schema.org/draft/2020-12/schema\",\n"
         "  \"title\": \"sbx policy\",\n" +
         Object("", "  ") + "}\n";
}

}  // namespace sbx::config
