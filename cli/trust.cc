// SPDX-License-Identifier: MIT
#include "core/config/trust.hpp"

#include "cli/config_text.hpp"
#include "cli/request.hpp"
#include "core/config/document.hpp"
#include "core/config/source_layers.hpp"
#include "core/platform/config_files.hpp"
#include "core/report/report.hpp"

namespace sbx::cli {
namespace {

using config_files::ProjectFile;

// What would count that does not now: a line for each key.
std::string Changes(const config::Layer& file, bool trusted) {
  std::string text;
  for (const config::Setting& setting : file.settings) {
    const config::Key& key = config::KeyOf(setting.key);
    const char* what = key.trust == config::Trust::kAnyone  ? "counts already"
                       : key.trust == config::Trust::kOwner ? "never counts: it is not a project's"
                       : trusted                            ? "counts"
                                                            : "would count";
    text += "  " + std::string(key.name) + " = " + Visible(ValueText(key, setting)) + "   (line " +
            std::to_string(setting.at.line) + ", " + what + ")\n";
  }
  return text.empty() ? "  nothing\n" : text;
}

int List(const Arguments& arguments, const config::TrustStore& store) {
  JsonWriter json;
  std::string text;
  json.BeginObject();
  json.Key("trusted");
  json.BeginArray();
  for (const config::TrustEntry& entry : store.entries()) {
    json.BeginObject();
    json.Member("folder", entry.path);
    json.Member("sha256", entry.digest);
    if (!entry.source.empty())
      json.Member("configSource", entry.source);
    json.EndObject();
    text += Visible(entry.path) +
            (entry.source.empty() ? "" : "   (config source " + Visible(entry.source) + ")") + "\n";
  }
  json.EndArray();
  json.EndObject();
  if (text.empty())
    text = "nothing is trusted\n";
  Print(arguments.Has(Option::kJson) ? json.text() + "\n" : text);
  return 0;
}

int Revoke(const Arguments& arguments, const std::string& folder, config::TrustStore& store) {
  const auto id = IdentityOf(folder);
  if (!id)
    return Report(arguments, id.error());
  if (!store.Revoke(*id, folder)) {
    return Report(arguments, Fail(SBX_E_INVALID, "revoke the trust in", folder,
                                  "it is not trusted; 'sbx trust --list' shows what is")
                                 .error);
  }
  if (auto saved = store.Save(); !saved)
    return Report(arguments, saved.error());
  Print("no longer trusted: " + Visible(folder) + "\n");
  return 0;
}

// One file, by whomever it was read: what it says and what trust in it is tied to.
struct Offer {
  config::Layer layer;
  ObjectId folder;
  std::string text;  // its bytes, or what a config source makes of it
  std::string path;  // what the store calls it
  std::string source;
};

Result<Offer> OfferOf(const ProjectFile& file) {
  if (file.error)
    return Failure{*file.error};
  auto layer =
      config::ParseDocument(config::LayerKind::kProject, file.text, file.path, file.folder);
  if (!layer)
    return layer.failure();
  return Offer{*std::move(layer), file.id, file.text, file.folder, {}};
}

Result<Offer> OfferOf(config::Layer layer) {
  const auto id = IdentityOf(FolderOf(layer));
  if (!id)
    return id.failure();
  std::string text = MeaningOf(layer);
  std::string name = layer.name;
  std::string source = TrustNameOf(layer);
  return Offer{std::move(layer), *id, std::move(text), std::move(name), std::move(source)};
}

int TrustFile(const Arguments& arguments, const Host& host, const Result<Offer>& offered,
              config::TrustStore& store) {
  if (!offered)
    return Report(arguments, offered.error());
  const Offer& file = *offered;
  const bool trusted = store.Trusts(file.folder, file.text, file.source);
  Print(Visible(file.layer.name) +
        (file.source.empty() ? "" : " (config source " + file.layer.source + ")") +
        (trusted                                 ? " is trusted"
         : store.Knows(file.folder, file.source) ? " has changed since it was trusted"
                                                 : " is not trusted") +
        "\n" + Changes(file.layer, trusted));
  if (trusted)
    return 0;
  if (!arguments.Has(Option::kYes)) {
    const auto answer = Ask(host, "trust this file with this content?");
    if (!answer.value_or(false)) {
      return Report(arguments, Fail(SBX_E_REFUSED, "trust", file.layer.name,
                                    answer ? "the answer was no"
                                           : "nobody can be asked here; --yes is the answer")
                                   .error);
    }
  }
  store.Add(file.folder, file.text, file.path, file.source);
  if (auto saved = store.Save(); !saved)
    return Report(arguments, saved.error());
  Print("trusted\n");
  return 0;
}

// Everything in `folder` that trust can be put in.
Result<std::vector<Result<Offer>>> OffersIn(const std::string& folder, const Arguments& arguments,
                                            const Host& host, const Surroundings& around,
                                            config::Places places) {
  std::vector<Result<Offer>> offers;
  for (const ProjectFile& file : config_files::FindProjectFiles(folder, config::kMostBytes))
    offers.push_back(OfferOf(file));
  auto given = LayersOf(arguments, host);
  if (!given)
    return given.failure();
  places.workspace = folder;
  places.ask = AskerFor(host, around, folder);
  auto loaded = config::Load(places, *std::move(given));
  if (!loaded)
    return loaded.failure();
  for (config::Layer& layer : loaded->layers) {
    if (layer.kind == config::LayerKind::kProject && !layer.source.empty())
      offers.push_back(OfferOf(std::move(layer)));
  }
  if (!loaded->consulted.empty()) {
    for (const std::string& notice : loaded->notices)
      Note(notice);
  }
  return offers;
}

}  // namespace

int TrustProject(const Arguments& arguments, const Host& host) {
  const Surroundings around = AroundOf(arguments, host, Locate(host));
  auto places = PlacesOf(arguments, around);
  if (!places)
    return Report(arguments, places.error());
  std::string folder = places->workspace;
  const bool named = !arguments.words.empty();
  if (named) {
    const std::string& word = arguments.words.front();
    folder = word.starts_with('/') ? word : host.cwd + "/" + word;
  }
  if (around.state_home.empty()) {
    return Report(arguments, Fail(SBX_E_INVALID, "find the state home", {},
                                  "set HOME or XDG_STATE_HOME to a folder")
                                 .error);
  }
  const std::vector<std::string> outside =
      arguments.Has(Option::kList) ? std::vector<std::string>() : std::vector<std::string>{folder};
  auto store = config::TrustStore::Load(around.state_home, outside);
  if (!store)
    return Report(arguments, store.error());
  if (arguments.Has(Option::kList))
    return List(arguments, *store);
  if (arguments.Has(Option::kRevoke))
    return Revoke(arguments, folder, *store);
  const auto offers = OffersIn(folder, arguments, host, around, *places);
  if (!offers)
    return Report(arguments, offers.error());
  if (offers->empty()) {
    return Report(arguments, Fail(SBX_E_INVALID, "find a project's configuration for", folder,
                                  "there is no .sbx/config.json; 'sbx init --project' writes one")
                                 .error);
  }
  int code = 0;
  for (const Result<Offer>& offer : *offers) {
    if (code == 0)
      code = TrustFile(arguments, host, offer, *store);
  }
  return code;
}

}  // namespace sbx::cli
