// SPDX-License-Identifier: MIT
#include <algorithm>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/policy/aliases.hpp"
#include "core/policy/git.hpp"
#include "core/policy/locate.hpp"
#include "core/policy/protect.hpp"
#include "core/policy/read_set.hpp"
#include "core/policy/requirements.hpp"
#include "core/policy/resolved_policy.hpp"
#include "core/policy/rules.hpp"
#include "core/policy/spelling.hpp"
#include "core/policy/surroundings.hpp"
#include "core/policy/temporary.hpp"
#include "core/policy/zone_table.hpp"

namespace sbx {

namespace {

class Resolver {
 public:
  Resolver(const Policy& policy, const Surroundings& around)
      : policy_(policy), around_(around), wide_(around), temporary_(policy, around, wide_) {}

  Result<std::shared_ptr<const ResolvedPolicy>> Run() {
    for (const auto step : {&Resolver::ClaimRoot, &Resolver::ClaimWorkspace, &Resolver::ClaimRules,
                            &Resolver::ClaimDefaults}) {
      if (const Result<void> done = (this->*step)(); !done) {
        return done.failure();
      }
    }
    AddAliases(claims_);
    const Boundaries boundaries{temp_root_ ? temp_root_->path : std::string()};
    Result<std::vector<Zone>> zones = PlaceZones(std::move(claims_), boundaries);
    if (!zones) {
      return zones.failure();
    }
    rules_->Settle(*zones);
    RemarkOnGit(*zones);
    std::string temp_dir;
    if (policy_.mode == Mode::kWorkspaceWrite && policy_.tmp == Tmp::kShared) {
      temp_dir = temporary_.Settle(*zones, notices_);
    }
    FileFacts facts;
    facts.has_temp_root = temp_root_.has_value();
    for (const Zone& zone : *zones) {
      const bool best_effort = (zone.flags & SBX_ZONE_BEST_EFFORT) != 0;
      facts.denies_reads = facts.denies_reads || (zone.access == Access::kNone && !best_effort);
      facts.protects = facts.protects || (zone.flags & SBX_ZONE_PROTECT) != 0;
    }
    std::vector<Pattern> patterns = rules_->TakePatterns();
    for (const Pattern& pattern : patterns) {
      facts.has_patterns = facts.has_patterns || pattern.reaches_writable;
      facts.requires_patterns =
          facts.requires_patterns ||
          (pattern.reaches_writable && pattern.requirement == Requirement::kRequired);
    }
    const Requirements requirements = Require(policy_, facts);
    Remember(rules_->TakeLinks());
    std::vector<Link> links = HiddenLinks(*zones);
    return std::shared_ptr<const ResolvedPolicy>(std::make_shared<ResolvedPolicy>(
        std::move(policy_), around_, *std::move(zones), std::move(notices_), std::move(workspace_),
        std::move(temp_dir), requirements.wanted, requirements.required,
        temp_root_ ? temp_root_->path : std::string(),
        temp_root_ ? std::move(temp_root_->fd) : UniqueFd(), std::move(links), std::move(patterns),
        std::move(git_.top)));
  }

 private:
  Result<void> ClaimRoot() {
    Result<Located> root = Locate("/", Links::kIgnore);
    if (!root) {
      return root.failure();
    }
    const bool full = policy_.mode == Mode::kDangerFullAccess;
    if (policy_.read_default == Effect::kDeny && !full) {
      claims_.push_back({*std::move(root), Access::kRead, Effect::kDeny, 0,
                         policy_.read_default_source + ": reads are denied"});
      return ClaimReadSet();
    }
    claims_.push_back(
        {*std::move(root), full ? Access::kWrite : Access::kRead, Effect::kAllow, 0,
         full ? "mode danger-full-access" : "default: reads are open, writes are not"});
    return {};
  }

  Result<void> ClaimReadSet() {
    for (const std::string_view path : MinimumReadSet()) {
      Result<Located> at = Locate(std::string(path), Links::kReport);
      if (!at) {
        return at.failure();
      }
      if (at->end == Located::End::kFound) {
        Remember(std::move(at->passed));
        claims_.push_back({*std::move(at), Access::kRead, Effect::kAllow, 0,
                           "default: programs read " + std::string(path)});
      }
    }
    return {};
  }

  // Links that lead to what may be read; those that can be read themselves are
  // dropped when the zones are known.
  void Remember(std::vector<Link> passed) {
    std::move(passed.begin(), passed.end(), std::back_inserter(links_));
  }

  std::vector<Link> HiddenLinks(const std::vector<Zone>& zones) {
    std::sort(links_.begin(), links_.end(),
              [](const Link& a, const Link& b) { return PathLess(a.path, b.path); });
    const auto same = [](const Link& a, const Link& b) { return a.path == b.path; };
    links_.erase(std::unique(links_.begin(), links_.end(), same), links_.end());
    std::erase_if(links_, [&](const Link& link) {
      const int index = ZoneAtPath(zones, link.path);
      return zones[static_cast<std::size_t>(index)].access != Access::kNone;
    });
    return std::move(links_);
  }

  Result<void> ClaimWorkspace() {
    Result<Located> at = OpenWorkspace(policy_, around_, wide_, notices_);
    if (!at) {
      return at.failure();
    }
    workspace_ = at->path;
    roots_ = {around_.cwd, around_.home, workspace_, temporary_.Root()};
    if (policy_.mode == Mode::kWorkspaceWrite) {
      ClaimGit(*at);
      claims_.push_back({*std::move(at), Access::kWrite, Effect::kAllow, SBX_ZONE_WORKSPACE,
                         "workspace " + workspace_});
    } else if (policy_.read_default == Effect::kDeny) {
      claims_.push_back({*std::move(at), Access::kRead, Effect::kAllow, SBX_ZONE_WORKSPACE,
                         "workspace " + workspace_});
    }
    return {};
  }

  // A commit from a subdirectory writes the repository's own folder.
  void ClaimGit(const Located& workspace) {
    git_ = FindGit(workspace, wide_, around_.uid);
    if (!policy_.include_git_root) {
      return;
    }
    if (git_.root) {
      opened_git_ = true;
      claims_.push_back(
          {*std::move(git_.root), Access::kWrite, Effect::kAllow, 0, "git root " + git_.top});
    }
    for (GitDirectory& directory : git_.directories) {
      std::string rule = std::string(directory.what) + " of " + git_.top;
      claims_.push_back(
          {std::move(directory.at), Access::kWrite, Effect::kAllow, 0, std::move(rule)});
    }
  }

  // Patterns that begin with "**/" hold in the whole repository and in the workspace.
  Result<void> ClaimRules() {
    anchors_ = {workspace_};
    if (opened_git_ && policy_.include_git_root) {
      anchors_ = {git_.top};
    }
    rules_.emplace(policy_, wide_, roots_, anchors_, claims_, notices_);
    if (Result<void> claimed = rules_->Claim(); !claimed) {
      return claimed;
    }
    for (std::string& path : policy_.allow_sockets) {
      Result<std::string> spelled = Spell(path, roots_, "allowed socket " + path);
      if (!spelled) {
        return spelled.failure();
      }
      path = *std::move(spelled);
    }
    return {};
  }

  Result<void> ClaimDefaults() {
    if (policy_.mode != Mode::kWorkspaceWrite) {
      if (policy_.mode == Mode::kReadOnly) {
        policy_.tmp = Tmp::kNone;
      }
      return {};
    }
    const std::string& git_root = policy_.include_git_root && opened_git_ ? git_.top : workspace_;
    const std::optional<Protect> own = ProtectionOf(policy_, ProtectGroup::kOwnConfig);
    const OwnFiles own_files{workspace_, git_root,
                             own && own->requirement == Requirement::kRequired};
    if (Result<void> claimed = ClaimOwnFiles(around_, own_files, claims_); !claimed) {
      return claimed;
    }
    switch (policy_.tmp) {
      case Tmp::kShared:
        temporary_.ClaimShared(claims_, notices_);
        break;
      case Tmp::kPrivate:
        temp_root_ = temporary_.PrivateRoot(notices_);
        break;
      case Tmp::kNone:
        break;
    }
    ProtectedPlaces places{{workspace_}, wide_.home(), git_.known};
    if (git_root != workspace_) {
      places.roots.push_back(git_root);
    }
    return ClaimProtected(policy_, places, claims_, notices_);
  }

  // A `.git` that is not believed matters only where git would have to write.
  void RemarkOnGit(const std::vector<Zone>& zones) {
    if (!policy_.include_git_root || git_.refused.empty()) {
      return;
    }
    const int index = ZoneAtPath(zones, git_.refused);
    if (zones[static_cast<std::size_t>(index)].access != Access::kWrite) {
      const bool itself = git_.refused == JoinPath(git_.top, ".git");
      notices_.push_back({"the .git of " + Quoted(git_.top) +
                          (itself ? std::string() : " leads to " + Quoted(git_.refused)) +
                          " and makes nothing writable: " + git_.why +
                          "; --allow-write opens what git needs, if you trust it"});
    }
  }

  Policy policy_;
  const Surroundings& around_;
  WideFolders wide_;
  Temporary temporary_;
  Roots roots_;
  std::string workspace_;
  GitPlaces git_;
  bool opened_git_ = false;
  std::vector<Link> links_;
  std::vector<Claim> claims_;
  std::vector<std::string> anchors_;
  std::optional<Rules> rules_;
  std::vector<Notice> notices_;
  std::optional<Located> temp_root_;
};

}  // namespace

Result<std::shared_ptr<const ResolvedPolicy>> Resolve(const Policy& policy,
                                                      const Surroundings& around) {
  if (const Result<void> consistent = CheckConsistent(policy); !consistent) {
    return consistent.failure();
  }
  return Resolver(policy, around).Run();
}

}  // namespace sbx
