// SPDX-License-Identifier: MIT
#include "core/config/take_sources.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "core/config/source_layers.hpp"

namespace sbx::config {
namespace {

class Taker {
 public:
  Taker(const Places& places, std::optional<TrustStore>& store, Loaded& loaded)
      : places_(places), store_(store), loaded_(loaded) {}

  Result<std::vector<std::string>> Run() {
    const Key& key = KeyOf(Id::kConfigSources);
    if (std::ranges::none_of(loaded_.layers,
                             [&](const Layer& layer) { return layer.Find(key.id) != nullptr; })) {
      return std::move(sources_);
    }
    std::vector<Layer> read;
    std::vector<std::string> asked;
    for (const MergedEntry& entry : MergeKey(key, loaded_.layers).entries) {
      if (entry.setting == nullptr || std::ranges::find(asked, entry.text) != asked.end())
        continue;
      asked.push_back(entry.text);
      if (!places_.ask)
        return Fail(SBX_E_UNSUPPORTED, "ask the config source", entry.text,
                    "nobody here can open its plugin");
      auto said = places_.ask(entry.text);
      if (!said)
        return said.failure();
      if (std::ranges::find(sources_, said->source) != sources_.end()) {
        return Fail(SBX_E_INVALID, "ask the config source", entry.text,
                    "it is named with another file too: name it once");
      }
      sources_.push_back(said->source);
      if (auto taken = Take(*said, read); !taken)
        return taken.failure();
    }
    loaded_.layers.insert(loaded_.layers.begin(), std::make_move_iterator(read.begin()),
                          std::make_move_iterator(read.end()));
    std::ranges::stable_sort(loaded_.layers, {}, &Layer::kind);
    return std::move(sources_);
  }

 private:
  Result<void> Take(const CollectedConfig& said, std::vector<Layer>& read) {
    for (const ConfigGap& gap : said.gaps) {
      loaded_.gaps.push_back({said.source, gap.key, gap.sentence, gap.place});
      loaded_.notices.push_back("config source " + said.source + ", " +
                                PlaceOf(loaded_.gaps.back()) + ": " +
                                (gap.key.empty() ? "" : gap.key + " ") + gap.sentence);
    }
    loaded_.consulted.insert(loaded_.consulted.end(), said.consulted.begin(), said.consulted.end());
    for (SourceLayer& one : LayersOf(said)) {
      // What sbx has read itself is no news.
      if (std::ranges::any_of(loaded_.files, [&](const FileSeen& seen) {
            return seen.path == one.layer.name && seen.source.empty();
          }))
        continue;
      if (auto taken = TakeLayer(one); !taken)
        return taken;
      if (!one.error)
        read.push_back(std::move(one.layer));
    }
    return {};
  }

  Result<void> TakeLayer(SourceLayer& one) {
    Layer& layer = one.layer;
    FileSeen seen{layer.kind, layer.name, "read", layer.source};
    if (one.error && layer.kind != LayerKind::kProject)
      return Failure{*one.error};
    if (one.error) {
      loaded_.notices.push_back(one.error->Sentence() + "; the file is ignored");
      seen.state = "ignored";
    } else if (layer.kind == LayerKind::kProject) {
      const std::string folder = FolderOf(layer);
      if (auto opened = OpenStore(places_, folder, store_); !opened)
        return opened;
      const auto id = IdentityOf(folder);
      const std::string name = TrustNameOf(layer);
      layer.trusted = id && store_->Trusts(*id, MeaningOf(layer), name);
      seen.state = layer.trusted                    ? "trusted"
                   : id && store_->Knows(*id, name) ? kChangedState
                                                    : "not trusted";
    }
    loaded_.files.push_back(std::move(seen));
    return {};
  }

  const Places& places_;
  std::optional<TrustStore>& store_;
  Loaded& loaded_;
  std::vector<std::string> sources_;
};

}  // namespace

std::string PlaceOf(const Gap& gap) {
  return gap.place.file + (gap.place.line == 0 ? "" : ":" + std::to_string(gap.place.line));
}

Result<void> OpenStore(const Places& places, const std::string& folder,
                       std::optional<TrustStore>& store) {
  if (store)
    return {};
  auto read = TrustStore::Load(places.state_home, {places.workspace, folder});
  if (!read)
    return read.failure();
  store = *std::move(read);
  return {};
}

Result<std::vector<std::string>> TakeSources(const Places& places, std::optional<TrustStore>& store,
                                             Loaded& loaded) {
  return Taker(places, store, loaded).Run();
}

}  // namespace sbx::config
