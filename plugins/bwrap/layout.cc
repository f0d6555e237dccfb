// SPDX-License-Identifier: MIT
#include "plugins/bwrap/layout.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace sbx::bwrap {
namespace {

// What the target sees at some place before a deeper zone is looked at.
enum class Area : std::uint8_t { kRead, kWrite, kHidden, kTmp, kDev, kProc };

struct Place {
  std::string path;
  Area area = Area::kHidden;
  int mount = -1;  // in Layout::mounts
};

// Orders paths so that a directory is followed by everything below it.
bool PathLess(std::string_view a, std::string_view b) {
  return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) {
    const auto key = [](char c) { return c == '/' ? 0 : static_cast<unsigned char>(c) + 1; };
    return key(x) < key(y);
  });
}

std::string_view ParentOf(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return slash == 0 || slash == std::string_view::npos ? "/" : path.substr(0, slash);
}

std::string_view NameOf(std::string_view path) {
  return path.substr(path.rfind('/') + 1);
}

Failure Refuse(std::string operation, const sbx_zone& zone, std::string hint) {
  std::string rule(View(zone.rule));
  return Fail(SBX_E_REFUSED, std::move(operation), std::string(View(zone.path)),
              rule.empty() ? std::move(hint) : "rule " + rule + ": " + std::move(hint));
}

class Arranger {
 public:
  Arranger(const sbx_policy& policy, const Facts& facts, const Weaken& weaken)
      : policy_(policy), facts_(facts), weaken_(weaken) {}

  Result<Layout> Run() {
    // Zones and mounts of our own in one order, ours first where they meet.
    struct Item {
      std::string_view path;
      int zone;
      Mount::Kind kind;
      std::string_view target = {};
    };
    std::vector<Item> items = {{"/dev", -1, Mount::Kind::kDev}, {"/proc", -1, Mount::Kind::kProc}};
    if (policy_.tmp == SBX_TMP_PRIVATE && !weaken_.private_tmp)
      items.push_back({"/tmp", -1, Mount::Kind::kTmp});
    for (std::size_t i = 0; i < policy_.zone_count; ++i)
      items.push_back({View(policy_.zones[i].path), static_cast<int>(i), {}});
    for (std::size_t i = 0; i < LinkCount(); ++i)
      items.push_back(
          {View(policy_.links[i].path), -1, Mount::Kind::kLink, View(policy_.links[i].target)});
    std::stable_sort(items.begin(), items.end(),
                     [](const Item& a, const Item& b) { return PathLess(a.path, b.path); });

    for (const Item& item : items) {
      while (!stack_.empty() && !IsWithin(item.path, stack_.back().path))
        stack_.pop_back();
      if (item.kind == Mount::Kind::kLink && item.zone < 0) {
        Link(item.path, item.target);
        continue;
      }
      if (item.zone < 0) {
        Add(item.kind, item.path, -1, AreaOf(item.kind));
        continue;
      }
      if (Result<void> placed = Zone(item.zone); !placed)
        return placed.failure();
    }
    for (const std::string& pin : pins_)
      layout_.mounts.push_back({Mount::Kind::kPin, pin, -1});
    AddProcCovers();
    std::stable_sort(layout_.mounts.begin(), layout_.mounts.end(),
                     [](const Mount& a, const Mount& b) { return PathLess(a.path, b.path); });
    return std::move(layout_);
  }

 private:
  [[nodiscard]] std::size_t LinkCount() const {
    return policy_.size >= sizeof policy_ ? policy_.link_count : 0;
  }

  // What is reached by it is visible; it is so itself, unless its directory is hidden.
  void Link(std::string_view path, std::string_view target) {
    if (stack_.back().area != Area::kHidden || stack_.back().path == path)
      return;
    if (stack_.back().mount >= 0)
      layout_.mounts[static_cast<std::size_t>(stack_.back().mount)].opens = true;
    Mount link{Mount::Kind::kLink, std::string(path), -1};
    link.target = target;
    layout_.mounts.push_back(std::move(link));
  }

  static Area AreaOf(Mount::Kind kind) {
    switch (kind) {
      case Mount::Kind::kReadOnly:
      case Mount::Kind::kHeld:
      case Mount::Kind::kProcReadOnly:
      case Mount::Kind::kLink:
        return Area::kRead;
      case Mount::Kind::kWritable:
      case Mount::Kind::kPin:
      case Mount::Kind::kDevice:
        return Area::kWrite;
      case Mount::Kind::kHideDirectory:
      case Mount::Kind::kHideFile:
        return Area::kHidden;
      case Mount::Kind::kTmp:
        return Area::kTmp;
      case Mount::Kind::kDev:
        return Area::kDev;
      case Mount::Kind::kProc:
        return Area::kProc;
    }
    return Area::kHidden;
  }

  void Add(Mount::Kind kind, std::string_view path, int zone, Area area) {
    if (kind != Mount::Kind::kHideDirectory && kind != Mount::Kind::kHideFile && !stack_.empty() &&
        stack_.back().area == Area::kHidden && stack_.back().mount >= 0) {
      layout_.mounts[static_cast<std::size_t>(stack_.back().mount)].opens = true;
    }
    layout_.mounts.push_back({kind, std::string(path), zone});
    stack_.push_back({std::string(path), area, static_cast<int>(layout_.mounts.size()) - 1});
  }

  void Show(Mount::Kind kind, int index) {
    Add(kind, View(policy_.zones[index].path), index, AreaOf(kind));
  }

  void Hide(int index) {
    if (weaken_.protect)
      return;
    const sbx_zone& zone = policy_.zones[index];
    const bool directory = zone.object == SBX_OBJECT_DIRECTORY || zone.object == SBX_OBJECT_ABSENT;
    Add(directory ? Mount::Kind::kHideDirectory : Mount::Kind::kHideFile, View(zone.path), index,
        Area::kHidden);
  }

  // The names between the mount that holds `path` and `path` itself.
  void Pin(std::string_view path, std::string_view mount) {
    if (weaken_.pins)
      return;
    for (std::string_view up = ParentOf(path); up.size() > mount.size(); up = ParentOf(up)) {
      if (!pins_.emplace(up).second)
        break;
    }
  }

  Result<void> Zone(int index) {
    const sbx_zone& zone = policy_.zones[index];
    if (stack_.empty())
      return Root(index);
    if ((zone.flags & SBX_ZONE_VIA_LINK) != 0 && zone.access != SBX_ACCESS_WRITE) {
      if ((zone.flags & SBX_ZONE_BEST_EFFORT) == 0) {
        return Refuse(
            "hold a rule whose path passes a symbolic link that the command could replace,", zone,
            "name the link's target instead");
      }
      std::string gap =
          "the link that leads to " + std::string(View(zone.path)) + " can be replaced";
      const bool own = (zone.flags & SBX_ZONE_OWN_CONFIG) != 0;
      (own ? layout_.left_open : layout_.protect_open).push_back(std::move(gap));
    }
    switch (stack_.back().area) {
      case Area::kRead:
        return InRead(index);
      case Area::kWrite:
        return InWrite(index);
      case Area::kHidden:
        return InHidden(index);
      case Area::kTmp:
        return InTmp(index);
      case Area::kDev:
        return InDev(index);
      case Area::kProc:
        return InProc(index);
    }
    return {};
  }

  Result<void> Root(int index) {
    switch (policy_.zones[index].access) {
      case SBX_ACCESS_WRITE:
        Show(Mount::Kind::kWritable, index);
        return {};
      case SBX_ACCESS_READ:
        Show(Mount::Kind::kReadOnly, index);
        return {};
      default:
        layout_.root_hidden = true;
        stack_.push_back({"/", Area::kHidden, -1});
        return {};
    }
  }

  Result<void> InRead(int index) {
    const sbx_zone& zone = policy_.zones[index];
    if (zone.object == SBX_OBJECT_ABSENT)
      return {};  // nothing can be made in a read-only place
    if (zone.access == SBX_ACCESS_WRITE)
      Show(Mount::Kind::kWritable, index);
    else if (zone.access == SBX_ACCESS_NONE)
      Hide(index);
    return {};
  }

  Result<void> InWrite(int index) {
    const sbx_zone& zone = policy_.zones[index];
    const std::string_view path = View(zone.path);
    if (zone.access == SBX_ACCESS_WRITE)
      return {};
    Pin(path, stack_.back().path);
    if (zone.object == SBX_OBJECT_ABSENT) {
      const auto& safe = facts_.out_of_reach;
      if (std::find(safe.begin(), safe.end(), static_cast<std::size_t>(index)) != safe.end() ||
          weaken_.hold) {
        return {};
      }
      layout_.holds.push_back({static_cast<std::size_t>(index), std::string(NameOf(path))});
      if (zone.access == SBX_ACCESS_READ) {
        Show(Mount::Kind::kHeld, index);
      } else if (!weaken_.protect) {
        Hide(index);
        layout_.mounts.back().held = true;
      }
      return {};
    }
    if (zone.access == SBX_ACCESS_NONE)
      Hide(index);
    else if (!weaken_.protect)
      Show(Mount::Kind::kReadOnly, index);
    return {};
  }

  Result<void> InHidden(int index) {
    const sbx_zone& zone = policy_.zones[index];
    if (zone.object == SBX_OBJECT_ABSENT || zone.access == SBX_ACCESS_NONE)
      return {};
    Show(zone.access == SBX_ACCESS_WRITE ? Mount::Kind::kWritable : Mount::Kind::kReadOnly, index);
    return {};
  }

  // The host's files are not there: only what a rule grants is brought back.
  Result<void> InTmp(int index) {
    const sbx_zone& zone = policy_.zones[index];
    const bool asked = (zone.flags & (SBX_ZONE_EXPLICIT | SBX_ZONE_WORKSPACE)) != 0;
    if (zone.object == SBX_OBJECT_ABSENT || zone.access == SBX_ACCESS_NONE)
      return {};
    if (View(zone.path) == stack_.back().path) {
      if (!asked)
        return {};
      return Refuse("give a private temporary directory and the shared one at", zone,
                    "choose one of them");
    }
    if (zone.access == SBX_ACCESS_WRITE)
      Show(Mount::Kind::kWritable, index);
    else if (asked)
      Show(Mount::Kind::kReadOnly, index);
    return {};
  }

  Result<void> InDev(int index) {
    const sbx_zone& zone = policy_.zones[index];
    const bool asked = (zone.flags & SBX_ZONE_EXPLICIT) != 0;
    if (zone.object == SBX_OBJECT_ABSENT)
      return {};
    if (zone.access == SBX_ACCESS_NONE) {
      Hide(index);
      return {};
    }
    if (zone.access == SBX_ACCESS_WRITE) {
      // A workspace may lie below /dev/shm; /dev/shm itself stays the run's own.
      const bool below = ParentOf(View(zone.path)) != stack_.back().path;
      if (asked)
        Show(Mount::Kind::kDevice, index);
      else if (below && zone.object == SBX_OBJECT_DIRECTORY)
        Show(Mount::Kind::kWritable, index);
      return {};
    }
    if (View(zone.path) == stack_.back().path || !asked)
      return {};
    if (zone.object == SBX_OBJECT_SPECIAL) {
      return Refuse("show a device for reading only,", zone,
                    "allow writing to it as well, or use the landlock runner");
    }
    Show(Mount::Kind::kReadOnly, index);
    return {};
  }

  Result<void> InProc(int index) {
    const sbx_zone& zone = policy_.zones[index];
    if (zone.access == SBX_ACCESS_READ || zone.object == SBX_OBJECT_ABSENT)
      return {};
    if (zone.access == SBX_ACCESS_WRITE) {
      return Refuse("make the host's /proc writable at", zone,
                    "the command gets a /proc of its own, so leave the rule out");
    }
    if (View(zone.path) == stack_.back().path) {
      return Refuse("hide", zone,
                    "the command gets a /proc that shows its own processes only, "
                    "so leave the rule out");
    }
    Hide(index);
    return {};
  }

  void AddProcCovers() {
    layout_.mounts.push_back({Mount::Kind::kProcReadOnly, "/proc/sys", -1});
    for (const std::string& entry : facts_.proc)
      layout_.mounts.push_back({Mount::Kind::kProcReadOnly, "/proc/" + entry, -1});
  }

  const sbx_policy& policy_;
  const Facts& facts_;
  const Weaken& weaken_;
  Layout layout_;
  std::vector<Place> stack_;
  std::set<std::string, std::less<>> pins_;
};

}  // namespace

bool IsWithin(std::string_view path, std::string_view directory) {
  if (directory == "/")
    return path.starts_with('/');
  return path.starts_with(directory) &&
         (path.size() == directory.size() || path[directory.size()] == '/');
}

Result<Layout> Arrange(const sbx_policy& policy, const Facts& facts, const Weaken& weaken) {
  if (policy.zone_count == 0 || View(policy.zones[0].path) != "/")
    return Fail(SBX_E_INVALID, "arrange mounts for a policy whose first zone is not '/'");
  return Arranger(policy, facts, weaken).Run();
}

Layout ArrangeForLandlock(const Facts& facts) {
  Layout layout;
  layout.landlock = true;
  layout.mounts = {{Mount::Kind::kDevice, "/", -1},
                   {Mount::Kind::kProc, "/proc", -1},
                   {Mount::Kind::kProcReadOnly, "/proc/sys", -1}};
  for (const std::string& entry : facts.proc)
    layout.mounts.push_back({Mount::Kind::kProcReadOnly, "/proc/" + entry, -1});
  return layout;
}

}  // namespace sbx::bwrap
