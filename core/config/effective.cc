// SPDX-License-Identifier: MIT
#include "core/config/effective.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "core/platform/files.hpp"
#include "core/plugin/restriction_names.hpp"

namespace sbx::config {
namespace {

class Maker {
 public:
  Maker(const Loaded& loaded, const Merged& merged, const std::string& home)
      : loaded_(loaded), merged_(merged), home_(home) {}

  Result<Effective> Run() {
    NameIgnored();
    for (const auto step : {&Maker::CheckHeld, &Maker::CheckTogether, &Maker::TakeMode,
                            &Maker::TakeNetwork, &Maker::TakeSockets, &Maker::TakeRules,
                            &Maker::TakeProtection, &Maker::TakeRequired, &Maker::TakeRest}) {
      if (auto done = (this->*step)(); !done)
        return done.failure();
    }
    return std::move(made_);
  }

 private:
  const MergedValue& Of(Id key) const { return merged_[key]; }
  const Layer& LayerOf(int index) const { return loaded_.layers[static_cast<std::size_t>(index)]; }
  LayerKind KindOf(int index) const {
    return index == kBuiltIn ? LayerKind::kPreset : LayerOf(index).kind;
  }
  std::string_view WordOf(Id key) const { return ChoiceWord(KeyOf(key), Of(key).number); }

  std::string SourceOfValue(const MergedValue& value) const {
    return value.setting == nullptr
               ? "default"
               : SourceOf(LayerOf(value.winner), *value.setting, value.setting->at);
  }
  std::string SourceOfEntry(const MergedEntry& entry) const {
    return entry.setting == nullptr ? "default"
                                    : SourceOf(LayerOf(entry.layer), *entry.setting, entry.at);
  }

  void NameIgnored() {
    std::string keys;
    int last = kBuiltIn;
    const auto flush = [&] {
      if (keys.empty())
        return;
      const Layer& layer = LayerOf(last);
      if (layer.kind == LayerKind::kEnvironment) {
        made_.notices.push_back("variables may only narrow; ignored: " + keys);
        keys.clear();
        return;
      }
      const auto seen = std::ranges::find(loaded_.files, layer.name, &FileSeen::path);
      const bool changed =
          seen != loaded_.files.end() && seen->state == std::string_view(kChangedState);
      const std::string why = changed ? "has " + seen->state : "is not trusted";
      made_.notices.push_back(
          "the project file " + layer.name +
          (layer.trusted ? " may not say" : " " + why + " and may only narrow; ignored") + ": " +
          keys +
          (layer.trusted ? "; write it into your own configuration"
                         : "; 'sbx trust' shows what it would do"));
      keys.clear();
    };
    for (std::size_t i = 0; i < loaded_.layers.size(); ++i) {
      for (const MergedValue& value : merged_.values) {
        for (const Contribution& said : value.said) {
          if (said.layer != static_cast<int>(i) ||
              (said.fate != Fate::kUntrusted && said.fate != Fate::kMisplaced)) {
            continue;
          }
          last = said.layer;
          const std::string name(KeyOf(value.key).name);
          keys += (keys.empty() ? "" : ", ") + name;
          made_.ignored.push_back(SourceOf(LayerOf(last), *said.setting, said.setting->at) + " " +
                                  name);
        }
      }
      flush();
    }
  }

  // What this version does not do is refused, or named with its strictest reading.
  Result<void> CheckHeld() {
    std::string strictly;
    for (const Key& key : Keys()) {
      const MergedValue& value = Of(key.id);
      if (key.held == Held::kYes || value.setting == nullptr || IsAsBuiltIn(key, value))
        continue;
      const std::string what = std::string(key.name) + " (" + SourceOfValue(value) + ")";
      if (key.held == Held::kStrictly) {
        if (KindOf(value.winner) != LayerKind::kPreset)
          strictly += (strictly.empty() ? "" : ", ") + what;
        continue;
      }
      return Fail(SBX_E_UNSUPPORTED, "enforce", what,
                  "this version does not know how to: leave it out");
    }
    if (!strictly.empty()) {
      made_.notices.push_back("not done yet, so nobody is asked and nothing is opened by it: " +
                              strictly);
    }
    return {};
  }

  static bool IsAsBuiltIn(const Key& key, const MergedValue& value) {
    if (key.type == Type::kVariables)
      return value.entries.empty();
    const MergedValue built_in = MergeKey(key, {});
    const auto texts = [](const MergedValue& of) {
      std::vector<std::string_view> all;
      all.reserve(of.entries.size());
      for (const MergedEntry& entry : of.entries)
        all.push_back(entry.text);
      return all;
    };
    return value.has_number == built_in.has_number && value.number == built_in.number &&
           texts(value) == texts(built_in);
  }

  Result<void> CheckTogether() {
    const auto contradicts = [&](Id a, Id b, const char* why) {
      return Fail(SBX_E_INVALID, "combine",
                  std::string(KeyOf(a).name) + " (" + SourceOfValue(Of(a)) + ") with " +
                      std::string(KeyOf(b).name) + " (" + SourceOfValue(Of(b)) + ")",
                  why);
    };
    if (Of(Id::kStrictAllowlist).number == 1 && WordOf(Id::kHostCommandsMode) == "ask") {
      return contradicts(Id::kStrictAllowlist, Id::kHostCommandsMode,
                         "a command outside would have the whole network: switch one of them off");
    }
    if (Of(Id::kRunnerCommand).entries.empty() !=
        Of(Id::kRunnerFailureSignatures).entries.empty()) {
      return Fail(SBX_E_INVALID,
                  "use one of --runner-command and --runner-failure-signature (runnerCommand and "
                  "runnerFailureSignatures)",
                  {},
                  "a runner of your own needs both: its words, and text by which its own failures "
                  "are known");
    }
    return {};
  }

  Result<void> TakeMode() {
    const MergedValue& mode = Of(Id::kMode);
    const std::string_view word = WordOf(Id::kMode);
    made_.policy.mode = word == "danger-full-access" ? Mode::kDangerFullAccess
                        : word == "workspace-write"  ? Mode::kWorkspaceWrite
                                                     : Mode::kReadOnly;
    made_.policy.mode_source = SourceOfValue(mode);
    const std::string_view tmp = WordOf(Id::kTmp);
    made_.policy.tmp = tmp == "shared"    ? Tmp::kShared
                       : tmp == "private" ? Tmp::kPrivate
                                          : Tmp::kNone;
    if (made_.policy.mode != Mode::kDangerFullAccess)
      return {};
    if (SetAside(Of(Id::kTmp).winner))
      made_.policy.tmp = Tmp::kShared;
    return CheckNothingAbove();
  }

  // Full access would lift whatever the layers above narrow.
  Result<void> CheckNothingAbove() const {
    for (const Layer& layer : loaded_.layers) {
      if (layer.kind != LayerKind::kOrganisation && layer.kind != LayerKind::kSafeDefault)
        continue;
      for (const Setting& setting : layer.settings) {
        if (!NarrowsFiles(setting))
          continue;
        return Fail(
            SBX_E_REFUSED, "use mode danger-full-access", "from " + made_.policy.mode_source,
            SourceOf(layer, setting, setting.at) + " sets " + std::string(KeyOf(setting.key).name) +
                ", which that mode would not hold: choose another mode");
      }
    }
    return {};
  }

  static bool NarrowsFiles(const Setting& setting) {
    const Key& key = KeyOf(setting.key);
    const auto within = [&](std::string_view group) { return key.name.view().starts_with(group); };
    if (!within("filesystem.") && !within("network.") && !within("unixSockets.") &&
        !within("limits.") && key.id != Id::kRequire) {
      return false;
    }
    if (key.merge == Merge::kUnion)
      return key.trust == Trust::kAnyone && !setting.entries.empty();
    if (key.type == Type::kChoice)
      return setting.number != 0;
    if (key.type == Type::kBool)
      return setting.number == (key.merge == Merge::kOr ? 1u : 0u);
    return key.id != Id::kLimitTimeout && key.id != Id::kLimitMaxOutput;
  }

  // Whoever asks for full access sets weaker layers' rules aside; the organisation's
  // and those beside or above the mode stay, and contradict it.
  bool SetAside(int layer) {
    if (made_.policy.mode != Mode::kDangerFullAccess)
      return false;
    return layer == kBuiltIn || layer < Of(Id::kMode).winner;
  }

  // What a file allows is within full access; on a command line it contradicts it.
  bool AddsNothing(Effect effect, int layer) const {
    return made_.policy.mode == Mode::kDangerFullAccess && effect == Effect::kAllow &&
           KindOf(layer) != LayerKind::kCommandLine;
  }

  Result<void> TakeNetwork() {
    std::string_view mode = WordOf(Id::kNetworkMode);
    int from = Of(Id::kNetworkMode).winner;
    // Any rule that counts makes an open network a filtered one.
    for (const Id id : {Id::kAllowedDomains, Id::kDeniedDomains, Id::kStrictAllowlist}) {
      const MergedValue& value = Of(id);
      const bool counts = id == Id::kStrictAllowlist ? value.number == 1 : !value.entries.empty();
      if (mode == "open" && counts) {
        mode = "filtered";
        from = value.winner;
      }
    }
    if (mode == "open" || SetAside(from))
      return {};
    made_.policy.network = Network::kNone;
    if (mode == "filtered") {
      made_.notices.push_back(
          "the network is closed, because a filtered one is not there yet (asked for by " +
          (from == kBuiltIn ? std::string("default") : LayerName(from)) + ")");
    }
    return {};
  }

  std::string LayerName(int index) const {
    const Layer& layer = LayerOf(index);
    return layer.kind == LayerKind::kPreset        ? "preset " + layer.name
           : layer.kind == LayerKind::kCommandLine ? "the command line"
                                                   : layer.name;
  }

  Result<void> TakeSockets() {
    const std::string_view word = WordOf(Id::kSocketsMode);
    if (!SetAside(Of(Id::kSocketsMode).winner)) {
      made_.policy.unix_sockets = word == "allow"    ? UnixSockets::kAllow
                                  : word == "inside" ? UnixSockets::kInside
                                                     : UnixSockets::kDeny;
    }
    for (const MergedEntry& entry : Of(Id::kSocketsPaths).entries) {
      if (!AddsNothing(Effect::kAllow, entry.layer))
        made_.policy.allow_sockets.push_back(entry.text);
    }
    return {};
  }

  static sbx::Layer RuleLayerOf(LayerKind kind) {
    switch (kind) {
      case LayerKind::kPreset:
        return sbx::Layer::kPreset;
      case LayerKind::kUser:
      case LayerKind::kSafeDefault:
        return sbx::Layer::kUser;
      case LayerKind::kProject:
        return sbx::Layer::kProject;
      case LayerKind::kOrganisation:
        return sbx::Layer::kOrganisation;
      case LayerKind::kSession:
      case LayerKind::kEnvironment:
      case LayerKind::kFile:
      case LayerKind::kCommandLine:
        break;
    }
    return sbx::Layer::kCommandLine;
  }

  Result<void> TakeProtection() {
    constexpr std::pair<Id, ProtectGroup> kGroups[] = {
        {Id::kProtectGitHooks, ProtectGroup::kGitHooks},
        {Id::kProtectGitConfig, ProtectGroup::kGitConfig},
        {Id::kProtectShellRc, ProtectGroup::kShellRc},
        {Id::kProtectEditor, ProtectGroup::kEditor},
        {Id::kProtectAgentConfig, ProtectGroup::kAgentConfig},
        {Id::kProtectSecrets, ProtectGroup::kSecrets}};
    made_.policy.protect.clear();
    for (const auto& [key, group] : kGroups) {
      const std::string_view word = WordOf(key);
      if (word == "off" || SetAside(Of(key).winner))
        continue;
      made_.policy.protect.push_back(
          {group, word == "required" ? Requirement::kRequired : Requirement::kBestEffort,
           SourceOfValue(Of(key))});
    }
    made_.policy.later_matches =
        WordOf(Id::kPatterns) == "all" ? Requirement::kRequired : Requirement::kBestEffort;
    made_.policy.include_git_root = Of(Id::kIncludeGitRoot).number == 1;
    if (WordOf(Id::kReadDefault) == "deny" && !SetAside(Of(Id::kReadDefault).winner)) {
      made_.policy.read_default = Effect::kDeny;
      made_.policy.read_default_source = SourceOfValue(Of(Id::kReadDefault));
    }
    return {};
  }

  void AddRules(Id key, Access access, Effect effect) {
    for (const MergedEntry& entry : Of(key).entries) {
      if (AddsNothing(effect, entry.layer))
        continue;
      if (SetAside(entry.layer)) {
        ++set_aside_;
        continue;
      }
      Access granted = access;
      // A narrower mode that was said elsewhere leaves the reading.
      if (made_.policy.mode == Mode::kReadOnly && effect == Effect::kAllow &&
          entry.layer != Of(Id::kMode).winner) {
        granted = Access::kRead;
      }
      if (effect == Effect::kAllow && IsPresetsAndMissing(entry))
        continue;
      std::string source = SourceOfEntry(entry);
      if (entry.setting->option.empty())
        source += " " + std::string(
                            KeyOf(key).name.view().substr(std::string_view("filesystem.").size()));
      made_.policy.rules.push_back(
          {granted, effect, entry.text, std::move(source), RuleLayerOf(KindOf(entry.layer))});
    }
  }

  // Presets name what people may have at home; what they have not needs no notice.
  [[nodiscard]] bool IsPresetsAndMissing(const MergedEntry& entry) const {
    if (KindOf(entry.layer) != LayerKind::kPreset || !entry.text.starts_with("~/"))
      return false;
    const std::string path = home_ + entry.text.substr(1);
    return !files::StatusAt(files::kNoDirectory, path.c_str());
  }

  Result<void> TakeRules() {
    AddRules(Id::kAllowRead, Access::kRead, Effect::kAllow);
    AddRules(Id::kDenyRead, Access::kRead, Effect::kDeny);
    AddRules(Id::kAllowWrite, Access::kWrite, Effect::kAllow);
    AddRules(Id::kDenyWrite, Access::kWrite, Effect::kDeny);
    if (set_aside_ > 0) {
      made_.notices.push_back("mode danger-full-access (" + made_.policy.mode_source +
                              ") sets aside " + std::to_string(set_aside_) +
                              (set_aside_ == 1 ? " rule" : " rules") + " of weaker layers");
    }
    return {};
  }

  Result<void> TakeRequired() {
    for (const MergedEntry& entry : Of(Id::kRequire).entries) {
      auto bits = ParseRestrictions(entry.text);
      if (!bits)
        return bits.failure();
      if (!SetAside(entry.layer))
        made_.policy.require |= *bits;
    }
    if (WordOf(Id::kProtectOwnConfig) == "required" &&
        !SetAside(Of(Id::kProtectOwnConfig).winner)) {
      made_.policy.require |= SBX_OWN_CONFIG;
    }
    return {};
  }

  Result<void> TakeRest() {
    Limits& limits = made_.policy.limits;
    const auto take = [&](Id key, std::optional<std::uint64_t>& limit, std::uint64_t divisor = 1) {
      const MergedValue& value = Of(key);
      if (value.has_number)
        limit = value.number / divisor + (value.number % divisor != 0 ? 1 : 0);
    };
    take(Id::kLimitMemory, limits.memory);
    take(Id::kLimitProcesses, limits.processes);
    take(Id::kLimitCpu, limits.cpu_seconds, 1000);
    take(Id::kLimitFileSize, limits.file_size);
    take(Id::kLimitOpenFiles, limits.open_files);
    take(Id::kLimitTimeout, made_.timeout_ms);
    take(Id::kLimitMaxOutput, made_.keep_output);
    const auto texts = [&](Id key) {
      std::vector<std::string> all;
      for (const MergedEntry& entry : Of(key).entries)
        all.push_back(entry.text);
      return all;
    };
    made_.runner = texts(Id::kRunner).front();
    made_.runner_command = texts(Id::kRunnerCommand);
    made_.failure_signatures = texts(Id::kRunnerFailureSignatures);
    made_.inherit_env = Of(Id::kEnvInherit).number == 1;
    made_.env_set = texts(Id::kEnvSet);
    made_.env_unset = texts(Id::kEnvUnset);
    return {};
  }

  const Loaded& loaded_;
  const Merged& merged_;
  const std::string& home_;
  Effective made_;
  std::size_t set_aside_ = 0;
};

}  // namespace

Result<Effective> MakeEffective(const Loaded& loaded, const Merged& merged,
                                const std::string& home) {
  return Maker(loaded, merged, home).Run();
}

}  // namespace sbx::config
