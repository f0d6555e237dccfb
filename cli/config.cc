// SPDX-License-Identifier: MIT
#include "cli/config_text.hpp"
#include "cli/request.hpp"
#include "core/config/document.hpp"
#include "core/config/nearest.hpp"
#include "core/config/schema.hpp"
#include "core/platform/config_files.hpp"
#include "core/report/report.hpp"

namespace sbx::cli {
namespace {

using config::Key;

constexpr int kWrongFile = 1;

Failure NoSuchKey(const std::string& name) {
  const auto near = config::NearestKey(name);
  return Fail(
      SBX_E_INVALID, "explain the key", name,
      near ? "did you mean '" + std::string(*near) + "'?" : "'sbx config schema' has all keys");
}

int ShowEffective(const Request& request) {
  Print(EffectiveDocument(request.merged));
  return 0;
}

int ExplainKeys(const Arguments& arguments, const Request& request) {
  std::vector<const Key*> keys;
  for (std::size_t i = 1; i < arguments.words.size(); ++i) {
    const std::string& name = arguments.words[i];
    if (const Key* key = config::FindKey(name)) {
      keys.push_back(key);
      continue;
    }
    if (!config::IsGroup(name))
      return Report(arguments, NoSuchKey(name).error);
    for (const Key& key : config::Keys()) {
      if (key.name.view().starts_with(name + "."))
        keys.push_back(&key);
    }
  }
  const bool all = keys.empty();
  for (const Key& key : config::Keys()) {
    if (all)
      keys.push_back(&key);
  }
  if (arguments.Has(Option::kJson)) {
    Print(ExplanationJson(request, keys));
    return 0;
  }
  std::string text;
  for (const Key* key : keys) {
    // Without names: what somebody has said something about.
    if (!all || !request.merged[key->id].said.empty())
      text += Explanation(request, *key);
  }
  if (text.empty())
    text = "no layer says anything: the built-in policy holds\n";
  if (all && !request.loaded.gaps.empty())
    text += "written for another program, and not expressed here:\n";
  for (const config::Gap& gap : request.loaded.gaps) {
    if (all) {
      text += "  config source " + gap.source + ": " + Visible(gap.key) + " " +
              Visible(gap.sentence) + " (" + Visible(PlaceOf(gap)) + ")\n";
    }
  }
  Print(text);
  return 0;
}

// The folder that relative paths of a project's file are relative to.
std::string BaseOf(const std::string& path) {
  constexpr std::string_view kTail = "/.sbx/config.json";
  return path.ends_with(kTail) ? path.substr(0, path.size() - kTail.size()) : std::string();
}

int Validate(const Arguments& arguments, const Host& host) {
  if (arguments.words.size() < 2) {
    return Report(arguments, Fail(SBX_E_INVALID, "validate nothing", {},
                                  "name the files: sbx config validate FILE…")
                                 .error);
  }
  JsonWriter json;
  json.BeginObject();
  json.Key("files");
  json.BeginArray();
  bool good = true;
  for (std::size_t i = 1; i < arguments.words.size(); ++i) {
    const std::string& name = arguments.words[i];
    const std::string path = name.starts_with('/') ? name : host.cwd + "/" + name;
    auto text = config_files::ReadNamed(path, config::kMostBytes);
    const std::string base = BaseOf(path);
    const auto layer = text ? config::ParseDocument(base.empty() ? config::LayerKind::kFile
                                                                 : config::LayerKind::kProject,
                                                    *text, name, base)
                            : Result<config::Layer>(text.failure());
    good = good && layer;
    json.BeginObject();
    json.Bytes("path", name);
    json.Key("valid");
    json.Bool(layer.has_value());
    if (!layer) {
      json.Key("error");
      WriteError(json, layer.error());
    }
    json.EndObject();
    if (!arguments.Has(Option::kJson) && !layer)
      Note(layer.error().Sentence());
  }
  json.EndArray();
  json.EndObject();
  if (arguments.Has(Option::kJson))
    Print(json.text() + "\n");
  return good ? 0 : kWrongFile;
}

}  // namespace

int ShowConfiguration(const Arguments& arguments, const Host& host) {
  const std::string what = arguments.words.empty() ? "" : arguments.words.front();
  if (what == "schema") {
    Print(config::SchemaText());
    return 0;
  }
  if (what == "validate")
    return Validate(arguments, host);
  if (what != "show" && what != "explain") {
    static constexpr std::string_view kWords[] = {"show", "explain", "validate", "schema"};
    const auto near = Nearest(what, kWords);
    return Report(arguments, Fail(SBX_E_INVALID, "do with the configuration", what,
                                  near && !what.empty()
                                      ? "did you mean '" + std::string(*near) + "'?"
                                      : "write: sbx config show, explain, validate or schema")
                                 .error);
  }
  const auto request = LoadFor(arguments, host, AroundOf(arguments, host, Locate(host)));
  if (!request)
    return Report(arguments, request.error());
  for (const std::string& notice : request->loaded.notices)
    Note(notice);
  for (const std::string& notice : request->effective.notices)
    Note(notice);
  return what == "show" ? ShowEffective(*request) : ExplainKeys(arguments, *request);
}

}  // namespace sbx::cli
