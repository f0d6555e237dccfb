// SPDX-License-Identifier: MIT
#include "core/config_source/collector.hpp"

#include <algorithm>
#include <utility>

#include "core/plugin/error_collector.hpp"
#include "core/plugin/strict_json.hpp"
#include "core/report/report.hpp"

namespace sbx {
namespace {

// Those of sbx/abi/draft/config_source.h.
constexpr std::size_t kMostPieces = 4096;
constexpr std::size_t kLongestText = std::size_t{1} << 20;
constexpr std::size_t kMostBytes = std::size_t{8} << 20;
constexpr std::size_t kLongestName = 4096;

// Dotted names: words of letters, digits, '-' and '_', with a dot between.
bool IsKey(std::string_view key) {
  const auto word = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '_';
  };
  bool after_word = false;
  for (const char c : key) {
    if (c == '.' ? !after_word : !word(c))
      return false;
    after_word = c != '.';
  }
  return after_word && key.size() <= 256;
}

std::string At(PlaceView place) {
  std::string text = PluginText(Borrow(place.file));
  if (place.line != 0)
    text += ':' + std::to_string(place.line);
  if (place.line != 0 && place.column != 0)
    text += ':' + std::to_string(place.column);
  return text;
}

ConfigPlace Kept(PlaceView place) {
  return {std::string(place.file), place.line, place.column};
}

}  // namespace

Collector::Collector(std::string source) {
  config_.source = std::move(source);
}

void Collector::Fault(std::string why) {
  if (std::exchange(failed_, true))
    return;
  error_ = {SBX_E_INTERNAL, 0, "use the config source", config_.source, std::move(why)};
}

void Collector::Wrong(std::string_view sentence, PlaceView place) {
  if (!Counts({sentence, place.file}) || !SentenceIsGood(sentence))
    return;
  failed_ = true;
  error_ = {SBX_E_INVALID, 0, "use the configuration", At(place), PluginText(Borrow(sentence))};
}

bool Collector::Counts(std::initializer_list<std::string_view> texts) {
  if (failed_)
    return false;
  if (++pieces_ > kMostPieces) {
    Fault("it says more than " + std::to_string(kMostPieces) + " things");
    return false;
  }
  for (const std::string_view text : texts) {
    bytes_ += text.size();
    if (text.size() > kLongestText || bytes_ > kMostBytes) {
      Fault("it says more than can be taken: 1 MiB for one text, 8 MiB for all");
      return false;
    }
  }
  return true;
}

bool Collector::KindIsKnown(std::uint32_t kind) {
  if (kind >= SBX_LAYER_USER && kind <= SBX_LAYER_ORGANISATION)
    return true;
  Fault("it names the unknown layer " + std::to_string(kind));
  return false;
}

bool Collector::FileIsGood(std::string_view file, bool or_variable) {
  const bool begins = file.starts_with('/') || (or_variable && file.size() > 1 && file[0] == '$');
  if (begins && file.size() <= kLongestName && file.find('\0') == std::string_view::npos)
    return true;
  Fault("it names the file '" + PluginText(Borrow(file.substr(0, kLongestName))) +
        "', which is no absolute path");
  return false;
}

bool Collector::SentenceIsGood(std::string_view sentence) {
  if (!sentence.empty() && sentence.size() <= kLongestName && IsUtf8(sentence))
    return true;
  Fault("it says something about a file that is no sentence of at most 4096 bytes of UTF-8");
  return false;
}

void Collector::File(std::uint32_t kind, std::string_view file, std::string_view bytes) {
  if (!Counts({file, bytes}) || !KindIsKnown(kind) || !FileIsGood(file, false))
    return;
  for (const ConfigFile& other : config_.files) {
    if (other.file == file)
      return Fault("it hands over " + PluginText(Borrow(file)) + " twice");
  }
  config_.files.push_back({static_cast<LayerKind>(kind), std::string(file), std::string(bytes)});
}

void Collector::Value(std::uint32_t kind, std::string_view key, std::string_view json,
                      PlaceView place) {
  if (!Counts({key, json, place.file}) || !KindIsKnown(kind) || !FileIsGood(place.file, true))
    return;
  if (!IsKey(key))
    return Fault("it sets '" + PluginText(Borrow(key)) + "', which is no dotted name");
  if (const auto parsed = ParseStrictJson(json, {}); !parsed) {
    return Fault("its value of " + std::string(key) + " (" + At(place) +
                 ") is no JSON: " + parsed.error().hint);
  }
  for (const ConfigValue& other : config_.values) {
    if (static_cast<std::uint32_t>(other.kind) == kind && other.key == key &&
        other.place.file == place.file)
      return Fault("it sets " + std::string(key) + " of " + At(place) + " twice");
  }
  config_.values.push_back(
      {static_cast<LayerKind>(kind), std::string(key), std::string(json), Kept(place)});
}

void Collector::Gap(std::string_view key, std::string_view sentence, PlaceView place) {
  if (!Counts({key, sentence, place.file}) || !FileIsGood(place.file, true) ||
      !SentenceIsGood(sentence))
    return;
  config_.gaps.push_back({PluginText(Borrow(key)), PluginText(Borrow(sentence)), Kept(place)});
}

void Collector::Consulted(std::string_view file) {
  if (!Counts({file}) || !FileIsGood(file, false))
    return;
  if (std::ranges::find(config_.consulted, file) == config_.consulted.end())
    config_.consulted.emplace_back(file);
}

Result<CollectedConfig> Collector::Take() {
  if (failed_)
    return Failure{std::move(error_)};
  return std::move(config_);
}

}  // namespace sbx
