// SPDX-License-Identifier: MIT
#include "cli/request.hpp"
#include "core/config/document.hpp"

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
    {Option::kTmp, Id::kTmp},
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
    {Option::kMaxOutput, Id::kLimitOutput},
    {Option::kTimeout, Id::kLimitTime},
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
      auto setting = config::ParseWord(key, value, InfoOf(option).name);
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
