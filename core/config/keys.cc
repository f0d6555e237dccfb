// SPDX-License-Identifier: MIT
#include "core/config/keys.hpp"

#include <algorithm>
#include <vector>

#include "core/config/nearest.hpp"

namespace sbx::config {
namespace {

constexpr InlineText<48> kRequirements = "off best-effort required";

constexpr std::string_view kRestrictions =
    "fs.read fs.write fs.tmp fs.metadata own-config net.connect net.bind ipc.unix ipc.abstract "
    "ipc.sysv ipc.keyring proc.signal proc.trace proc.list privilege kernel tty.input fd.inherit "
    "limits fs.protect fs.pattern";

constexpr Key kKeys[] = {
    {Id::kSchema, "$schema", Type::kText, Merge::kOverride, Trust::kAnyone, Held::kYes, "", "",
     "for editors; not read"},
    {Id::kPreset, "preset", Type::kChoice, Merge::kOverride, Trust::kTrusted, Held::kYes,
     "pi pi-srt droid strict srt", "pi", "what holds where no layer says anything else"},
    {Id::kMode, "mode", Type::kChoice, Merge::kCeiling, Trust::kNarrower, Held::kYes,
     "danger-full-access workspace-write read-only", "workspace-write",
     "what may be changed at all"},
    {Id::kReadDefault, "filesystem.read", Type::kChoice, Merge::kCeiling, Trust::kNarrower,
     Held::kYes, "allow deny", "allow", "whether what no rule names may be read"},
    {Id::kAllowRead, "filesystem.allowRead", Type::kPaths, Merge::kUnion, Trust::kTrusted,
     Held::kYes, "", "", "may be read, inside what is denied"},
    {Id::kDenyRead, "filesystem.denyRead", Type::kPaths, Merge::kUnion, Trust::kAnyone, Held::kYes,
     "", "", "hidden, with everything below"},
    {Id::kAllowWrite, "filesystem.allowWrite", Type::kPaths, Merge::kUnion, Trust::kTrusted,
     Held::kYes, "", "", "may be changed, with everything below"},
    {Id::kDenyWrite, "filesystem.denyWrite", Type::kPaths, Merge::kUnion, Trust::kAnyone,
     Held::kYes, "", "", "kept from being changed, inside what is writable"},
    {Id::kIncludeGitRoot, "filesystem.includeGitRoot", Type::kBool, Merge::kCeiling,
     Trust::kNarrower, Held::kYes, "", "true",
     "whether the root of the workspace's repository is writable"},
    {Id::kTmp, "filesystem.tmp", Type::kChoice, Merge::kCeiling, Trust::kNarrower, Held::kYes,
     "shared private none", "shared",
     "temporary files: the host's, a directory of its own, or none"},
    {Id::kPatterns, "filesystem.patterns", Type::kChoice, Merge::kCeiling, Trust::kNarrower,
     Held::kYes, "existing all", "all",
     "what a denied pattern must hold: names made later too, or those there now"},
    {Id::kProtectOwnConfig, "filesystem.protect.own-config", Type::kChoice, Merge::kCeiling,
     Trust::kNarrower, Held::kYes, "best-effort required", "best-effort",
     "sbx's own configuration, state and programs"},
    {Id::kProtectGitHooks, "filesystem.protect.git-hooks", Type::kChoice, Merge::kCeiling,
     Trust::kNarrower, Held::kYes, kRequirements, "best-effort", "the hooks of repositories"},
    {Id::kProtectGitConfig, "filesystem.protect.git-config", Type::kChoice, Merge::kCeiling,
     Trust::kNarrower, Held::kYes, kRequirements, "off", "the configuration of repositories"},
    {Id::kProtectShellRc, "filesystem.protect.shell-rc", Type::kChoice, Merge::kCeiling,
     Trust::kNarrower, Held::kYes, kRequirements, "off", "what shells read when they start"},
    {Id::kProtectEditor, "filesystem.protect.editor", Type::kChoice, Merge::kCeiling,
     Trust::kNarrower, Held::kYes, kRequirements, "off", "the settings of editors"},
    {Id::kProtectAgentConfig, "filesystem.protect.agent-config", Type::kChoice, Merge::kCeiling,
     Trust::kNarrower, Held::kYes, kRequirements, "off", "the settings of agents"},
    {Id::kProtectSecrets, "filesystem.protect.secrets", Type::kChoice, Merge::kCeiling,
     Trust::kNarrower, Held::kYes, kRequirements, "off", "files that hold secrets"},
    {Id::kNetworkMode, "network.mode", Type::kChoice, Merge::kCeiling, Trust::kNarrower, Held::kYes,
     "open filtered none", "open",
     "the network; any other network rule makes an open one filtered"},
    {Id::kAllowedDomains, "network.allowedDomains", Type::kDomains, Merge::kUnion, Trust::kTrusted,
     Held::kStrictly, "", "", "what may be reached without a question"},
    {Id::kDeniedDomains, "network.deniedDomains", Type::kAnyDomains, Merge::kUnion, Trust::kAnyone,
     Held::kStrictly, "", "", "what is never reached"},
    {Id::kStrictAllowlist, "network.strictAllowlist", Type::kBool, Merge::kOr, Trust::kAnyone,
     Held::kStrictly, "", "false", "refuse what is not allowed, without a question"},
    {Id::kOnMiss, "network.onMiss", Type::kChoice, Merge::kCeiling, Trust::kNarrower,
     Held::kStrictly, "review prompt deny", "deny",
     "who is asked about a destination that no rule names"},
    {Id::kLocalPorts, "network.localPorts", Type::kPorts, Merge::kUnion, Trust::kTrusted,
     Held::kStrictly, "", "", "ports of this machine that may be reached"},
    {Id::kHostCommandsMode, "network.hostCommands.mode", Type::kChoice, Merge::kCeiling,
     Trust::kNarrower, Held::kStrictly, "ask off", "off",
     "whether a whole command may be asked for outside"},
    {Id::kHostCommandsPrefixes, "network.hostCommands.prefixes", Type::kTexts, Merge::kUnion,
     Trust::kTrusted, Held::kStrictly, "", "", "commands that begin so are asked for"},
    {Id::kHostCommandsRetry, "network.hostCommands.retryOnSocketError", Type::kBool,
     Merge::kCeiling, Trust::kNarrower, Held::kStrictly, "", "false",
     "ask after a command that a refused Unix socket ended"},
    {Id::kSocketsMode, "unixSockets.mode", Type::kChoice, Merge::kCeiling, Trust::kNarrower,
     Held::kYes, "allow inside deny", "inside",
     "Unix sockets: all, those made during the run, or none"},
    {Id::kSocketsPaths, "unixSockets.paths", Type::kPaths, Merge::kUnion, Trust::kTrusted,
     Held::kYes, "", "", "Unix sockets that may be reached all the same"},
    {Id::kCommandsAllow, "commands.allow", Type::kTexts, Merge::kUnion, Trust::kTrusted,
     Held::kRefused, "", "", "commands that nobody is asked about"},
    {Id::kCommandsAsk, "commands.ask", Type::kTexts, Merge::kUnion, Trust::kAnyone, Held::kRefused,
     "", "", "commands that are always asked about"},
    {Id::kCommandsBlock, "commands.block", Type::kTexts, Merge::kUnion, Trust::kAnyone,
     Held::kRefused, "", "", "commands that are never run"},
    {Id::kRequire, "require", Type::kChoices, Merge::kUnion, Trust::kAnyone, Held::kYes, "", "",
     "refuse to run unless these are fully enforced"},
    {Id::kApproval, "approval", Type::kTexts, Merge::kOverride, Trust::kTrusted, Held::kStrictly,
     "", "auto-review", "the chain of reviewers that decide about more than the policy allows"},
    {Id::kReviewModel, "autoReview.model", Type::kText, Merge::kOverride, Trust::kTrusted,
     Held::kStrictly, "", "CURRENT", "the model that reviews"},
    {Id::kReviewThinking, "autoReview.thinkingLevel", Type::kChoice, Merge::kOverride,
     Trust::kTrusted, Held::kStrictly, "CURRENT off minimal low medium high xhigh max", "CURRENT",
     "how long it thinks"},
    {Id::kReviewTimeout, "autoReview.timeout", Type::kDuration, Merge::kOverride, Trust::kTrusted,
     Held::kStrictly, "", "90s", "how long it may take; late is no"},
    {Id::kFeedback, "feedback", Type::kChoice, Merge::kCeiling, Trust::kNarrower, Held::kStrictly,
     "reason marker none", "reason", "what an agent is told about a denial"},
    {Id::kCoverageOrigins, "coverage.origins", Type::kChoices, Merge::kUnion, Trust::kAnyone,
     Held::kYes, "user agent", "user\nagent",
     "whose commands are confined; no layer can take one away"},
    {Id::kCoverageTools, "coverage.tools", Type::kTexts, Merge::kUnion, Trust::kAnyone,
     Held::kRefused, "", "", "tools of a host whose file and network use is checked"},
    {Id::kScope, "scope", Type::kChoice, Merge::kOverride, Trust::kTrusted, Held::kRefused,
     "command worker process", "command", "what one confinement holds"},
    {Id::kRunner, "runner", Type::kText, Merge::kOverride, Trust::kOwner, Held::kYes, "", "auto",
     "the runner to use; a named one is never replaced"},
    {Id::kRunnerCommand, "runnerCommand", Type::kTexts, Merge::kOverride, Trust::kOwner, Held::kYes,
     "", "", "a bwrap-compatible runner of yours, word by word"},
    {Id::kRunnerFailureSignatures, "runnerFailureSignatures", Type::kTexts, Merge::kOverride,
     Trust::kOwner, Held::kYes, "", "", "text by which that runner's own failures are known"},
    {Id::kLimitMemory, "limits.memory", Type::kSize, Merge::kCeiling, Trust::kNarrower, Held::kYes,
     "", "", "data memory of each process"},
    {Id::kLimitProcesses, "limits.processes", Type::kCount, Merge::kCeiling, Trust::kNarrower,
     Held::kYes, "", "", "processes and threads of the user"},
    {Id::kLimitCpu, "limits.cpu", Type::kDuration, Merge::kCeiling, Trust::kNarrower, Held::kYes,
     "", "", "processor time of each process"},
    {Id::kLimitFileSize, "limits.fileSize", Type::kSize, Merge::kCeiling, Trust::kNarrower,
     Held::kYes, "", "", "size of a file that is written"},
    {Id::kLimitOpenFiles, "limits.openFiles", Type::kCount, Merge::kCeiling, Trust::kNarrower,
     Held::kYes, "", "", "open descriptors of each process"},
    {Id::kLimitMaxOutput, "limits.maxOutput", Type::kSize, Merge::kCeiling, Trust::kNarrower,
     Held::kYes, "", "", "bytes of each captured stream that are kept; the rest is counted"},
    {Id::kLimitTimeout, "limits.timeout", Type::kDuration, Merge::kCeiling, Trust::kNarrower,
     Held::kYes, "", "", "the whole tree is ended after this time"},
    {Id::kEnvInherit, "env.inherit", Type::kBool, Merge::kCeiling, Trust::kNarrower, Held::kYes, "",
     "true", "whether the command gets the caller's environment"},
    {Id::kEnvSet, "env.set", Type::kVariables, Merge::kOverride, Trust::kTrusted, Held::kYes, "",
     "", "variables that the command gets; each by itself"},
    {Id::kEnvUnset, "env.unset", Type::kNames, Merge::kUnion, Trust::kAnyone, Held::kYes, "", "",
     "variables of the caller that it does not get"},
    {Id::kWorkersIsolation, "workers.isolation", Type::kChoice, Merge::kOverride, Trust::kTrusted,
     Held::kRefused, "inherit outer", "inherit", "whether a worker has a confinement of its own"},
    {Id::kWorkersMax, "workers.max", Type::kCount, Merge::kCeiling, Trust::kNarrower,
     Held::kRefused, "", "", "workers at one time"},
    {Id::kWorkersDepth, "workers.depth", Type::kCount, Merge::kCeiling, Trust::kNarrower,
     Held::kRefused, "", "", "workers of workers"},
    {Id::kAudit, "audit", Type::kBool, Merge::kOr, Trust::kAnyone, Held::kRefused, "", "false",
     "whether a record of every run is kept"},
    {Id::kOnInvalid, "onInvalid", Type::kChoice, Merge::kCeiling, Trust::kOwner, Held::kYes,
     "safe-default refuse", "refuse",
     "what an error in the user's file does: stop, or go on as read-only with no network"},
    {Id::kConfigSources, "configSources", Type::kTexts, Merge::kOverride, Trust::kOwner, Held::kYes,
     "", "native", "where configuration is read from beside sbx's own files"},
};

static_assert(std::size(kKeys) == kKeyCount);
static_assert([] {
  for (std::size_t i = 0; i < kKeyCount; ++i) {
    if (static_cast<std::size_t>(kKeys[i].id) != i)
      return false;
  }
  return true;
}());

// The name of the object that a key stands in: "filesystem.protect", or empty.
std::string_view ParentOf(std::string_view name) {
  const std::size_t dot = name.rfind('.');
  return dot == std::string_view::npos ? std::string_view() : name.substr(0, dot);
}

// Whether a key of that name stands in the object `parent`, or deeper.
bool IsBelow(std::string_view name, std::string_view parent) {
  return parent.empty() ||
         (name.size() > parent.size() && name.starts_with(parent) && name[parent.size()] == '.');
}

}  // namespace

std::span<const Key> Keys() {
  return kKeys;
}

const Key& KeyOf(Id id) {
  return kKeys[static_cast<std::size_t>(id)];
}

const Key* FindKey(std::string_view name) {
  const auto found = std::ranges::find_if(kKeys, [&](const Key& key) { return key.name == name; });
  return found == std::end(kKeys) ? nullptr : found;
}

bool IsGroup(std::string_view name) {
  return !name.empty() &&
         std::ranges::any_of(kKeys, [&](const Key& key) { return IsBelow(key.name, name); });
}

std::optional<std::string_view> NearestKey(std::string_view name) {
  const std::string_view parent = ParentOf(name);
  const std::size_t skip = parent.empty() ? 0 : parent.size() + 1;
  const std::string_view last = name.substr(skip);
  // Among its neighbours, without what is common to them.
  std::vector<std::string_view> here;
  for (const Key& key : kKeys) {
    if (!IsBelow(key.name, parent))
      continue;
    const std::string_view rest = key.name.view().substr(skip);
    here.push_back(rest.substr(0, rest.find('.')));
  }
  if (const auto near = Nearest(last, here)) {
    const auto found = std::ranges::find_if(kKeys, [&](const Key& key) {
      return IsBelow(key.name, parent) && key.name.view().substr(skip).starts_with(*near);
    });
    return found->name.view().substr(0, skip + near->size());
  }
  // It may have been written into the wrong object.
  std::vector<std::string_view> names;
  for (const Key& key : kKeys) {
    const std::string_view in = ParentOf(key.name);
    names.push_back(key.name.view().substr(in.empty() ? 0 : in.size() + 1));
  }
  if (const auto near = Nearest(last, names))
    return kKeys[std::ranges::find(names, *near) - names.begin()].name;
  return std::nullopt;
}

std::string_view ChoicesOf(const Key& key) {
  return key.id == Id::kRequire ? kRestrictions : key.choices.view();
}

std::optional<std::uint64_t> ChoiceNumber(const Key& key, std::string_view word) {
  std::string_view rest = ChoicesOf(key);
  for (std::uint64_t number = 0; !rest.empty(); ++number) {
    const std::size_t end = std::min(rest.find(' '), rest.size());
    if (rest.substr(0, end) == word)
      return number;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return std::nullopt;
}

std::string_view ChoiceWord(const Key& key, std::uint64_t number) {
  std::string_view rest = ChoicesOf(key);
  for (; number > 0; --number)
    rest.remove_prefix(std::min(rest.find(' '), rest.size() - 1) + 1);
  return rest.substr(0, rest.find(' '));
}

bool IsList(Type type) {
  switch (type) {
    case Type::kBool:
    case Type::kChoice:
    case Type::kText:
    case Type::kCount:
    case Type::kSize:
    case Type::kDuration:
      return false;
    case Type::kTexts:
    case Type::kPaths:
    case Type::kDomains:
    case Type::kAnyDomains:
    case Type::kPorts:
    case Type::kChoices:
    case Type::kVariables:
    case Type::kNames:
      return true;
  }
  return true;
}

std::string_view NameOf(Merge merge) {
  switch (merge) {
    case Merge::kOverride:
      return "override";
    case Merge::kCeiling:
      return "ceiling";
    case Merge::kOr:
      return "or";
    case Merge::kUnion:
      return "union";
  }
  return "override";
}

std::string_view NameOf(Trust trust) {
  switch (trust) {
    case Trust::kAnyone:
      return "anyone";
    case Trust::kNarrower:
      return "narrower";
    case Trust::kTrusted:
      return "trusted";
    case Trust::kOwner:
      return "owner";
  }
  return "owner";
}

std::string_view NameOf(Held held) {
  switch (held) {
    case Held::kYes:
      return "yes";
    case Held::kStrictly:
      return "strictly";
    case Held::kRefused:
      return "refused";
  }
  return "refused";
}

}  // namespace sbx::config
