// SPDX-License-Identifier: MIT
#include "cli/request.hpp"
#include "core/report/report.hpp"

namespace sbx::cli {

int ListPlugins(const Arguments& arguments, const Host& host) {
  if (arguments.Has(Option::kTimeout)) {
    return Report(arguments, Fail(SBX_E_INVALID, "use", "--timeout",
                                  "only plugins test, which opens a plugin, takes time")
                                 .error);
  }
  const Installation installation = Locate(host);
  const Registry registry(installation.plugin_folders, {host.cwd}, installation.own_plugin_folder);
  const std::vector<PluginInfo> found = registry.List();
  JsonWriter json;
  std::string text;
  json.BeginObject();
  json.Key("plugins");
  json.BeginArray();
  for (const PluginInfo& plugin : found) {
    json.BeginObject();
    json.Member("id", plugin.id);
    json.Bytes("file", plugin.file);
    json.Bytes("manifest", plugin.manifest);
    json.Key("interfaces");
    json.BeginArray();
    for (const std::string& interface : plugin.interfaces)
      json.String(interface);
    json.EndArray();
    json.Key("program");
    json.Bool(plugin.program);
    json.Key("abiMajor");
    json.Number(plugin.abi_major);
    json.Key("abiMinor");
    json.Number(plugin.abi_minor);
    json.Key("refused");
    if (plugin.refused) {
      json.String(plugin.refused->Sentence());
    } else {
      json.Null();
    }
    json.EndObject();
    std::string id = plugin.id;
    id.resize(std::max<std::size_t>(14, id.size() + 1), ' ');
    text += Visible(id);
    for (const std::string& interface : plugin.interfaces)
      text += Visible(interface) + " ";
    text +=
        plugin.refused ? "refused: " + Visible(plugin.refused->Sentence()) : Visible(plugin.file);
    text += "\n";
  }
  json.EndArray();
  json.Key("folders");
  json.BeginArray();
  for (const std::string& folder : installation.plugin_folders)
    json.String(folder);
  json.EndArray();
  json.EndObject();
  if (found.empty()) {
    text = "no plugin in";
    for (const std::string& folder : installation.plugin_folders)
      text += " " + Visible(folder);
    text += "\n";
  }
  Print(arguments.Has(Option::kJson) ? json.text() + "\n" : text);
  return 0;
}

}  // namespace sbx::cli
