// SPDX-License-Identifier: MIT
#include "core/policy/rules.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "core/platform/files.hpp"
#include "core/policy/expand.hpp"

namespace sbx {

namespace {

bool GoesUp(std::string_view rest) {
  return ("/" + std::string(rest) + "/").find("/../") != std::string::npos;
}

bool IsLink(const std::string& path) {
  const auto status = files::StatusAt(files::kNoDirectory, path.c_str());
  return status && status->kind == files::Kind::kLink;
}

Failure Refuse(const std::string& who, std::string hint) {
  return Fail(SBX_E_INVALID, "apply the rule", who, std::move(hint));
}

}  // namespace

Rules::Rules(const Policy& policy, const WideFolders& wide, const Roots& roots,
             const std::vector<std::string>& anchors, std::vector<sbx::Claim>& claims,
             std::vector<Notice>& notices)
    : policy_(policy),
      wide_(wide),
      roots_(roots),
      anchors_(anchors),
      claims_(claims),
      notices_(notices),
      hides_(policy.read_default == Effect::kDeny) {
  for (const Rule& rule : policy.rules) {
    hides_ = hides_ || (rule.effect == Effect::kDeny && rule.access == Access::kRead);
  }
}

Result<void> Rules::Claim() {
  claims_.reserve(claims_.size() + policy_.rules.size() + 16);
  for (const Rule& rule : policy_.rules) {
    if (Result<void> claimed = ClaimRule(rule); !claimed) {
      return claimed;
    }
  }
  return {};
}

// The rules of one file follow each other and have one base.
const Roots& Rules::RootsOf(const Rule& rule) {
  if (rule.base.empty()) {
    return roots_;
  }
  if (!based_ || based_->cwd != rule.base) {
    based_ = roots_;
    based_->cwd = rule.base;
  }
  return *based_;
}

Result<void> Rules::ClaimRule(const Rule& rule) {
  std::string who;
  who.reserve(rule.source.size() + 1 + rule.path.size());
  who.append(rule.source).append(1, ' ').append(rule.path);
  Result<Spelled> spelled = SpellPattern(rule.path, RootsOf(rule), who);
  if (!spelled) {
    return spelled.failure();
  }
  return spelled->pattern.empty() ? ClaimPath(rule, who, spelled->path)
                                  : ClaimPattern(rule, who, *spelled);
}

Result<void> Rules::ClaimPattern(const Rule& rule, const std::string& who, const Spelled& spelled) {
  if (GoesUp(spelled.pattern)) {
    return Refuse(who, "a pattern cannot go up again: name what it is about without '..'");
  }
  std::size_t count = 0;
  Result<void> done = ClaimMatches(rule, who, spelled.path, spelled.pattern, &count);
  if (spelled.floats) {
    for (const std::string& anchor : anchors_) {
      if (done && anchor != spelled.path) {
        done = ClaimMatches(rule, who, anchor, spelled.pattern, &count);
      }
    }
  }
  // What has the very name of the pattern is meant by a denial in any case, for
  // "[id]" is easily written by whoever thinks of a name.
  const std::string literal = JoinPath(spelled.path, spelled.pattern);
  const bool is_there = files::StatusAt(files::kNoDirectory, literal.c_str()).has_value();
  if (done && rule.effect == Effect::kDeny && is_there) {
    ++count;
    done = ClaimPath(rule, who, literal);
  }
  // One that holds for names that are made later says nothing by matching none now.
  const bool waits =
      rule.effect == Effect::kDeny && policy_.later_matches == Requirement::kRequired && !is_there;
  if (done && count == 0 && !waits && rule.source != "default") {
    notices_.push_back(
        {Quoted(who) +
         (rule.effect == Effect::kDeny ? " matches nothing yet"
                                       : " has no effect: it matches nothing") +
         (is_there ? "; write a backslash before a character that is part of a name" : "")});
  }
  return done;
}

Result<void> Rules::ClaimMatches(const Rule& rule, const std::string& who, const std::string& base,
                                 const std::string& pattern, std::size_t* count) {
  Result<Located> at = Locate(base, Links::kIgnore);
  if (!at) {
    return at.failure();
  }
  if (at->end == Located::End::kMissing && GoesUp(at->rest)) {
    return Refuse(who,
                  "its path goes up again from something that does not exist: name it "
                  "without '..'");
  }
  const Glob glob(FullPath(*at), pattern);
  const Expanded found = Expand(glob, ExpandLimits());
  if (found.cut && rule.requirement == Requirement::kRequired) {
    const ExpandLimits limits;
    return Refuse(who, "below " + Quoted(glob.base()) + " it has to look at more than " +
                           std::to_string(limits.entries) + " names, or matches more than " +
                           std::to_string(limits.matches) + ": name a folder further down");
  }
  if (found.cut) {
    notices_.push_back({Quoted(who) + " is applied to only " + std::to_string(found.paths.size()) +
                        " matches: there is too much to look through below " +
                        Quoted(glob.base())});
  }
  if (rule.effect == Effect::kDeny) {
    for (const std::string& closed : found.closed) {
      notices_.push_back(
          {Quoted(who) + " does not see into " + Quoted(closed) + ", which may not be listed"});
    }
    patterns_.push_back({glob, rule.access, who, rule.requirement, false});
  }
  for (const std::string& path : found.paths) {
    // A link in the place of a match may be a command's, and leads where it likes.
    if (rule.effect == Effect::kAllow && IsLink(path)) {
      notices_.push_back({Quoted(who) + " does not open " + Quoted(path) + ", which is a link"});
      continue;
    }
    if (Result<void> claimed = ClaimPath(rule, who, path); !claimed) {
      return claimed;
    }
  }
  *count += found.paths.size();
  return {};
}

Result<void> Rules::ClaimPath(const Rule& rule, const std::string& who, const std::string& path) {
  const bool denies_write = rule.effect == Effect::kDeny && rule.access == Access::kWrite;
  const bool reports = denies_write || (rule.effect == Effect::kAllow && hides_);
  Result<Located> at = Locate(path, reports ? Links::kReport : Links::kIgnore);
  if (!at) {
    return at.failure();
  }
  if (at->end == Located::End::kMissing && GoesUp(at->rest)) {
    return Refuse(who,
                  "its path goes up again from something that does not exist: name it "
                  "without '..'");
  }
  const bool is_default = rule.source == "default";
  const bool best_effort =
      rule.effect == Effect::kDeny && rule.requirement == Requirement::kBestEffort;
  if (rule.effect == Effect::kAllow) {
    if (at->end != Located::End::kFound) {
      return AllowNothing(rule, who, *at);
    }
    if (Result<void> narrow = CheckAllowed(rule, who, *at); !narrow) {
      return narrow;
    }
    std::move(at->passed.begin(), at->passed.end(), std::back_inserter(links_));
    at->links.clear();
  }
  if (at->end == Located::End::kMissing && rule.access == Access::kRead && !is_default) {
    absent_.push_back({FullPath(*at), who});
  }
  if (at->end == Located::End::kSealed) {
    notices_.push_back({Quoted(who) + " is applied to all of " + Quoted(at->path) +
                        ", which may not be searched"});
  }
  sbx::Claim claim{*std::move(at), rule.access, rule.effect,
                   (is_default ? 0 : SBX_ZONE_EXPLICIT) |
                       (best_effort ? SBX_ZONE_BEST_EFFORT | SBX_ZONE_PROTECT : 0),
                   who};
  claim.layer = rule.layer;
  claims_.push_back(std::move(claim));
  return {};
}

Result<void> Rules::AllowNothing(const Rule& rule, const std::string& who, const Located& at) {
  const std::string path = FullPath(at);
  if (rule.access == Access::kRead || rule.source == "default") {
    notices_.push_back({Quoted(who) + " has no effect: nothing can be opened at " + Quoted(path)});
    return {};
  }
  switch (at.end) {
    case Located::End::kMissing:
      return Refuse(who, Quoted(path) + " does not exist: create it first, or leave the rule out");
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

Result<void> Rules::CheckAllowed(const Rule& rule, const std::string& who,
                                 const Located& at) const {
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

// Where the target can make nothing, nothing has to be kept from being made; but
// somebody else may make it, and then it could be read.
void Rules::Settle(const std::vector<Zone>& zones) {
  for (const Absent& absent : absent_) {
    const int index = ZoneAtPath(zones, absent.path);
    const Zone& zone = zones[static_cast<std::size_t>(index)];
    if (zone.access != Access::kNone && zone.object != SBX_OBJECT_ABSENT) {
      notices_.push_back(
          {Quoted(absent.rule) + " names nothing: " + Quoted(absent.path) + " does not exist"});
    }
  }
  for (Pattern& pattern : patterns_) {
    const int index = ZoneAtPath(zones, pattern.glob.base());
    pattern.reaches_writable = zones[static_cast<std::size_t>(index)].access == Access::kWrite ||
                               std::any_of(zones.begin(), zones.end(), [&](const Zone& zone) {
                                 return zone.access == Access::kWrite &&
                                        IsWithin(zone.path, pattern.glob.base()) &&
                                        pattern.glob.Reaches(zone.path);
                               });
  }
}

}  // namespace sbx
