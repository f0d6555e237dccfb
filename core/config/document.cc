// SPDX-License-Identifier: MIT
#include "core/config/document.hpp"

#include <algorithm>

#include "core/config/forms.hpp"

namespace sbx::config {
namespace {

using Kind = JsonValue::Kind;

std::string Listed(std::string_view words) {
  std::string text;
  for (const char c : words)
    text += c == ' ' ? std::string(", ") : std::string(1, c);
  return text;
}

// Reads one document; the first thing that is wrong ends it.
class Reader {
 public:
  Reader(const std::string& path, const std::string& base, Layer& layer)
      : path_(path), base_(base), layer_(layer) {}

  Result<void> ReadNamed(std::string_view name, const JsonValue& value) {
    if (const Key* key = FindKey(name))
      return ReadKey(*key, value);
    return Wrong(name, value.at, "is not known");
  }

  Result<void> ReadObject(const JsonValue& object, const std::string& prefix) {
    for (const auto& [name, value] : object.members) {
      const std::string full = prefix + name;
      // A dot in a name would be another way to write a key.
      const Key* key = name.find('.') == std::string::npos ? FindKey(full) : nullptr;
      if (key != nullptr) {
        if (auto read = ReadKey(*key, value); !read)
          return read;
      } else if (name.find('.') == std::string::npos && IsGroup(full)) {
        if (value.kind != Kind::kObject)
          return Wrong(full, value.at, "takes an object");
        if (auto read = ReadObject(value, full + "."); !read)
          return read;
      } else {
        const auto near = NearestKey(full);
        return Wrong(full, value.key_at,
                     near ? "is not known; did you mean '" + std::string(*near) + "'?"
                          : "is not known; 'sbx config schema' has all keys");
      }
    }
    return {};
  }

 private:
  Result<void> ReadKey(const Key& key, const JsonValue& value) {
    Setting setting;
    setting.key = key.id;
    setting.at = value.at;
    if (auto read = ReadValue(key, value, setting); !read)
      return read;
    layer_.settings.push_back(std::move(setting));
    return {};
  }

  Result<void> ReadValue(const Key& key, const JsonValue& value, Setting& setting) {
    switch (key.type) {
      case Type::kBool:
        if (value.kind != Kind::kBool)
          return Wrong(key.name, value.at, "takes true or false");
        setting.number = value.boolean ? 1 : 0;
        return {};
      case Type::kChoice:
        return ReadChoice(key, value, setting.number);
      case Type::kText:
        return ReadText(key, value, setting);
      case Type::kCount:
        return ReadNumber(key, value, kMostNumber, "a whole number above zero", setting.number);
      case Type::kSize:
      case Type::kDuration:
        return ReadQuantity(key, value, setting.number);
      case Type::kVariables:
        return ReadVariables(key, value, setting);
      case Type::kTexts:
      case Type::kPaths:
      case Type::kDomains:
      case Type::kAnyDomains:
      case Type::kPorts:
      case Type::kChoices:
      case Type::kNames:
        break;
    }
    if (value.kind != Kind::kArray)
      return Wrong(key.name, value.at, "takes a list");
    for (const JsonValue& item : value.items) {
      if (auto read = ReadItem(key, item, setting); !read)
        return read;
    }
    return {};
  }

  Result<void> ReadItem(const Key& key, const JsonValue& item, Setting& setting) {
    if (key.type == Type::kPorts) {
      std::uint64_t port = 0;
      if (auto read = ReadNumber(key, item, 65535, "numbers from 1 to 65535", port); !read)
        return read;
      setting.entries.push_back({std::to_string(port), item.at});
      return {};
    }
    if (key.type == Type::kChoices) {
      std::uint64_t number = 0;
      if (auto read = ReadChoice(key, item, number); !read)
        return read;
      setting.entries.push_back({item.text, item.at});
      return {};
    }
    return ReadText(key, item, setting);
  }

  Result<void> ReadText(const Key& key, const JsonValue& value, Setting& setting) {
    if (value.kind != Kind::kString)
      return Wrong(key.name, value.at, IsList(key.type) ? "takes a list of texts" : "takes a text");
    if (const auto form = WrongForm(key.type, value.text))
      return Wrong(key.name, value.at, "takes " + std::string(*form));
    std::string text = value.text;
    if (key.type == Type::kPaths && text[0] != '/' && text[0] != '~' && text[0] != '$') {
      if (base_.empty()) {
        return Wrong(key.name, value.at,
                     "has a relative path, which is relative to nothing here: write it from /, ~/ "
                     "or $WORKSPACE/ on");
      }
      text = base_ + (base_.ends_with('/') ? "" : "/") + text;
    }
    setting.entries.push_back({std::move(text), value.at});
    return {};
  }

  Result<void> ReadChoice(const Key& key, const JsonValue& value, std::uint64_t& number) {
    const auto choice = value.kind == Kind::kString ? ChoiceNumber(key, value.text)
                                                    : std::optional<std::uint64_t>();
    if (!choice)
      return Wrong(key.name, value.at, "takes one of " + Listed(ChoicesOf(key)));
    number = *choice;
    return {};
  }

  Result<void> ReadNumber(const Key& key, const JsonValue& value, std::uint64_t most,
                          const char* form, std::uint64_t& number) {
    if (value.kind != Kind::kNumber || value.number < 1 ||
        static_cast<std::uint64_t>(value.number) > most) {
      return Wrong(key.name, value.at, std::string("takes ") + form);
    }
    number = static_cast<std::uint64_t>(value.number);
    return {};
  }

  Result<void> ReadQuantity(const Key& key, const JsonValue& value, std::uint64_t& number) {
    const bool time = key.type == Type::kDuration;
    if (value.kind == Kind::kNumber) {
      if (auto read = ReadNumber(key, value, time ? kMostSeconds : kMostNumber,
                                 time ? "seconds above zero" : "bytes above zero", number);
          !read)
        return read;
      number *= time ? 1000 : 1;
      return {};
    }
    const auto form = WrongForm(key.type, value.kind == Kind::kString ? value.text : "");
    if (form)
      return Wrong(key.name, value.at, "takes " + std::string(*form));
    number = *(time ? DurationOf(value.text) : SizeOf(value.text));
    return {};
  }

  Result<void> ReadVariables(const Key& key, const JsonValue& value, Setting& setting) {
    if (value.kind != Kind::kObject)
      return Wrong(key.name, value.at, "takes an object of names and texts");
    for (const auto& [name, text] : value.members) {
      if (!IsVariableName(name)) {
        return Wrong(std::string(key.name) + "." + name, text.key_at,
                     "is not the name of a variable");
      }
      if (text.kind != Kind::kString || WrongForm(key.type, text.text))
        return Wrong(std::string(key.name) + "." + name, text.at, "takes a text");
      setting.entries.push_back({name + "=" + text.text, text.at});
    }
    return {};
  }

  [[nodiscard]] Failure Wrong(std::string_view key, JsonPlace at, const std::string& why) const {
    return Fail(SBX_E_INVALID, "use the configuration",
                path_ + ":" + std::to_string(at.line) + ":" + std::to_string(at.column),
                "the key '" + std::string(key) + "' " + why);
  }

  const std::string& path_;
  const std::string& base_;
  Layer& layer_;
};

// From places in a value to those in the file that it stands in.
void Shift(JsonValue& value, JsonPlace by) {
  const auto shift = [&](JsonPlace& at) {
    if (by.line == 0) {
      at = {};
      return;
    }
    if (at.line == 1)
      at.column += by.column == 0 ? 0 : by.column - 1;
    at.line += by.line - 1;
  };
  shift(value.at);
  shift(value.key_at);
  for (JsonValue& item : value.items)
    Shift(item, by);
  for (JsonMember& member : value.members)
    Shift(member.value, by);
}

}  // namespace

Result<Layer> ParseDocument(LayerKind kind, std::string_view text, const std::string& path,
                            const std::string& base) {
  auto root = ParseCommentedJson(text, path);
  if (!root)
    return root.failure();
  if (root->kind != Kind::kObject) {
    return Fail(SBX_E_INVALID, "use the configuration", path + ":1:1", "it has to be an object");
  }
  Layer layer;
  layer.kind = kind;
  layer.name = path;
  if (auto read = Reader(path, base, layer).ReadObject(*root, ""); !read)
    return read.failure();
  return layer;
}

Result<Setting> ParseSetting(std::string_view key, std::string_view json, const std::string& path,
                             JsonPlace at) {
  auto root = ParseCommentedJson(json, path);
  if (!root)
    return root.failure();
  Shift(*root, at);
  Layer layer;
  if (auto read = Reader(path, "", layer).ReadNamed(key, *root); !read)
    return read.failure();
  return std::move(layer.settings.front());
}

Result<Setting> ParseWord(Id id, std::string_view word, std::string_view option) {
  const Key& key = KeyOf(id);
  Setting setting;
  setting.key = id;
  setting.option = option;
  const auto wrong = [&](const std::string& form) {
    return Fail(SBX_E_INVALID, "use the value of " + std::string(option), std::string(word),
                "it takes " + form);
  };
  switch (key.type) {
    case Type::kChoice:
      if (const auto number = ChoiceNumber(key, word)) {
        setting.number = *number;
        return setting;
      }
      return wrong("one of " + Listed(ChoicesOf(key)));
    case Type::kCount:
      if (const auto number = CountOf(word)) {
        setting.number = *number;
        return setting;
      }
      return wrong("a whole number above zero");
    case Type::kSize:
      if (const auto number = SizeOf(word)) {
        setting.number = *number;
        return setting;
      }
      return wrong("a size such as 4096, 64K, 10M or 2G");
    case Type::kDuration:
      if (const auto number = DurationOf(word)) {
        setting.number = *number;
        return setting;
      }
      return wrong("a time such as 500ms, 30s, 5m or 2h");
    case Type::kBool:
      setting.number = word == "true" ? 1 : 0;
      return setting;
    case Type::kText:
    case Type::kTexts:
    case Type::kPaths:
    case Type::kDomains:
    case Type::kAnyDomains:
    case Type::kPorts:
    case Type::kChoices:
    case Type::kVariables:
    case Type::kNames:
      break;
  }
  setting.entries.push_back({std::string(word), {}});
  return setting;
}

}  // namespace sbx::config
