// SPDX-License-Identifier: MIT
#include "core/host/layered.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "core/host/values.hpp"
#include "core/plugin/restriction_names.hpp"
#include "core/policy/protect.hpp"
#include "core/report/report.hpp"

namespace sbx::host {
namespace {

using config::Id;
using config::Setting;

constexpr char kSource[] = "host";

constexpr std::pair<std::string_view, Id> kGroups[] = {
    {"own-config", Id::kProtectOwnConfig}, {"git-hooks", Id::kProtectGitHooks},
    {"git-config", Id::kProtectGitConfig}, {"shell-rc", Id::kProtectShellRc},
    {"editor", Id::kProtectEditor},        {"agent-config", Id::kProtectAgentConfig},
    {"secrets", Id::kProtectSecrets}};

class Speaker {
 public:
  explicit Speaker(const Policy& policy) : policy_(policy) {}

  Result<std::vector<config::Layer>> Run() {
    layers_.push_back(Empty());
    const Policy usual;
    if (policy_.mode != usual.mode)
      Choose(Id::kMode, NameOf(static_cast<sbx::Mode>(policy_.mode)));
    if (policy_.tmp != usual.tmp)
      Choose(Id::kTmp, NameOf(static_cast<sbx::Tmp>(policy_.tmp)));
    if (policy_.network != usual.network)
      Choose(Id::kNetworkMode, NameOf(static_cast<sbx::Network>(policy_.network)));
    if (policy_.unix_sockets != usual.unix_sockets)
      Choose(Id::kSocketsMode, NameOf(static_cast<sbx::UnixSockets>(policy_.unix_sockets)));
    if (policy_.read_default == Effect::kDeny)
      Choose(Id::kReadDefault, "deny");
    if (policy_.patterns == Patterns::kExisting)
      Choose(Id::kPatterns, "existing");
    if (!policy_.include_git_root)
      Number(Id::kIncludeGitRoot, 0);
    for (const auto& [name, protection] : policy_.protect) {
      if (auto put = Protect(name, protection); !put)
        return put.failure();
    }
    Limit(Id::kLimitMemory, policy_.limits.memory);
    Limit(Id::kLimitProcesses, policy_.limits.processes);
    Limit(Id::kLimitCpu, policy_.limits.cpu_seconds, 1000);
    Limit(Id::kLimitFileSize, policy_.limits.file_size);
    Limit(Id::kLimitOpenFiles, policy_.limits.open_files);
    for (const std::string& path : policy_.allow_sockets)
      Append(layers_.front(), Id::kSocketsPaths, path, kSource);
    for (sbx_restrictions left = policy_.require; left != 0; left &= left - 1) {
      const std::string_view name = RestrictionName(left & (~left + 1));
      if (name.empty())
        return Fail(SBX_E_INVALID, "require a restriction that this version does not know");
      Append(layers_.front(), Id::kRequire, std::string(name), kSource);
    }
    for (const std::string& id : policy_.config_sources)
      Append(layers_.front(), Id::kConfigSources, id, kSource);
    for (const Rule& rule : policy_.rules)
      Say(rule);
    return std::move(layers_);
  }

 private:
  static config::Layer Empty() {
    config::Layer layer;
    layer.kind = config::LayerKind::kCommandLine;
    layer.name = kSource;
    return layer;
  }

  void Number(Id key, std::uint64_t number) {
    Setting setting;
    setting.key = key;
    setting.number = number;
    setting.option = kSource;
    layers_.front().settings.push_back(std::move(setting));
  }
  void Choose(Id key, std::string_view word) {
    Number(key, config::ChoiceNumber(config::KeyOf(key), word).value_or(0));
  }
  void Limit(Id key, const std::optional<std::uint64_t>& limit, std::uint64_t factor = 1) {
    if (limit)
      Number(key, *limit > ~std::uint64_t{0} / factor ? ~std::uint64_t{0} : *limit * factor);
  }

  Result<void> Protect(const std::string& name, Protection protection) {
    for (const auto& [known, key] : kGroups) {
      if (known != name)
        continue;
      if (key == Id::kProtectOwnConfig && protection == Protection::kOff) {
        return Fail(SBX_E_INVALID, "leave unprotected", name, "sbx always keeps its own files");
      }
      Choose(key, protection == Protection::kOff          ? "off"
                  : protection == Protection::kBestEffort ? "best-effort"
                                                          : "required");
      return {};
    }
    return Fail(SBX_E_INVALID, "protect the group", name, "there is none of that name");
  }

  static void Append(config::Layer& layer, Id key, std::string text, const std::string& source) {
    auto at = std::ranges::find(layer.settings, key, &Setting::key);
    if (at == layer.settings.end()) {
      Setting setting;
      setting.key = key;
      setting.option = source;
      layer.settings.push_back(std::move(setting));
      at = layer.settings.end() - 1;
    }
    at->entries.push_back({std::move(text), {}});
  }

  // A setting has one source, so each source has a layer of its own.
  void Say(const Rule& rule) {
    const bool reads = rule.access == Access::kRead;
    const bool allows = rule.effect == Effect::kAllow;
    const Id key = reads ? (allows ? Id::kAllowRead : Id::kDenyRead)
                         : (allows ? Id::kAllowWrite : Id::kDenyWrite);
    const std::string source = rule.source.empty() ? kSource : rule.source;
    for (std::size_t i = 0; i < sources_.size(); ++i) {
      if (sources_[i] == source)
        return Append(layers_[i + 1], key, rule.path, source);
    }
    sources_.push_back(source);
    layers_.push_back(Empty());
    Append(layers_.back(), key, rule.path, source);
  }

  const Policy& policy_;
  std::vector<config::Layer> layers_;  // the first, then one for each of sources_
  std::vector<std::string> sources_;
};

}  // namespace

Result<Layered> MakeLayered(const Policy& policy, config::Places places, const std::string& home) {
  if (auto known = CheckValues(policy); !known)
    return known.failure();
  auto said = Speaker(policy).Run();
  if (!said)
    return said.failure();
  places.config_home.clear();
  places.projects = false;
  auto loaded = config::Load(places, *std::move(said));
  if (!loaded)
    return loaded.failure();
  auto made = config::MakeEffective(*loaded, config::Merge(loaded->layers), home);
  if (!made)
    return made.failure();
  made->notices.insert(made->notices.begin(), loaded->notices.begin(), loaded->notices.end());
  if (!made->runner_command.empty()) {
    return Fail(SBX_E_UNSUPPORTED, "use a runner of one's own in a host",
                made->runner_command.front(),
                "only the program can: leave runnerCommand out of the file that says it");
  }
  made->policy.workspace = policy.workspace;
  made->policy.workspace_named = !policy.workspace.empty();
  return Layered{*std::move(made), std::move(loaded->consulted)};
}

}  // namespace sbx::host
