// SPDX-License-Identifier: MIT
#include "core/policy/zone_table.hpp"

#include <algorithm>
#include <cstring>
#include <span>
#include <utility>

#include "core/policy/spelling.hpp"

namespace sbx {

namespace {

// All claims about one path.
struct Group {
  std::string_view path;
  std::size_t first = 0;  // of its claims, in the table of their indices
  std::size_t count = 0;
  std::uint32_t object = SBX_OBJECT_ABSENT;
  std::uint32_t source = 0;  // the claim whose descriptor stands for the object
  bool via_link = false;

  // Decided by Decide().
  Access access = Access::kNone;
  int zone = -1;    // its own or the enclosing zone's index
  int parent = -1;  // of its own zone
  bool kept = false;
  bool own = false;                    // at or below sbx's own files
  const char* protected_by = nullptr;  // the protect group that it is in
  Access cap = Access::kWrite;         // what the organisation leaves
  std::uint32_t cap_decider = 0;
  std::uint32_t decider = 0;
};

Access LeftBy(const Claim& denial) {
  return denial.access == Access::kWrite ? Access::kRead : Access::kNone;
}

std::uint32_t ObjectOf(const Located& at) {
  if (at.end == Located::End::kMissing) {
    return SBX_OBJECT_ABSENT;
  }
  switch (at.status.kind) {
    case files::Kind::kDirectory:
      return SBX_OBJECT_DIRECTORY;
    case files::Kind::kFile:
      return SBX_OBJECT_FILE;
    case files::Kind::kLink:
    case files::Kind::kSpecial:
      return SBX_OBJECT_SPECIAL;
  }
  return SBX_OBJECT_SPECIAL;
}

class Placer {
 public:
  Placer(std::vector<Claim> claims, const Boundaries& boundaries)
      : claims_(std::move(claims)), boundaries_(boundaries) {}

  Result<std::vector<Zone>> Run() {
    Collect();
    ShareAliases();
    if (const Result<void> decided = Decide(); !decided) {
      return decided.failure();
    }
    if (MarkReplaceableLinks()) {
      if (const Result<void> decided = Decide(); !decided) {
        return decided.failure();
      }
    }
    return Emit();
  }

 private:
  void Collect() {
    paths_.reserve(claims_.size());
    order_.resize(claims_.size());
    for (std::uint32_t i = 0; i < claims_.size(); ++i) {
      Claim& claim = claims_[i];
      order_[i] = i;
      // Nothing can lie below a file as long as the file cannot be replaced.
      if (claim.at.end == Located::End::kBelowFile) {
        claim.access = Access::kWrite;
      }
      paths_.push_back(claim.at.end == Located::End::kMissing
                           ? JoinPath(claim.at.path, claim.at.missing)
                           : std::move(claim.at.path));
    }
    std::stable_sort(order_.begin(), order_.end(), [&](std::uint32_t a, std::uint32_t b) {
      return PathLess(paths_[a], paths_[b]);
    });
    groups_.reserve(claims_.size());
    for (std::size_t at = 0; at < order_.size(); ++at) {
      const std::uint32_t i = order_[at];
      if (groups_.empty() || groups_.back().path != paths_[i]) {
        groups_.emplace_back().path = paths_[i];
        groups_.back().source = i;
        groups_.back().first = at;
      }
      Group& group = groups_.back();
      ++group.count;
      const std::uint32_t object = ObjectOf(claims_[i].at);
      if (group.object == SBX_OBJECT_ABSENT && object != SBX_OBJECT_ABSENT) {
        group.object = object;
        group.source = i;
      }
    }
  }

  // A directory that is mounted in two places is one object: what is claimed of
  // one of its paths is claimed of both. (Other files may have several names,
  // and are judged by the one that is used.)
  void ShareAliases() {
    struct Directory {
      files::Identity id;
      std::size_t group;
    };
    std::vector<Directory> directories;
    directories.reserve(groups_.size());
    for (std::size_t i = 0; i < groups_.size(); ++i) {
      if (groups_[i].object == SBX_OBJECT_DIRECTORY) {
        directories.push_back({claims_[groups_[i].source].at.status.id, i});
      }
    }
    std::sort(directories.begin(), directories.end(), [](const Directory& a, const Directory& b) {
      return a.id.ino != b.id.ino ? a.id.ino < b.id.ino : a.id.dev < b.id.dev;
    });
    for (std::size_t first = 0; first < directories.size();) {
      std::size_t last = first + 1;
      while (last < directories.size() && directories[first].id == directories[last].id) {
        ++last;
      }
      if (last - first > 1) {
        std::vector<std::uint32_t> all;
        for (std::size_t i = first; i < last; ++i) {
          const auto claims = ClaimsOf(groups_[directories[i].group]);
          all.insert(all.end(), claims.begin(), claims.end());
        }
        for (std::size_t i = first; i < last; ++i) {
          groups_[directories[i].group].first = order_.size();
          groups_[directories[i].group].count = all.size();
        }
        order_.insert(order_.end(), all.begin(), all.end());
      }
      first = last;
    }
  }

  [[nodiscard]] std::span<const std::uint32_t> ClaimsOf(const Group& group) const {
    return std::span(order_).subspan(group.first, group.count);
  }

  void Apply(Group& group, Effect effect, bool around) const {
    for (const std::uint32_t i : ClaimsOf(group)) {
      const Claim& claim = claims_[i];
      if (claim.effect != effect || claim.around != around) {
        continue;
      }
      if (effect == Effect::kAllow && group.access < claim.access) {
        group.access = claim.access;
        group.decider = i;
      }
      const Access left = LeftBy(claim);
      if (effect == Effect::kDeny && group.access > left) {
        group.access = left;
        group.decider = i;
      }
    }
  }

  void Combine(Group& group, const Group* outer) const {
    group.access = outer != nullptr ? outer->access : Access::kNone;
    group.decider = order_[group.first];
    Apply(group, Effect::kDeny, true);
    Apply(group, Effect::kAllow, false);
    Apply(group, Effect::kDeny, false);
    Cap(group, outer);
  }

  // Denials of the organisation hold for all that lies below, whoever allows it.
  void Cap(Group& group, const Group* outer) const {
    group.cap = outer != nullptr ? outer->cap : Access::kWrite;
    group.cap_decider = outer != nullptr ? outer->cap_decider : 0;
    for (const Effect effect : {Effect::kAllow, Effect::kDeny}) {
      for (const std::uint32_t i : ClaimsOf(group)) {
        const Claim& claim = claims_[i];
        if (claim.layer != Layer::kOrganisation || claim.effect != effect) {
          continue;
        }
        if (effect == Effect::kAllow) {
          group.cap = std::max(group.cap, claim.access);
        } else if (group.cap > LeftBy(claim)) {
          group.cap = LeftBy(claim);
          group.cap_decider = i;
        }
      }
    }
    if (group.access > group.cap) {
      group.access = group.cap;
      group.decider = group.cap_decider;
    }
  }

  // Does a private temporary directory hide it unless it is a zone?
  [[nodiscard]] bool NeededOverTemp(const Group& group, std::string_view enclosing) const {
    const std::string& root = boundaries_.temp_root;
    return !root.empty() && group.access != Access::kNone && group.path != root &&
           IsWithin(group.path, root) && (enclosing == root || !IsWithin(enclosing, root)) &&
           (Flags(group) & (SBX_ZONE_EXPLICIT | SBX_ZONE_WORKSPACE)) != 0;
  }

  Result<void> Decide() {
    std::vector<Group*> stack;
    int zones = 0;
    zone_group_.reserve(groups_.size());
    for (Group& group : groups_) {
      while (!stack.empty() && !IsWithin(group.path, stack.back()->path)) {
        stack.pop_back();
      }
      const Group* outer = stack.empty() ? nullptr : stack.back();
      const Access inherited = outer != nullptr ? outer->access : Access::kNone;
      Combine(group, outer);
      group.own = (outer != nullptr && outer->own) || (Flags(group) & SBX_ZONE_OWN_CONFIG) != 0;
      if (Result<void> kept_closed = CheckProtected(group, outer); !kept_closed) {
        return kept_closed;
      }
      if (group.own) {
        if (Result<void> kept_closed = CheckOwn(group); !kept_closed) {
          return kept_closed;
        }
      }
      group.parent = outer != nullptr ? outer->zone : -1;
      if (outer == nullptr) {
        group.kept = true;
      } else if (group.object == SBX_OBJECT_ABSENT && inherited != Access::kWrite) {
        group.kept = group.via_link;
      } else {
        group.kept = group.access != inherited || group.via_link ||
                     NeededOverTemp(group, groups_[zone_group_[group.parent]].path);
      }
      group.zone = group.kept ? zones++ : group.parent;
      if (group.kept) {
        zone_group_.resize(static_cast<std::size_t>(zones));
        zone_group_.back() = static_cast<std::size_t>(&group - groups_.data());
      } else if (group.object == SBX_OBJECT_ABSENT) {
        group.access = inherited;
      }
      stack.push_back(&group);
    }
    return {};
  }

  // sbx's own files are never writable, however deep a rule goes.
  [[nodiscard]] Result<void> CheckOwn(const Group& group) const {
    for (const std::uint32_t i : ClaimsOf(group)) {
      const Claim& claim = claims_[i];
      if (claim.effect == Effect::kAllow && claim.access == Access::kWrite &&
          (claim.flags & SBX_ZONE_TMP) == 0) {
        return Fail(SBX_E_INVALID, "open for writing what belongs to sbx itself,",
                    std::string(group.path),
                    Quoted(claim.rule) +
                        " asks for it; its own files always stay read-only, so "
                        "name another folder");
      }
    }
    return {};
  }

  // What is protected because of what it does stays so: whoever wants it open
  // leaves the group out. A workspace may lie in a protected folder.
  [[nodiscard]] Result<void> CheckProtected(Group& group, const Group* outer) const {
    group.protected_by = outer != nullptr ? outer->protected_by : nullptr;
    for (const std::uint32_t i : ClaimsOf(group)) {
      if (claims_[i].group != nullptr) {
        group.protected_by = claims_[i].group;
      }
    }
    for (const std::uint32_t i : ClaimsOf(group)) {
      const Claim& claim = claims_[i];
      if ((claim.flags & SBX_ZONE_WORKSPACE) != 0) {
        group.protected_by = nullptr;
      }
      if (group.protected_by != nullptr && claim.effect == Effect::kAllow &&
          claim.access == Access::kWrite && (claim.flags & SBX_ZONE_EXPLICIT) != 0) {
        const std::string name = group.protected_by;
        return Fail(SBX_E_INVALID, "open for writing what belongs to the protected " + name + ",",
                    std::string(group.path),
                    Quoted(claim.rule) + " asks for it: --no-protect " + name +
                        " leaves that group unprotected");
      }
    }
    return {};
  }

  // A rule that passes a link which the target may replace holds only for what
  // the link names now.
  bool MarkReplaceableLinks() {
    bool any = false;
    for (Group& group : groups_) {
      for (const std::uint32_t i : ClaimsOf(group)) {
        for (const std::string& directory : claims_[i].at.links) {
          if (claims_[i].effect == Effect::kDeny && Around(directory).access == Access::kWrite) {
            group.via_link = any = true;
          }
        }
      }
    }
    return any;
  }

  // The innermost group that holds a path.
  [[nodiscard]] const Group& Around(std::string_view path) const {
    auto group = std::upper_bound(
        groups_.begin(), groups_.end(), path,
        [](std::string_view wanted, const Group& g) { return PathLess(wanted, g.path); });
    --group;
    while (!IsWithin(path, group->path)) {
      // What is not kept has no zone of its own to climb from.
      group = group->kept
                  ? groups_.begin() + static_cast<std::ptrdiff_t>(
                                          zone_group_[static_cast<std::size_t>(group->parent)])
                  : groups_.begin() + static_cast<std::ptrdiff_t>(
                                          zone_group_[static_cast<std::size_t>(group->zone)]);
    }
    return *group;
  }

  [[nodiscard]] std::uint32_t Flags(const Group& group) const {
    std::uint32_t flags = group.via_link ? SBX_ZONE_VIA_LINK : 0;
    bool best_effort = false;
    bool required = false;
    for (const std::uint32_t i : ClaimsOf(group)) {
      flags |= claims_[i].flags;
      if (claims_[i].effect == Effect::kDeny) {
        const bool weak = (claims_[i].flags & SBX_ZONE_BEST_EFFORT) != 0;
        (weak ? best_effort : required) = true;
      }
    }
    return best_effort && !required ? flags : flags & ~SBX_ZONE_BEST_EFFORT;
  }

  std::vector<Zone> Emit() {
    std::vector<Zone> zones;
    zones.reserve(zone_group_.size());
    for (const std::size_t index : zone_group_) {
      Group& group = groups_[index];
      Located& at = claims_[group.source].at;
      Zone& zone = zones.emplace_back();
      zone.fd = std::move(at.fd);
      zone.parent = group.parent;
      zone.access = group.access;
      zone.object = group.object;
      zone.flags = Flags(group);
      zone.dev = at.status.id.dev;
      zone.ino = at.status.id.ino;
      zone.rule = claims_[group.decider].rule;
      zone.group = claims_[group.decider].group;
      zone.path = std::move(paths_[group.source]);
    }
    return zones;
  }

  std::vector<Claim> claims_;
  const Boundaries& boundaries_;
  std::vector<std::string> paths_;       // of each claim; groups view into them
  std::vector<std::uint32_t> order_;     // indices of claims; each group has a stretch
  std::vector<Group> groups_;            // in the order of PathLess
  std::vector<std::size_t> zone_group_;  // the group of each zone
};

}  // namespace

bool PathLess(std::string_view a, std::string_view b) {
  const std::size_t shorter = std::min(a.size(), b.size());
  std::size_t at = 0;
  for (std::uint64_t eight_a = 0, eight_b = 0; at + sizeof eight_a <= shorter;
       at += sizeof eight_a) {
    std::memcpy(&eight_a, a.data() + at, sizeof eight_a);
    std::memcpy(&eight_b, b.data() + at, sizeof eight_b);
    if (eight_a != eight_b) {
      break;
    }
  }
  while (at < shorter && a[at] == b[at]) {
    ++at;
  }
  if (at == shorter) {
    return at < b.size();
  }
  const auto rank = [](char c) { return c == '/' ? 0 : static_cast<unsigned char>(c); };
  return rank(a[at]) < rank(b[at]);
}

int ZoneAtPath(const std::vector<Zone>& zones, std::string_view path) {
  const auto after = std::upper_bound(
      zones.begin(), zones.end(), path,
      [](std::string_view wanted, const Zone& zone) { return PathLess(wanted, zone.path); });
  int index = static_cast<int>(after - zones.begin()) - 1;
  while (index > 0 && !IsWithin(path, zones[static_cast<std::size_t>(index)].path)) {
    index = zones[static_cast<std::size_t>(index)].parent;
  }
  return index;
}

Result<std::vector<Zone>> PlaceZones(std::vector<Claim> claims, const Boundaries& boundaries) {
  return Placer(std::move(claims), boundaries).Run();
}

}  // namespace sbx
