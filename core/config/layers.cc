// SPDX-License-Identifier: MIT
#include "core/config/layers.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "core/config/document.hpp"
#include "core/config/presets.hpp"
#include "core/config/session.hpp"
#include "core/config/take_sources.hpp"
#include "core/config/trust.hpp"
#include "core/platform/config_files.hpp"

namespace sbx::config {
namespace {

// A user's file that has an error, and asks to be taken for the narrowest: writes
// nothing, has no network. What other layers say can only make it narrower.
constexpr std::string_view kSafeDefault = R"({
  "mode": "read-only",
  "filesystem": {"tmp": "none"},
  "network": {"mode": "none"},
  "unixSockets": {"mode": "deny"}
})";

// Does a text that is no good document still ask for the safe default?
bool AsksForSafeDefault(std::string_view text, const std::string& path) {
  const auto root = ParseCommentedJson(text, path);
  if (!root)
    return false;
  for (const auto& [name, value] : root->members) {
    if (name == KeyOf(Id::kOnInvalid).name)
      return value.text == "safe-default";
  }
  return false;
}

class Loader {
 public:
  Loader(const Places& places, std::vector<Layer> given)
      : places_(places), given_(std::move(given)) {}

  Result<Loaded> Run() {
    for (const auto step : {&Loader::ReadManaged, &Loader::ReadUser, &Loader::ReadProjects,
                            &Loader::ReadSessionMode, &Loader::ReadNamed}) {
      if (auto done = (this->*step)(); !done)
        return done.failure();
    }
    loaded_.layers.insert(loaded_.layers.end(), std::make_move_iterator(given_.begin()),
                          std::make_move_iterator(given_.end()));
    std::ranges::stable_sort(loaded_.layers, {}, &Layer::kind);
    auto asked = TakeSources(places_, store_, loaded_);
    if (!asked)
      return asked.failure();
    sources_ = *std::move(asked);
    if (auto done = AddPreset(); !done)
      return done.failure();
    return std::move(loaded_);
  }

 private:
  void Seen(LayerKind kind, const std::string& path, const char* state) {
    loaded_.files.push_back({kind, path, state, {}});
  }

  Result<void> ReadManaged() {
    if (places_.managed_folder.empty())
      return {};
    const std::string path = places_.managed_folder + "/" + kManagedName;
    auto text = config_files::ReadManaged(places_.managed_folder, kManagedName, kMostBytes);
    if (!text)
      return text.failure();
    if (!*text)
      return {};
    return Parse(LayerKind::kOrganisation, **text, path);
  }

  Result<void> Parse(LayerKind kind, std::string_view text, const std::string& path) {
    auto layer = ParseDocument(kind, text, path, "");
    if (!layer)
      return layer.failure();
    Seen(kind, path, "read");
    loaded_.layers.push_back(*std::move(layer));
    return {};
  }

  Result<void> ReadUser() {
    if (places_.config_home.empty())
      return {};
    const std::string path = places_.config_home + "/" + kUserName;
    auto text = config_files::ReadOwn(path, places_.uid, kMostBytes);
    if (!text)
      return text.failure();
    if (!*text)
      return {};
    auto layer = ParseDocument(LayerKind::kUser, **text, path, "");
    if (layer) {
      Seen(LayerKind::kUser, path, "read");
      loaded_.layers.push_back(*std::move(layer));
      return {};
    }
    if (!MayGoOn(**text, path))
      return layer.failure();
    loaded_.notices.push_back(layer.error().Sentence() +
                              "; until then nothing may be written and there is no network");
    Seen(LayerKind::kUser, path, "replaced by the safe default");
    auto safe = ParseDocument(LayerKind::kSafeDefault, kSafeDefault, path, "");
    if (!safe)
      return safe.failure();
    loaded_.layers.push_back(*std::move(safe));
    return {};
  }

  // The organisation decides whether a user may ask for it.
  [[nodiscard]] bool MayGoOn(std::string_view text, const std::string& path) const {
    for (const Layer& layer : loaded_.layers) {
      const Setting* said = layer.Find(Id::kOnInvalid);
      if (layer.kind == LayerKind::kOrganisation && said != nullptr)
        return ChoiceWord(KeyOf(Id::kOnInvalid), said->number) == "safe-default";
    }
    return AsksForSafeDefault(text, path);
  }

  Result<void> ReadProjects() {
    if (places_.workspace.empty() || !places_.projects)
      return {};
    const auto files = config_files::FindProjectFiles(places_.workspace, kMostBytes);
    for (const config_files::ProjectFile& file : files) {
      auto layer = file.error
                       ? Result<Layer>(Failure{*file.error})
                       : ParseDocument(LayerKind::kProject, file.text, file.path, file.folder);
      if (!layer) {
        loaded_.notices.push_back(layer.error().Sentence() + "; the file is ignored");
        Seen(LayerKind::kProject, file.path, "ignored");
        continue;
      }
      if (auto opened = OpenStore(places_, file.folder, store_); !opened)
        return opened;
      layer->trusted = store_->Trusts(file.id, file.text);
      Seen(LayerKind::kProject, file.path,
           layer->trusted           ? "trusted"
           : store_->Knows(file.id) ? kChangedState
                                    : "not trusted");
      loaded_.layers.push_back(*std::move(layer));
    }
    return {};
  }

  Result<void> ReadSessionMode() {
    if (places_.session.empty() || places_.state_home.empty())
      return {};
    std::vector<std::string> outside;
    if (!places_.workspace.empty())
      outside.push_back(places_.workspace);
    auto layer = ReadSession(places_.state_home, outside, places_.session);
    if (!layer)
      return layer.failure();
    if (*layer)
      loaded_.layers.push_back(**std::move(layer));
    return {};
  }

  Result<void> ReadNamed() {
    for (const std::string& path : places_.files) {
      auto text = config_files::ReadNamed(path, kMostBytes);
      if (!text)
        return text.failure();
      if (auto parsed = Parse(LayerKind::kFile, *text, path); !parsed)
        return parsed;
    }
    return {};
  }

  // A source whose system has a preset brings it, where nobody names another.
  Result<void> TakeSourcesPreset() {
    bool taken = false;
    for (const std::string& id : sources_) {
      if (!ChoiceNumber(KeyOf(Id::kPreset), id))
        continue;
      if (taken) {
        return Fail(SBX_E_INVALID, "choose the preset",
                    loaded_.preset + " or " + id + ", of the config sources of these names",
                    "name one with --preset, or with the key preset");
      }
      taken = true;
      loaded_.preset = id;
      loaded_.preset_source = "config source " + id;
    }
    return {};
  }

  Result<void> AddPreset() {
    const Key& key = KeyOf(Id::kPreset);
    const MergedValue chosen = MergeKey(key, loaded_.layers);
    loaded_.preset = ChoiceWord(key, chosen.number);
    loaded_.preset_source = chosen.setting == nullptr
                                ? "default"
                                : SourceOf(loaded_.layers[static_cast<std::size_t>(chosen.winner)],
                                           *chosen.setting, chosen.setting->at);
    if (chosen.setting == nullptr) {
      if (auto taken = TakeSourcesPreset(); !taken)
        return taken;
    }
    auto layer = PresetLayer(loaded_.preset);
    if (!layer)
      return layer.failure();
    loaded_.layers.insert(loaded_.layers.begin(), *std::move(layer));
    return {};
  }

  const Places& places_;
  std::vector<Layer> given_;
  Loaded loaded_;
  std::optional<TrustStore> store_;
  std::vector<std::string> sources_;  // that are switched on
};

}  // namespace

Result<Loaded> Load(const Places& places, std::vector<Layer> given) {
  return Loader(places, std::move(given)).Run();
}

}  // namespace sbx::config
