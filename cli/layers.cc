// SPDX-License-Identifier: MIT
#include "cli/request.hpp"
#include "core/config/document.hpp"
#include "core/config/nearest.hpp"
#include "core/policy/protect.hpp"

namespace sbx::cli {
namespace {

using config::Id;
using config::Layer;
using config::LayerKind;
using config::Setting;

constexpr std::pair<Option, Id> kKeys[] = {
    {Option::kPreset, Id::kPreset},
    {Option::kMode, Id::kMode},
    {Option::kAllowRead, Id::kAllowRead},
    {Option::kDenyRead, Id::kDenyRead},
    {Option::kAllowWrite, Id::kAllowWrite},
    {Option::kDenyWrite, Id::kDenyWrite},
    {Option::kConfigSource, Id::kConfigSources},
    {Option::kRead, Id::kReadDefault},
    {Option::kTmp, Id::kTmp},
    {Option::kPatterns, Id::kPatterns},
    {Option::kNet, Id::kNetworkMode},
    {Option::kUnixSockets, Id::kSocketsMode},
    {Option::kAllowSocket, Id::kSocketsPaths},
    {Option::kRequire, Id::kRequire},
    {Option::kRunner, Id::kRunner},
    {Option::kRunnerCommand, Id::kRunnerCommand},
    {Option::kRunnerFailureSignature, Id::kRunnerFailureSignatures},
    {Option::kMemory, Id::kLimitMemory},
    {Option::kProcesses, Id::kLimitProcesses},
    {Option::kCpu, Id::kLimitCpu},
    {Option::kFileSize, Id::kLimitFileSize},
    {Option::kOpenFiles, Id::kLimitOpenFiles},
    {Option::kMaxOutput, Id::kLimitMaxOutput},
    {Option::kTimeout, Id::kLimitTimeout},
};

// A variable may come from anybody whom the caller ever ran, so it only narrows.
constexpr char kModeVariable[] = "SBX_MODE";

// Options that may be repeated add to one list; of others the last counts.
void Put(Layer& layer, Setting setting, bool adds) {
  for (Setting& there : layer.settings) {
    if (there.key != setting.key)
      continue;
    if (adds) {
      there.entries.insert(there.entries.end(), setting.entries.begin(), setting.entries.end());
    } else {
      there = std::move(setting);
    }
    return;
  }
  layer.settings.push_back(std::move(setting));
}

Result<void> PutVariable(const std::string& entry, const Host& host, Layer& layer) {
  const std::size_t equals = entry.find('=');
  if (entry.empty() || equals == 0) {
    return Fail(SBX_E_INVALID, "use the value of --env", entry, "it takes NAME or NAME=VALUE");
  }
  std::string text = entry;
  if (equals == std::string::npos) {
    const auto value = host.Variable(entry);
    if (!value)
      return {};
    text += "=" + *value;
  }
  Setting setting;
  setting.key = Id::kEnvSet;
  setting.option = "--env";
  setting.entries.push_back({std::move(text), {}});
  Put(layer, std::move(setting), true);
  return {};
}

constexpr std::pair<ProtectGroup, Id> kGroups[] = {
    {ProtectGroup::kOwnConfig, Id::kProtectOwnConfig},
    {ProtectGroup::kGitHooks, Id::kProtectGitHooks},
    {ProtectGroup::kGitConfig, Id::kProtectGitConfig},
    {ProtectGroup::kShellRc, Id::kProtectShellRc},
    {ProtectGroup::kEditor, Id::kProtectEditor},
    {ProtectGroup::kAgentConfig, Id::kProtectAgentConfig},
    {ProtectGroup::kSecrets, Id::kProtectSecrets}};

Result<Id> GroupKey(std::string_view name, std::string_view option) {
  const auto group = ProtectGroupByName(name);
  if (!group) {
    const auto nearest = Nearest(name, ProtectGroupNames());
    std::string known;
    for (const std::string_view one : ProtectGroupNames())
      known += (known.empty() ? "" : ", ") + std::string(one);
    return Fail(
        SBX_E_INVALID, "use the value of " + std::string(option), std::string(name),
        nearest ? "did you mean '" + std::string(*nearest) + "'?" : "the groups are " + known);
  }
  for (const auto& [known, key] : kGroups) {
    if (known == *group)
      return key;
  }
  return Fail(SBX_E_INTERNAL, "use the value of " + std::string(option), std::string(name));
}

// Who names a group insists on it; whoever leaves one out means all mentions.
Result<void> PutGroups(Option option, const std::string& list, Layer& layer) {
  const bool wanted = option == Option::kProtect;
  const std::string_view name = InfoOf(option).name;
  for (std::string_view rest = list;;) {
    const std::size_t comma = rest.find(',');
    const std::string_view group = rest.substr(0, comma);
    auto key = GroupKey(group, name);
    if (!key)
      return key.failure();
    if (!wanted && *key == Id::kProtectOwnConfig) {
      return Fail(SBX_E_INVALID, "leave unprotected", std::string(group),
                  "sbx always keeps its own files");
    }
    for (const Setting& there : layer.settings) {
      if (there.key == *key && there.option != name) {
        return Fail(SBX_E_INVALID, "protect and leave unprotected at once", std::string(group),
                    "leave out one of --protect and --no-protect");
      }
    }
    auto setting = config::ParseWord(*key, wanted ? "required" : "off", name);
    if (!setting)
      return setting.failure();
    Put(layer, *std::move(setting), false);
    if (comma == std::string_view::npos)
      return {};
    rest.remove_prefix(comma + 1);
  }
}

// ID=FILE from where the caller is. What a file of configuration names has no such place.
std::string Placed(const std::string& source, const Host& host) {
  const std::size_t file = source.find('=') + 1;
  if (file == 0 || file == source.size() || source[file] == '/' || source[file] == '~')
    return source;
  return source.substr(0, file) + host.cwd + "/" + source.substr(file);
}

Result<Layer> CommandLine(const Arguments& arguments, const Host& host) {
  Layer layer;
  layer.kind = LayerKind::kCommandLine;
  layer.name = "command line";
  for (const auto& [option, value] : arguments.options) {
    if (option == Option::kEnv) {
      if (auto put = PutVariable(value, host, layer); !put)
        return put.failure();
      continue;
    }
    if (option == Option::kProtect || option == Option::kNoProtect) {
      if (auto put = PutGroups(option, value, layer); !put)
        return put.failure();
      continue;
    }
    if (option == Option::kClearEnv) {
      Setting setting;
      setting.key = Id::kEnvInherit;
      setting.option = "--clear-env";
      Put(layer, std::move(setting), false);
      continue;
    }
    for (const auto& [known, key] : kKeys) {
      if (known != option)
        continue;
      auto setting = config::ParseWord(
          key, option == Option::kConfigSource ? Placed(value, host) : value, InfoOf(option).name);
      if (!setting)
        return setting.failure();
      Put(layer, *std::move(setting), InfoOf(option).repeatable);
    }
  }
  return layer;
}

Result<Layer> Environment(const Host& host) {
  Layer layer;
  layer.kind = LayerKind::kEnvironment;
  layer.name = "environment";
  layer.trusted = false;
  const auto value = host.elevated ? std::nullopt : host.Variable(kModeVariable);
  if (!value || value->empty())
    return layer;
  auto setting = config::ParseWord(Id::kMode, *value, kModeVariable);
  if (!setting)
    return setting.failure();
  Put(layer, *std::move(setting), false);
  return layer;
}

}  // namespace

Result<std::vector<Layer>> LayersOf(const Arguments& arguments, const Host& host) {
  std::vector<Layer> layers;
  auto environment = Environment(host);
  if (!environment)
    return environment.failure();
  if (!environment->settings.empty())
    layers.push_back(*std::move(environment));
  auto options = CommandLine(arguments, host);
  if (!options)
    return options.failure();
  if (!options->settings.empty())
    layers.push_back(*std::move(options));
  return layers;
}

}  // namespace sbx::cli
