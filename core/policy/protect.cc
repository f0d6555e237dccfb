// SPDX-License-Identifier: MIT
#include "core/policy/protect.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "core/platform/files.hpp"
#include "core/policy/protect_names.hpp"
#include "core/policy/scan.hpp"
#include "core/policy/spelling.hpp"

namespace sbx {

namespace {

constexpr std::array<std::string_view, 7> kGroups = {
    "own-config", "git-hooks", "git-config", "shell-rc", "editor", "agent-config", "secrets",
};

constexpr std::string_view kDefault = "default";

bool IsThere(const std::string& path) {
  return files::StatusAt(files::kNoDirectory, path.c_str()).has_value();
}

class Protector {
 public:
  Protector(const Policy& policy, const ProtectedPlaces& places, std::vector<Claim>& claims,
            std::vector<Notice>& notices)
      : policy_(policy), places_(places), claims_(claims), notices_(notices) {
    for (const Claim& claim : claims) {
      if (claim.effect == Effect::kAllow && claim.access == Access::kWrite) {
        writable_.push_back(claim.at.path);
      }
    }
  }

  Result<void> Run() {
    for (std::size_t i = 0; i < kGroups.size(); ++i) {
      const auto group = static_cast<ProtectGroup>(i);
      const std::optional<Protect> protect = ProtectionOf(policy_, group);
      if (!protect || group == ProtectGroup::kOwnConfig) {
        continue;
      }
      protect_ = *protect;
      if (Result<void> claimed = ClaimGroup(); !claimed) {
        return claimed;
      }
    }
    return {};
  }

 private:
  Result<void> ClaimGroup() {
    const bool git =
        protect_.group == ProtectGroup::kGitHooks || protect_.group == ProtectGroup::kGitConfig;
    Result<void> done;
    for (const std::string& root : places_.roots) {
      done = done ? ClaimNames(root, Where::kRoot) : done;
    }
    if (done && !places_.home.empty()) {
      done = ClaimNames(places_.home, Where::kHome);
    }
    if (git) {
      for (const std::string& directory : places_.git_directories) {
        done = done ? ClaimGit(directory) : done;
      }
    }
    if (done &&
        (protect_.group == ProtectGroup::kSecrets || (git && protect_.source != kDefault))) {
      done = ClaimFound(git);
    }
    if (done && protect_.group == ProtectGroup::kGitConfig) {
      for (const std::string& root : places_.roots) {
        done = done ? ClaimPointer(root) : done;
      }
    }
    return done;
  }

  // What a search finds, once for all groups: the first root is the workspace, and
  // a git root holds it.
  Result<void> ClaimFound(bool git) {
    const std::string& root = places_.roots.back();
    if (!found_) {
      found_ = Scan(root, ScanLimits());
      if (found_->cut) {
        notices_.push_back({"only a part of " + Quoted(root) +
                            " was searched for what is to be protected, because it has too much in "
                            "it; --deny-write names what else is to be kept"});
      }
    }
    Result<void> done;
    for (const std::string& path : git ? found_->repositories : found_->secrets) {
      done = !done ? done : git ? ClaimGit(path) : Add(path);
    }
    return done;
  }

  [[nodiscard]] bool IsWritable(const std::string& path) const {
    return std::any_of(writable_.begin(), writable_.end(),
                       [&](const std::string& root) { return IsWithin(path, root); });
  }

  Result<void> ClaimNames(const std::string& folder, Where where) {
    const auto bit = static_cast<unsigned>(where);
    if (!IsWritable(folder)) {
      return {};
    }
    for (const ProtectedName& name : ProtectedNames()) {
      if (name.group != protect_.group || (static_cast<unsigned>(name.where) & bit) == 0) {
        continue;
      }
      const std::string path = JoinPath(folder, name.path);
      if (!name.held && !IsThere(path)) {
        continue;
      }
      if (Result<void> claimed = Add(path); !claimed) {
        return claimed;
      }
    }
    return {};
  }

  // A git directory, those of its submodules, and what leads from its worktrees to it.
  Result<void> ClaimGit(const std::string& directory) {
    if (!IsWritable(directory)) {
      return {};
    }
    Result<void> done = ClaimNames(directory, Where::kGit);
    Modules modules = ModulesIn(directory);
    for (const std::string& module : modules.paths) {
      done = done ? ClaimNames(module, Where::kGit) : done;
    }
    if (done && modules.cut) {
      notices_.push_back({"only " + std::to_string(kMostModules) + " submodules of " +
                          Quoted(directory) + " are protected by " +
                          std::string(NameOf(protect_.group)) +
                          "; --deny-write names what else is to be kept"});
    }
    return done;
  }

  // The file `.git` of a worktree or a submodule leads to a configuration.
  Result<void> ClaimPointer(const std::string& root) {
    const std::string path = JoinPath(root, ".git");
    const auto status = files::StatusAt(files::kNoDirectory, path.c_str());
    return status && status->kind == files::Kind::kFile ? Add(path) : Result<void>();
  }

  Result<void> Add(const std::string& path) {
    const std::string_view name = NameOf(protect_.group);
    const std::string rule = "protected " + std::string(name) + " (" + protect_.source + ")";
    Result<Located> at = Locate(path, Links::kReport);
    const bool best_effort = protect_.requirement == Requirement::kBestEffort;
    if (!at && best_effort) {
      notices_.push_back({Quoted(path) + " is not protected by " + std::string(name) + ": " +
                          at.error().Sentence()});
      return {};
    }
    if (!at) {
      return at.failure();
    }
    if (at->end == Located::End::kBelowFile) {
      return {};
    }
    Claim claim{*std::move(at), Access::kWrite, Effect::kDeny,
                SBX_ZONE_PROTECT | (best_effort ? SBX_ZONE_BEST_EFFORT : 0), rule};
    claim.group = name.data();
    claims_.push_back(std::move(claim));
    return {};
  }

  const Policy& policy_;
  const ProtectedPlaces& places_;
  std::vector<Claim>& claims_;
  std::vector<Notice>& notices_;
  std::vector<std::string> writable_;
  Protect protect_;
  std::optional<Scanned> found_;
};

}  // namespace

std::string_view NameOf(ProtectGroup group) {
  return kGroups[static_cast<std::size_t>(group)];
}

std::optional<ProtectGroup> ProtectGroupByName(std::string_view name) {
  const auto found = std::find(kGroups.begin(), kGroups.end(), name);
  return found == kGroups.end() ? std::nullopt
                                : std::optional(static_cast<ProtectGroup>(found - kGroups.begin()));
}

std::span<const std::string_view> ProtectGroupNames() {
  return kGroups;
}

std::optional<Protect> ProtectionOf(const Policy& policy, ProtectGroup group) {
  std::optional<Protect> strongest;
  for (const Protect& protect : policy.protect) {
    if (protect.group == group && (!strongest || strongest->requirement < protect.requirement)) {
      strongest = protect;
    }
  }
  return strongest;
}

Result<void> ClaimProtected(const Policy& policy, const ProtectedPlaces& places,
                            std::vector<Claim>& claims, std::vector<Notice>& notices) {
  return Protector(policy, places, claims, notices).Run();
}

}  // namespace sbx
