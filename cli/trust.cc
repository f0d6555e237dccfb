// SPDX-License-Identifier: MIT
#include "core/config/trust.hpp"

#include "cli/config_text.hpp"
#include "cli/request.hpp"
#include "core/config/document.hpp"
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
    json.EndObject();
    text += Visible(entry.path) + "\n";
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
  if (!store.Revoke(*id)) {
    return Report(arguments, Fail(SBX_E_INVALID, "revoke the trust in", folder,
                                  "it is not trusted; 'sbx trust --list' shows what is")
                                 .error);
  }
  if (auto saved = store.Save(); !saved)
    return Report(arguments, saved.error());
  Print("no longer trusted: " + Visible(folder) + "\n");
  return 0;
}

int TrustFile(const Arguments& arguments, const Host& host, const ProjectFile& file,
              config::TrustStore& store) {
  if (file.error)
    return Report(arguments, *file.error);
  const auto layer =
      config::ParseDocument(config::LayerKind::kProject, file.text, file.path, file.folder);
  if (!layer)
    return Report(arguments, layer.error());
  const bool trusted = store.Trusts(file.id, file.text);
  Print(Visible(file.path) +
        (trusted                ? " is trusted"
         : store.Knows(file.id) ? " has changed since it was trusted"
                                : " is not trusted") +
        "\n" + Changes(*layer, trusted));
  if (trusted)
    return 0;
  if (!arguments.Has(Option::kYes)) {
    const auto answer = Ask(host, "trust this file with this content?");
    if (!answer.value_or(false)) {
      return Report(arguments, Fail(SBX_E_REFUSED, "trust", file.path,
                                    answer ? "the answer was no"
                                           : "nobody can be asked here; --yes is the answer")
                                   .error);
    }
  }
  store.Add(file.id, file.text, file.folder);
  if (auto saved = store.Save(); !saved)
    return Report(arguments, saved.error());
  Print("trusted\n");
  return 0;
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
  const auto files = config_files::FindProjectFiles(folder, config::kMostBytes);
  if (files.empty()) {
    return Report(arguments, Fail(SBX_E_INVALID, "find a project's configuration for", folder,
                                  "there is no .sbx/config.json; 'sbx init --project' writes one")
                                 .error);
  }
  int code = 0;
  for (const ProjectFile& file : files) {
    if (code == 0)
      code = TrustFile(arguments, host, file, *store);
  }
  return code;
}

}  // namespace sbx::cli
