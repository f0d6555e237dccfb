// SPDX-License-Identifier: MIT
#include "plugins/config-sources/common/translation.hpp"

#include <algorithm>
#include <utility>

namespace sbx::sources {
namespace {

constexpr std::size_t kLongest = 1000;  // of a sentence, which may hold a key of the file

std::string Short(std::string text) {
  if (text.size() <= kLongest)
    return text;
  std::size_t end = kLongest;
  while (end > 0 && (text[end] & 0xc0) == 0x80)
    --end;
  return text.substr(0, end) + "…";
}

}  // namespace

void Translation::Say(std::string_view key, std::string json, Where at) {
  said_.push_back({std::string(key), std::move(json), at});
}

void Translation::SayList(std::string_view key, const std::vector<Line>& lines, Where at) {
  std::string json = "[";
  std::uint32_t line = at.line;
  for (const Line& entry : lines) {
    json += json == "[" ? "" : ",";
    for (; line < entry.at.line; ++line)
      json += '\n';
    json += Quote(entry.text);
  }
  Say(key, json + "]", at);
}

void Translation::Cannot(std::string_view key, std::string sentence, Where at) {
  gaps_.push_back({std::string(key), std::move(sentence), at});
}

void Translation::Wrong(std::string_view key, const std::string& why, Where at) {
  Wrong({"the key '" + std::string(key) + "' " + why, at});
}

void Translation::Wrong(const Fault& fault) {
  if (!failed())
    fault_ = fault;
}

const Json* Translation::Open(std::string_view text, Comments comments) {
  Parsed parsed = Parse(text, comments);
  if (!parsed.fault.why.empty()) {
    Wrong(parsed.fault);
    return nullptr;
  }
  root_ = std::move(parsed.root);
  if (root_.kind != Json::Kind::kObject) {
    Wrong({"it has to be an object", root_.at});
    return nullptr;
  }
  return &root_;
}

const Json* Translation::Of(const Json& in, std::string_view path, std::string_view name,
                            Json::Kind kind, const char* form) {
  const Json* value = in.Find(name);
  if (value == nullptr || value->kind == kind)
    return value;
  Wrong(std::string(path) + std::string(name), std::string("takes ") + form, value->at);
  return nullptr;
}

const Json* Translation::Object(const Json& in, std::string_view path, std::string_view name) {
  return Of(in, path, name, Json::Kind::kObject, "an object");
}

const Json* Translation::Bool(const Json& in, std::string_view path, std::string_view name) {
  return Of(in, path, name, Json::Kind::kBool, "true or false");
}

const Json* Translation::Text(const Json& in, std::string_view path, std::string_view name) {
  return Of(in, path, name, Json::Kind::kString, "a text");
}

const Json* Translation::Texts(const Json& in, std::string_view path, std::string_view name) {
  const Json* list = Of(in, path, name, Json::Kind::kArray, "a list of texts");
  if (list == nullptr)
    return nullptr;
  for (const Json& item : list->items) {
    if (item.kind != Json::Kind::kString || item.text.empty()) {
      Wrong(std::string(path) + std::string(name), "takes a list of texts, none empty", item.at);
      return nullptr;
    }
  }
  return list;
}

void Translation::OnlyKeys(const Json& object, std::string_view path,
                           std::span<const std::string_view> known) {
  for (const Member& member : object.members) {
    if (std::ranges::find(known, member.name) == known.end())
      Wrong(std::string(path) + member.name, "is not known", member.value.key_at);
  }
}

void Translation::Tell(plugin::ConfigSink& sink) const {
  const auto at = [&](Where where) { return plugin::Place{file_, where.line, where.column}; };
  if (failed()) {
    if (kind_ == SBX_LAYER_PROJECT) {
      sink.Cannot("", Short(fault_.why) + "; the file is ignored", at(fault_.at));
    } else {
      sink.Error(Short(fault_.why), at(fault_.at));
    }
    return;
  }
  for (const Said& said : said_)
    sink.Value(kind_, said.key, said.json, at(said.at));
  for (const Gap& gap : gaps_)
    sink.Cannot(Short(gap.key), Short(gap.sentence), at(gap.at));
}

}  // namespace sbx::sources
