// SPDX-License-Identifier: MIT
#include "core/config_source/source_json.hpp"

#include <algorithm>
#include <limits>
#include <optional>

#include "core/config_source/base64.hpp"
#include "core/config_source/collector.hpp"
#include "core/plugin/error_collector.hpp"
#include "core/plugin/strict_json.hpp"
#include "core/report/report.hpp"
#include "core/report/settings_json.hpp"

namespace sbx {
namespace {

using Kind = JsonValue::Kind;

void WriteBytes(JsonWriter& json, std::string_view name, std::string_view bytes) {
  json.Key(name);
  json.ByteString(bytes);
}

// A string, or {"base64": …}.
std::optional<std::string> BytesOf(const JsonValue& value) {
  if (value.kind == Kind::kString)
    return value.text;
  if (value.kind != Kind::kObject || value.members.size() != 1 ||
      value.members[0].name != "base64" || value.members[0].value.kind != Kind::kString)
    return std::nullopt;
  return FromBase64(value.members[0].value.text);
}

// The keys of one kind of item: those that it must have, then those that it may.
struct Shape {
  std::string_view type;
  std::vector<std::string_view> texts;  // needed, bytes
  bool layer;                           // needs "layer"
  bool place;                           // needs "file", may have "line" and "column"
};

const Shape* ShapeOf(std::string_view type) {
  static const std::vector<Shape> kShapes = {
      {"layer", {"file", "bytes"}, true, false},    {"value", {"key", "json"}, true, true},
      {"cannot", {"key", "sentence"}, false, true}, {"consulted", {"file"}, false, false},
      {"error", {"sentence"}, false, true},
  };
  const auto found = std::ranges::find(kShapes, type, &Shape::type);
  return found == kShapes.end() ? nullptr : &*found;
}

// One item, with each key read.
struct Item {
  std::vector<std::pair<std::string_view, std::string>> texts;
  std::uint32_t layer = 0, line = 0, column = 0;

  [[nodiscard]] std::string_view Text(std::string_view key) const {
    const auto found = std::ranges::find(texts, key, [](const auto& text) { return text.first; });
    return found == texts.end() ? std::string_view{} : std::string_view(found->second);
  }
};

std::uint32_t LayerOf(const JsonValue& value) {
  if (value.kind != Kind::kString)
    return 0;
  return value.text == "user"           ? SBX_LAYER_USER
         : value.text == "project"      ? SBX_LAYER_PROJECT
         : value.text == "organisation" ? SBX_LAYER_ORGANISATION
                                        : 0;
}

// What is wrong with it, or nothing.
std::string ReadItem(const JsonValue& value, const Shape& shape, Item& item) {
  std::vector<std::string_view> missing = shape.texts;
  if (shape.place)
    missing.push_back("file");
  if (shape.layer)
    missing.push_back("layer");
  for (const auto& [key, member] : value.members) {
    if (key == "type")
      continue;
    const auto wrong = [&, &name = key](const char* what) {
      return "key '" + PluginText(Borrow(name)) + "' of its " + std::string(shape.type) + ' ' +
             what;
    };
    if (shape.place && (key == "line" || key == "column")) {
      if (member.kind != Kind::kNumber || member.number < 1 ||
          member.number > std::numeric_limits<std::int32_t>::max())
        return wrong("must be a whole number from 1 on");
      (key == "line" ? item.line : item.column) = static_cast<std::uint32_t>(member.number);
      continue;
    }
    const auto needed = std::ranges::find(missing, key);
    if (needed == missing.end())
      return wrong("is unknown");
    if (key == "layer") {
      item.layer = LayerOf(member);
      if (item.layer == 0)
        return wrong("must be user, project or organisation");
    } else {
      auto bytes = BytesOf(member);
      if (!bytes)
        return wrong("must be a string, or an object with base64");
      item.texts.emplace_back(*needed, *std::move(bytes));
    }
    missing.erase(needed);
  }
  if (!missing.empty())
    return "its " + std::string(shape.type) + " has no key '" + std::string(missing.front()) + "'";
  return {};
}

void Say(const Shape& shape, const Item& item, Collector& collector) {
  const PlaceView place{item.Text("file"), item.line, item.column};
  if (shape.type == "layer") {
    collector.File(item.layer, item.Text("file"), item.Text("bytes"));
  } else if (shape.type == "value") {
    collector.Value(item.layer, item.Text("key"), item.Text("json"), place);
  } else if (shape.type == "cannot") {
    collector.Gap(item.Text("key"), item.Text("sentence"), place);
  } else if (shape.type == "consulted") {
    collector.Consulted(item.Text("file"));
  } else {
    collector.Wrong(item.Text("sentence"), place);
  }
}

std::string ReadItems(const JsonValue& root, Collector& collector) {
  if (root.kind != Kind::kObject || root.members.size() != 1 || root.members[0].name != "items" ||
      root.members[0].value.kind != Kind::kArray)
    return "its reply is not an object with the list 'items' and nothing more";
  for (const JsonValue& value : root.members[0].value.items) {
    if (value.kind != Kind::kObject)
      return "an item of its reply is not an object";
    const auto type =
        std::ranges::find(value.members, "type", [](const auto& member) { return member.name; });
    const Shape* shape = type == value.members.end() || type->value.kind != Kind::kString
                             ? nullptr
                             : ShapeOf(type->value.text);
    if (shape == nullptr)
      return "an item of its reply has no type that is known";
    Item item;
    if (std::string wrong = ReadItem(value, *shape, item); !wrong.empty())
      return wrong;
    Say(*shape, item, collector);
  }
  return {};
}

}  // namespace

std::string ContextJson(const ConfigContext& context, const std::vector<Setting>& settings) {
  JsonWriter json;
  json.BeginObject();
  json.Member("interface", SBX_CONFIG_SOURCE_INTERFACE);
  WriteSettings(json, settings);
  json.Key("deadlineMs");
  json.Number(static_cast<std::uint64_t>(context.deadline.count()));
  json.Key("elevated");
  json.Bool(context.elevated);
  WriteBytes(json, "home", context.home);
  json.Key("folders");
  json.BeginArray();
  for (const std::string& folder : context.folders)
    json.ByteString(folder);
  json.EndArray();
  WriteBytes(json, "workspace", context.workspace);
  WriteBytes(json, "managed", context.managed);
  json.Key("environment");
  json.BeginArray();
  if (!context.elevated) {
    for (const std::string& entry : context.env)
      json.ByteString(entry);
  }
  json.EndArray();
  json.EndObject();
  return json.text() + "\n";
}

Result<CollectedConfig> ParseItems(const std::string& source, std::string_view reply) {
  Collector collector(source);
  const auto root = ParseStrictJson(reply, "the reply");
  if (!root) {
    collector.Fault("its reply is no JSON document: " + root.error().hint);
  } else if (std::string wrong = ReadItems(*root, collector); !wrong.empty()) {
    collector.Fault(std::move(wrong));
  }
  return collector.Take();
}

}  // namespace sbx
