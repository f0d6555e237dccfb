// SPDX-License-Identifier: MIT
#include "cli/config_text.hpp"

#include <algorithm>

#include "core/report/report.hpp"

namespace sbx::cli {
namespace {

using config::Id;
using config::Key;
using config::MergedValue;
using config::Setting;
using config::Type;

// As the document writes it: times in milliseconds, sizes in bytes.
void WriteNumber(JsonWriter& json, const Key& key, std::uint64_t number) {
  if (key.type == Type::kBool) {
    json.Bool(number == 1);
  } else if (key.type == Type::kChoice) {
    json.String(ChoiceWord(key, number));
  } else if (key.type == Type::kDuration) {
    json.String(std::to_string(number) + "ms");
  } else {
    json.Number(number);
  }
}

void WriteVariable(JsonWriter& json, const std::string& entry) {
  const std::size_t equals = entry.find('=');
  json.Member(entry.substr(0, equals), entry.substr(equals + 1));
}

template <typename Entries>
void WriteValue(JsonWriter& json, const Key& key, std::uint64_t number, const Entries& entries) {
  if (key.type == Type::kText) {
    json.String(entries.empty() ? "" : entries.front().text);
  } else if (key.type == Type::kVariables) {
    json.BeginObject();
    for (const auto& entry : entries)
      WriteVariable(json, entry.text);
    json.EndObject();
  } else if (IsList(key.type)) {
    json.BeginArray();
    for (const auto& entry : entries) {
      if (key.type == Type::kPorts) {
        json.Number(static_cast<std::uint64_t>(std::stoul(entry.text)));
      } else {
        json.String(entry.text);
      }
    }
    json.EndArray();
  } else {
    WriteNumber(json, key, number);
  }
}

bool IsSaid(const MergedValue& value) {
  return value.has_number || !value.entries.empty();
}

void WriteObject(JsonWriter& json, const config::Merged& merged, const std::string& prefix) {
  std::string_view last;
  for (const Key& key : config::Keys()) {
    if (!key.name.view().starts_with(prefix))
      continue;
    const std::string_view rest = key.name.view().substr(prefix.size());
    const std::string_view name = rest.substr(0, rest.find('.'));
    if (name == last)
      continue;
    last = name;
    if (name.size() != rest.size()) {
      json.Key(name);
      json.BeginObject();
      WriteObject(json, merged,
                  std::string(key.name.view().substr(0, prefix.size() + name.size() + 1)));
      json.EndObject();
    } else if (IsSaid(merged[key.id])) {
      json.Key(name);
      WriteValue(json, key, merged[key.id].number, merged[key.id].entries);
    }
  }
}

// A JSON text with a line for each member and entry.
std::string Laid(std::string_view json) {
  std::string text;
  std::size_t depth = 0;
  bool quoted = false;
  const auto line = [&] { text += "\n" + std::string(2 * depth, ' '); };
  for (std::size_t i = 0; i < json.size(); ++i) {
    const char c = json[i];
    if (quoted) {
      text += c;
      if (c == '\\')
        text += json[++i];
      quoted = c != '"';
      continue;
    }
    const bool empty = (c == '{' || c == '[') && (json[i + 1] == '}' || json[i + 1] == ']');
    if (empty) {
      text += json.substr(i++, 2);
      continue;
    }
    if (c == '}' || c == ']') {
      --depth;
      line();
    }
    text += c;
    quoted = c == '"';
    if (c == '{' || c == '[') {
      ++depth;
      line();
    } else if (c == ',') {
      line();
    } else if (c == ':') {
      text += ' ';
    }
  }
  return text + "\n";
}

std::string EffectiveText(const Key& key, const MergedValue& value) {
  if (!IsSaid(value))
    return IsList(key.type) ? "[]" : "none";
  JsonWriter json;
  WriteValue(json, key, value.number, value.entries);
  return json.text();
}

}  // namespace

std::string ValueText(const Key& key, const Setting& setting) {
  JsonWriter json;
  WriteValue(json, key, setting.number, setting.entries);
  return json.text();
}

std::string EffectiveDocument(const config::Merged& merged) {
  JsonWriter json;
  json.BeginObject();
  WriteObject(json, merged, "");
  json.EndObject();
  return Laid(json.text());
}

std::string Explanation(const Request& request, const Key& key) {
  const MergedValue& value = request.merged[key.id];
  std::string text = std::string(key.name) + " = " + Visible(EffectiveText(key, value)) + "   (" +
                     std::string(NameOf(key.merge)) + ")\n";
  const MergedValue built_in = config::MergeKey(key, {});
  text += "  built in: " + Visible(EffectiveText(key, built_in)) +
          (value.winner == config::kBuiltIn ? ", counts" : "") + "\n";
  for (const config::Contribution& said : value.said) {
    const config::Layer& layer = request.loaded.layers[static_cast<std::size_t>(said.layer)];
    const auto add = [&](const std::string& shown, JsonPlace at) {
      text += "  " + std::string(NameOf(layer.kind)) +
              (layer.source.empty() ? "" : ", config source " + layer.source) + ": " +
              Visible(shown) + ", " + std::string(NameOf(said.fate)) + " (" +
              Visible(SourceOf(layer, *said.setting, at)) + ")\n";
    };
    if (!IsList(key.type) || said.setting->entries.empty()) {
      add(ValueText(key, *said.setting), said.setting->at);
      continue;
    }
    // Each entry is a rule with a line of its own.
    for (const config::Entry& entry : said.setting->entries)
      add(entry.text, entry.at);
  }
  return text;
}

std::string ExplanationJson(const Request& request, const std::vector<const Key*>& keys) {
  JsonWriter json;
  json.BeginObject();
  json.Key("keys");
  json.BeginArray();
  for (const Key* key : keys) {
    const MergedValue& value = request.merged[key->id];
    json.BeginObject();
    json.Member("key", key->name);
    json.Member("operator", NameOf(key->merge));
    json.Key("value");
    if (IsSaid(value) || IsList(key->type)) {
      WriteValue(json, *key, value.number, value.entries);
    } else {
      json.Null();
    }
    json.Member("winner",
                value.setting == nullptr
                    ? "built in"
                    : SourceOf(request.loaded.layers[static_cast<std::size_t>(value.winner)],
                               *value.setting, value.setting->at));
    json.Key("layers");
    json.BeginArray();
    for (const config::Contribution& said : value.said) {
      const config::Layer& layer = request.loaded.layers[static_cast<std::size_t>(said.layer)];
      json.BeginObject();
      json.Member("layer", NameOf(layer.kind));
      if (!layer.source.empty())
        json.Member("configSource", layer.source);
      json.Member("source", SourceOf(layer, *said.setting, said.setting->at));
      json.Key("value");
      WriteValue(json, *key, said.setting->number, said.setting->entries);
      json.Member("fate", NameOf(said.fate));
      json.EndObject();
    }
    json.EndArray();
    json.EndObject();
  }
  json.EndArray();
  json.Key("notExpressed");
  json.BeginArray();
  for (const config::Gap& gap : request.loaded.gaps) {
    json.BeginObject();
    json.Member("configSource", gap.source);
    json.Member("key", gap.key);
    json.Member("source", PlaceOf(gap));
    json.Member("sentence", gap.sentence);
    json.EndObject();
  }
  json.EndArray();
  json.EndObject();
  return json.text() + "\n";
}

}  // namespace sbx::cli
