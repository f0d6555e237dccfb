// SPDX-License-Identifier: MIT
#include "core/policy/aliases.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

namespace sbx {

namespace {

// A folder of a file system, however it is reached.
struct Inside {
  std::string dev;
  std::string path;
};

// `path` with its beginning `from` replaced by `to`; path lies within `from`.
std::string Replant(const std::string& path, const std::string& from, const std::string& to) {
  const std::size_t skip = from == "/" ? 1 : from.size() + 1;
  return path.size() < skip ? to : JoinPath(to, std::string_view(path).substr(skip));
}

bool NeedsMounts(const std::vector<Claim>& claims) {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> writable;  // file system, mount
  for (const Claim& claim : claims) {
    if (claim.effect == Effect::kDeny && (claim.flags & SBX_ZONE_EXPLICIT) != 0) {
      return true;
    }
    if (claim.effect == Effect::kAllow && claim.access == Access::kWrite) {
      writable.emplace_back(claim.at.status.id.dev, claim.at.status.mount);
    }
  }
  std::sort(writable.begin(), writable.end());
  writable.erase(std::unique(writable.begin(), writable.end()), writable.end());
  return std::any_of(claims.begin(), claims.end(), [&](const Claim& claim) {
    return claim.effect == Effect::kDeny &&
           std::any_of(writable.begin(), writable.end(), [&](const auto& at) {
             return at.first == claim.at.status.id.dev && at.second != claim.at.status.mount;
           });
  });
}

class Aliases {
 public:
  // Only file systems that are mounted more than once can have aliases.
  explicit Aliases(std::vector<Claim>& claims) : claims_(claims), mounts_(files::Mounts()) {
    std::sort(mounts_.begin(), mounts_.end(),
              [](const files::Mount& a, const files::Mount& b) { return a.dev < b.dev; });
    std::vector<files::Mount> several;
    for (std::size_t i = 0; i < mounts_.size(); ++i) {
      if ((i > 0 && mounts_[i - 1].dev == mounts_[i].dev) ||
          (i + 1 < mounts_.size() && mounts_[i + 1].dev == mounts_[i].dev)) {
        several.push_back(mounts_[i]);
      }
    }
    mounts_ = std::move(several);
  }

  void Add() {
    for (const Claim& claim : claims_) {
      if (claim.effect != Effect::kDeny || claim.at.path == "/") {
        continue;
      }
      const std::optional<Inside> inside = Place(claim.at);
      if (inside) {
        AddOtherPaths(claim, *inside);
      }
      if (inside && claim.at.end == Located::End::kFound) {
        AddParts(claim, *inside);
      }
    }
    for (Claim& claim : added_) {
      claims_.push_back(std::move(claim));
    }
  }

 private:
  std::optional<Inside> Place(const Located& at) const {
    for (const files::Mount& mount : mounts_) {
      if (mount.id == at.status.mount && IsWithin(at.path, mount.point)) {
        return Inside{mount.dev, Replant(at.path, mount.point, mount.root)};
      }
    }
    return std::nullopt;
  }

  void AddOtherPaths(const Claim& claim, const Inside& inside) {
    for (const files::Mount& mount : mounts_) {
      if (mount.dev != inside.dev || !IsWithin(inside.path, mount.root)) {
        continue;
      }
      const std::string path = Replant(inside.path, mount.root, mount.point);
      if (path == claim.at.path) {
        continue;
      }
      Result<Located> at = Locate(path, Links::kIgnore);
      // What is mounted over it hides it.
      if (at && at->end == Located::End::kFound && at->status.id == claim.at.status.id) {
        at->end = claim.at.end;
        at->missing = claim.at.missing;
        at->rest = claim.at.rest;
        AddLike(claim, *std::move(at), false);
      }
    }
  }

  // Mounts elsewhere of what lies in `inside`. What was mounted below it from
  // somewhere else keeps its other names: a chroot's /dev is not what is meant.
  void AddParts(const Claim& claim, const Inside& inside) {
    for (const files::Mount& mount : mounts_) {
      if (mount.dev != inside.dev || mount.root == inside.path ||
          !IsWithin(mount.root, inside.path) || IsWithin(mount.point, claim.at.path)) {
        continue;
      }
      Result<Located> at = Locate(mount.point, Links::kIgnore);
      if (at && at->end == Located::End::kFound && at->status.mount == mount.id) {
        AddLike(claim, *std::move(at), true);
      }
    }
  }

  void AddLike(const Claim& claim, Located at, bool around) {
    Claim like{std::move(at), claim.access, claim.effect, claim.flags, claim.rule, around};
    like.layer = claim.layer;
    like.group = claim.group;
    added_.push_back(std::move(like));
  }

  std::vector<Claim>& claims_;
  std::vector<Claim> added_;
  std::vector<files::Mount> mounts_;
};

}  // namespace

void AddAliases(std::vector<Claim>& claims) {
  if (NeedsMounts(claims)) {
    Aliases(claims).Add();
  }
}

}  // namespace sbx
