// SPDX-License-Identifier: MIT
#include "core/config/merge.hpp"

#include <algorithm>
#include <optional>

#include "core/config/forms.hpp"

namespace sbx::config {
namespace {

// A value on the scale of its key: the larger, the narrower. Nothing is the widest.
using Narrowness = std::optional<std::uint64_t>;

Narrowness NarrownessOf(const Key& key, bool has_number, std::uint64_t number) {
  if (!has_number)
    return std::nullopt;
  if (key.type == Type::kChoice)
    return number;
  if (key.type == Type::kBool)
    return key.merge == Merge::kOr ? number : 1 - number;
  return ~number;
}

bool IsProject(const Layer& layer) {
  return layer.kind == LayerKind::kProject;
}

// Nobody below may be wider.
bool IsCeiling(const Layer& layer) {
  return layer.kind == LayerKind::kOrganisation || layer.kind == LayerKind::kSafeDefault;
}

class Merger {
 public:
  Merger(const Key& key, std::span<const Layer> layers) : key_(key), layers_(layers) {
    value_.key = key.id;
    BeginWithBuiltIn();
  }

  MergedValue Run() {
    for (std::size_t i = 0; i < layers_.size(); ++i) {
      const Setting* setting = layers_[i].Find(key_.id);
      if (setting == nullptr)
        continue;
      value_.said.push_back({static_cast<int>(i), setting, Fate::kLoses});
      value_.said.back().fate = Add(layers_[i], static_cast<int>(i), *setting);
    }
    SettleLosers();
    return std::move(value_);
  }

 private:
  void BeginWithBuiltIn() {
    std::string_view rest = key_.fallback;
    if (rest.empty())
      return;
    switch (key_.type) {
      case Type::kBool:
        SetNumber(rest == "true" ? 1 : 0);
        return;
      case Type::kChoice:
        SetNumber(ChoiceNumber(key_, rest).value_or(0));
        return;
      case Type::kDuration:
        SetNumber(DurationOf(rest).value_or(0));
        return;
      case Type::kCount:
      case Type::kSize:
      case Type::kText:
      case Type::kTexts:
      case Type::kPaths:
      case Type::kDomains:
      case Type::kAnyDomains:
      case Type::kPorts:
      case Type::kChoices:
      case Type::kVariables:
      case Type::kNames:
        break;
    }
    while (!rest.empty()) {
      const std::size_t end = std::min(rest.find('\n'), rest.size());
      value_.entries.push_back({std::string(rest.substr(0, end)), kBuiltIn, nullptr, {}});
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
  }

  void SetNumber(std::uint64_t number) {
    value_.has_number = true;
    value_.number = number;
  }

  Fate Add(const Layer& layer, int index, const Setting& setting) {
    if (IsProject(layer) && key_.trust == Trust::kOwner)
      return Fate::kMisplaced;
    const bool untrusted = !layer.trusted;
    if (untrusted && (key_.trust == Trust::kTrusted || key_.trust == Trust::kOwner))
      return Fate::kUntrusted;
    switch (key_.merge) {
      case Merge::kUnion:
        return Join(index, setting);
      case Merge::kOr:
        if (setting.number == 1 && value_.number == 0)
          Take(index, setting);
        return setting.number == value_.number ? Fate::kWins : Fate::kLoses;
      case Merge::kCeiling:
        return Limit(layer, index, setting, untrusted);
      case Merge::kOverride:
        break;
    }
    if (key_.type == Type::kVariables)
      return Replace(index, setting);
    Take(index, setting);
    return Fate::kWins;
  }

  void Take(int index, const Setting& setting) {
    SetNumber(setting.number);
    value_.winner = index;
    value_.setting = &setting;
    if (IsList(key_.type) || key_.type == Type::kText) {
      value_.entries.clear();
      AddEntries(index, setting);
    }
  }

  void AddEntries(int index, const Setting& setting) {
    for (const Entry& entry : setting.entries)
      value_.entries.push_back({entry.text, index, &setting, entry.at});
  }

  Fate Join(int index, const Setting& setting) {
    AddEntries(index, setting);
    value_.winner = index;
    value_.setting = &setting;
    return Fate::kWins;
  }

  // One variable at a time.
  Fate Replace(int index, const Setting& setting) {
    for (const Entry& entry : setting.entries) {
      const std::string name = entry.text.substr(0, entry.text.find('=') + 1);
      std::erase_if(value_.entries,
                    [&](const MergedEntry& one) { return one.text.starts_with(name); });
    }
    return Join(index, setting);
  }

  // Somebody who may only narrow does not win with what is as wide.
  Fate Limit(const Layer& layer, int index, const Setting& setting, bool untrusted) {
    const Narrowness now = NarrownessOf(key_, value_.has_number, value_.number);
    const Narrowness wanted = NarrownessOf(key_, true, setting.number);
    if (untrusted || IsCeiling(layer)) {
      if (wanted > now) {
        Take(index, setting);
        return Fate::kWins;
      }
      if (wanted == now)
        return Fate::kLoses;
      return untrusted ? Fate::kUntrusted : Fate::kLoses;
    }
    Take(index, setting);
    return Fate::kWins;
  }

  // Who won before a stronger layer came.
  void SettleLosers() {
    if (key_.merge == Merge::kUnion || key_.type == Type::kVariables)
      return;
    for (Contribution& said : value_.said) {
      if (said.fate != Fate::kWins || said.layer == value_.winner)
        continue;
      const bool capped = key_.merge == Merge::kCeiling && value_.winner != kBuiltIn &&
                          IsCeiling(layers_[static_cast<std::size_t>(value_.winner)]);
      said.fate = capped ? Fate::kCapped : Fate::kLoses;
    }
  }

  const Key& key_;
  std::span<const Layer> layers_;
  MergedValue value_;
};

}  // namespace

std::string_view NameOf(Fate fate) {
  switch (fate) {
    case Fate::kWins:
      return "counts";
    case Fate::kLoses:
      return "overridden";
    case Fate::kCapped:
      return "wider than allowed above";
    case Fate::kUntrusted:
      return "ignored: not trusted to widen";
    case Fate::kMisplaced:
      return "ignored: a project may not say it";
  }
  return "overridden";
}

MergedValue MergeKey(const Key& key, std::span<const Layer> layers) {
  return Merger(key, layers).Run();
}

Merged Merge(std::span<const Layer> layers) {
  Merged merged;
  merged.values.reserve(kKeyCount);
  for (const Key& key : Keys())
    merged.values.push_back(MergeKey(key, layers));
  return merged;
}

bool IsNarrower(const Key& key, const MergedValue& a, const MergedValue& b) {
  return NarrownessOf(key, a.has_number, a.number) >= NarrownessOf(key, b.has_number, b.number);
}

}  // namespace sbx::config
