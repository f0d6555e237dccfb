// SPDX-License-Identifier: MIT
#include "core/config/source_layers.hpp"

#include <algorithm>
#include <utility>

#include "core/config/document.hpp"

namespace sbx::config {
namespace {

LayerKind KindOf(sbx::LayerKind kind) {
  switch (kind) {
    case sbx::LayerKind::kUser:
      return LayerKind::kUser;
    case sbx::LayerKind::kProject:
      return LayerKind::kProject;
    case sbx::LayerKind::kOrganisation:
      return LayerKind::kOrganisation;
  }
  return LayerKind::kProject;
}

SourceLayer& Of(std::vector<SourceLayer>& all, const std::string& source, LayerKind kind,
                const std::string& file) {
  const auto found = std::ranges::find_if(all, [&](const SourceLayer& one) {
    return one.layer.kind == kind && one.layer.name == file;
  });
  if (found != all.end())
    return *found;
  SourceLayer& made = all.emplace_back();
  made.layer.kind = kind;
  made.layer.name = file;
  made.layer.source = source;
  made.layer.trusted = kind != LayerKind::kProject;
  return made;
}

// What another source is to be asked is for people to say.
bool SaysSources(const Layer& layer) {
  return layer.Find(Id::kConfigSources) != nullptr;
}

Failure Refuse(const Layer& layer) {
  return Fail(SBX_E_INVALID, "use the config source", layer.source,
              "it switches on other config sources (" + layer.name + "), which only you can");
}

void Append(std::string& text, std::string_view part) {
  text += std::to_string(part.size()) + ":" + std::string(part) + "\n";
}

}  // namespace

std::vector<SourceLayer> LayersOf(const CollectedConfig& said) {
  std::vector<SourceLayer> all;
  for (const ConfigFile& file : said.files) {
    SourceLayer& one = Of(all, said.source, KindOf(file.kind), file.file);
    auto parsed = ParseDocument(one.layer.kind, file.bytes, file.file, "");
    if (parsed) {
      one.layer.settings = std::move(parsed->settings);
    } else {
      one.error = parsed.error();
    }
  }
  for (const ConfigValue& value : said.values) {
    SourceLayer& one = Of(all, said.source, KindOf(value.kind), value.place.file);
    auto setting = ParseSetting(value.key, value.json, value.place.file,
                                {value.place.line, value.place.column});
    if (setting && one.layer.Find(setting->key) == nullptr) {
      one.layer.settings.push_back(*std::move(setting));
    } else if (!one.error) {
      one.error = setting ? Fail(SBX_E_INVALID, "use the config source", said.source,
                                 "it sets " + value.key + " of " + value.place.file + " twice")
                                .error
                          : setting.error();
    }
  }
  for (SourceLayer& one : all) {
    if (!one.error && SaysSources(one.layer))
      one.error = Refuse(one.layer).error;
  }
  return all;
}

std::string MeaningOf(const Layer& layer) {
  std::string text = "what a config source says\n";
  Append(text, TrustNameOf(layer));
  for (const Setting& setting : layer.settings) {
    Append(text, KeyOf(setting.key).name);
    Append(text, std::to_string(setting.number));
    Append(text, std::to_string(setting.entries.size()));
    for (const Entry& entry : setting.entries)
      Append(text, entry.text);
  }
  return text;
}

std::string TrustNameOf(const Layer& layer) {
  return layer.source + " " + layer.name.substr(layer.name.rfind('/') + 1);
}

std::string FolderOf(const Layer& layer) {
  const std::size_t slash = layer.name.rfind('/');
  return slash == 0 ? "/" : layer.name.substr(0, slash);
}

}  // namespace sbx::config
