// SPDX-License-Identifier: MIT
#include <cerrno>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/policy/aliases.hpp"
#include "core/policy/git.hpp"
#include "core/policy/locate.hpp"
#include "core/policy/requirements.hpp"
#include "core/policy/resolved_policy.hpp"
#include "core/policy/spelling.hpp"
#include "core/policy/surroundings.hpp"
#include "core/policy/temporary.hpp"
#include "core/policy/zone_table.hpp"

namespace sbx {

namespace {

// A deny rule whose object is not there (yet).
struct Absent {
  std::string path;
  std::string rule;
};

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
    RemarkOnAbsent(*zones);
    RemarkOnGit(*zones);
    std::string temp_dir;
    if (policy_.mode == Mode::kWorkspaceWrite && policy_.tmp == Tmp::kShared) {
      temp_dir = temporary_.Settle(*zones, notices_);
    }
    FileFacts facts;
    facts.has_temp_root = temp_root_.has_value();
    for (const Zone& zone : *zones) {
      facts.denies_reads = facts.denies_reads || zone.access == Access::kNone;
    }
    const Requirements requirements = Require(policy_, facts);
    return std::shared_ptr<const ResolvedPolicy>(std::make_shared<ResolvedPolicy>(
        std::move(policy_), around_, *std::move(zones), std::move(notices_), std::move(workspace_),
        std::move(temp_dir), requirements.wanted, requirements.required,
        temp_root_ ? temp_root_->path : std::string(),
        temp_root_ ? std::move(temp_root_->fd) : UniqueFd()));
  }

 private:
  Result<void> ClaimRoot() {
    Result<Located> root = Locate("/", Links::kIgnore);
    if (!root) {
      return root.failure();
    }
    const bool full = policy_.mode == Mode::kDangerFullAccess;
    claims_.push_back(
        {*std::move(root), full ? Access::kWrite : Access::kRead, Effect::kAllow, 0,
         full ? "mode danger-full-access" : "default: reads are open, writes are not"});
    return {};
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
      claims_.push_back(
          {*std::move(git_.root), Access::kWrite, Effect::kAllow, 0, "git root " + git_.top});
    }
    for (GitDirectory& directory : git_.directories) {
      std::string rule = std::string(directory.what) + " of " + git_.top;
      claims_.push_back(
          {std::move(directory.at), Access::kWrite, Effect::kAllow, 0, std::move(rule)});
    }
  }

  Result<void> ClaimRules() {
    claims_.reserve(policy_.rules.size() + 16);
    for (const Rule& rule : policy_.rules) {
      if (const Result<void> claimed = ClaimRule(rule); !claimed) {
        return claimed;
      }
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

  Result<void> ClaimRule(const Rule& rule) {
    const std::string who = rule.source + " " + rule.path;
    const Result<std::string> path = Spell(rule.path, roots_, who);
    if (!path) {
      return path.failure();
    }
    const bool denies_write = rule.effect == Effect::kDeny && rule.access == Access::kWrite;
    Result<Located> at = Locate(*path, denies_write ? Links::kReport : Links::kIgnore);
    if (!at) {
      return at.failure();
    }
    if (at->end == Located::End::kMissing && LooksLikePattern(JoinPath(at->missing, at->rest))) {
      return Refuse(who,
                    "nothing has that name, and patterns are not known here: name the files, "
                    "or the folder that holds them");
    }
    if (at->end == Located::End::kMissing && GoesUp(at->rest)) {
      return Refuse(who,
                    "its path goes up again from something that does not exist: name it "
                    "without '..'");
    }
    const bool is_default = rule.source == "default";
    if (rule.effect == Effect::kAllow && at->end != Located::End::kFound) {
      return AllowNothing(rule, who, *at);
    }
    if (rule.effect == Effect::kAllow) {
      if (const Result<void> narrow = CheckAllowed(rule, who, *at); !narrow) {
        return narrow;
      }
    }
    if (at->end == Located::End::kMissing && rule.access == Access::kRead && !is_default) {
      absent_.push_back({FullPath(*at), who});
    }
    if (at->end == Located::End::kSealed) {
      notices_.push_back({Quoted(who) + " is applied to all of " + Quoted(at->path) +
                          ", which may not be searched"});
    }
    claims_.push_back(
        {*std::move(at), rule.access, rule.effect, is_default ? 0 : SBX_ZONE_EXPLICIT, who});
    return {};
  }

  static bool GoesUp(const std::string& rest) {
    const std::string framed = "/" + rest + "/";
    return framed.find("/../") != std::string::npos;
  }

  static Failure Refuse(const std::string& who, std::string hint) {
    return Fail(SBX_E_INVALID, "apply the rule", who, std::move(hint));
  }

  Result<void> AllowNothing(const Rule& rule, const std::string& who, const Located& at) {
    const std::string path = FullPath(at);
    if (rule.access == Access::kRead || rule.source == "default") {
      notices_.push_back(
          {Quoted(who) + " has no effect: nothing can be opened at " + Quoted(path)});
      return {};
    }
    switch (at.end) {
      case Located::End::kMissing:
        return Refuse(who,
                      Quoted(path) + " does not exist: create it first, or leave the rule out");
      case Located::End::kBelowFile:
        return Refuse(who, Quoted(at.path) + " is not a folder, so nothing lies below it: name " +
                               "the file itself");
      case Located::End::kSealed:
      case Located::End::kFound:
        break;
    }
    return Refuse(who, "you may not search " + Quoted(at.path) + ": change its mode, or leave " +
                           "the rule out");
  }

  Result<void> CheckAllowed(const Rule& rule, const std::string& who, const Located& at) const {
    const bool is_tmp = at.path == "/tmp";
    if (is_tmp && policy_.tmp == Tmp::kPrivate && policy_.mode == Mode::kWorkspaceWrite) {
      return Refuse(who,
                    "with a private temporary directory /tmp is another one: allow what lies "
                    "in it, or choose tmp shared");
    }
    if (rule.access == Access::kWrite && !is_tmp) {
      if (const char* why = wide_.Why(at); why != nullptr) {
        return Refuse(who, std::string(why) +
                               ", which is too wide to be writable: name a folder "
                               "in it, or choose danger-full-access");
      }
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
    if (const Result<void> claimed = ClaimOwnFiles(around_, workspace_, claims_); !claimed) {
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
    return {};
  }

  // Where the target can make nothing, nothing has to be kept from being made;
  // but somebody else may make it, and then it could be read.
  void RemarkOnAbsent(const std::vector<Zone>& zones) {
    for (const Absent& absent : absent_) {
      const int index = ZoneAtPath(zones, absent.path);
      const Zone& zone = zones[static_cast<std::size_t>(index)];
      if (zone.access != Access::kNone && zone.object != SBX_OBJECT_ABSENT) {
        notices_.push_back(
            {Quoted(absent.rule) + " names nothing: " + Quoted(absent.path) + " does not exist"});
      }
    }
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
  std::vector<Claim> claims_;
  std::vector<Absent> absent_;
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
