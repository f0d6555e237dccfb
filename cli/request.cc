// SPDX-License-Identifier: MIT
#include "cli/request.hpp"

#include <algorithm>

#include "core/plugin/restriction_names.hpp"
#include "core/policy/protect.hpp"
#include "core/report/report.hpp"

namespace sbx::cli {
namespace {

// Turns the value of an option into one of an enumeration.
template <typename T, std::size_t N>
Result<T> Choose(const Arguments& arguments, Option option, T fallback,
                 const std::pair<std::string_view, T> (&choices)[N]) {
  const auto value = arguments.Last(option);
  if (!value)
    return fallback;
  std::string known;
  for (const auto& [name, choice] : choices) {
    if (name == *value)
      return choice;
    known += known.empty() ? "" : ", ";
    known += name;
  }
  return Fail(SBX_E_INVALID, "use the value of " + std::string(InfoOf(option).name), *value,
              "it takes one of " + known);
}

constexpr std::pair<std::string_view, Mode> kModes[] = {
    {"read-only", Mode::kReadOnly},
    {"workspace-write", Mode::kWorkspaceWrite},
    {"danger-full-access", Mode::kDangerFullAccess}};
constexpr std::pair<std::string_view, Tmp> kTmps[] = {
    {"shared", Tmp::kShared}, {"private", Tmp::kPrivate}, {"none", Tmp::kNone}};
constexpr std::pair<std::string_view, Network> kNetworks[] = {{"open", Network::kOpen},
                                                              {"none", Network::kNone}};
constexpr std::pair<std::string_view, Requirement> kMatches[] = {
    {"all", Requirement::kRequired}, {"existing", Requirement::kBestEffort}};
constexpr std::pair<std::string_view, Effect> kReads[] = {{"allow", Effect::kAllow},
                                                          {"deny", Effect::kDeny}};
constexpr std::pair<std::string_view, UnixSockets> kSockets[] = {
    {"inside", UnixSockets::kInside}, {"allow", UnixSockets::kAllow}, {"deny", UnixSockets::kDeny}};

Result<void> AddLimit(const Arguments& arguments, Option option,
                      Result<std::uint64_t> (*parse)(std::string_view, std::string_view),
                      std::optional<std::uint64_t>& limit, std::uint64_t divisor = 1) {
  const auto value = arguments.Last(option);
  if (!value)
    return {};
  auto parsed = parse(InfoOf(option).name, *value);
  if (!parsed)
    return parsed.failure();
  limit = (*parsed + divisor - 1) / divisor;
  return {};
}

Result<Limits> LimitsOf(const Arguments& arguments) {
  Limits limits;
  if (auto r = AddLimit(arguments, Option::kMemory, ParseSize, limits.memory); !r)
    return r.failure();
  if (auto r = AddLimit(arguments, Option::kProcesses, ParseCount, limits.processes); !r) {
    return r.failure();
  }
  if (auto r = AddLimit(arguments, Option::kCpu, ParseDuration, limits.cpu_seconds, 1000); !r) {
    return r.failure();
  }
  if (auto r = AddLimit(arguments, Option::kFileSize, ParseSize, limits.file_size); !r) {
    return r.failure();
  }
  if (auto r = AddLimit(arguments, Option::kOpenFiles, ParseCount, limits.open_files); !r) {
    return r.failure();
  }
  return limits;
}

void AddRules(const Arguments& arguments, Option option, Access access, Effect effect,
              Policy& policy) {
  for (const std::string& path : arguments.All(option)) {
    policy.rules.push_back({access, effect, path, std::string(InfoOf(option).name)});
  }
}

Result<std::vector<ProtectGroup>> GroupsOf(const Arguments& arguments, Option option) {
  std::vector<ProtectGroup> groups;
  for (const std::string& list : arguments.All(option)) {
    for (std::string_view rest = list;;) {
      const std::size_t comma = rest.find(',');
      const std::string_view name = rest.substr(0, comma);
      const auto group = ProtectGroupByName(name);
      if (!group) {
        const auto nearest = Nearest(name, ProtectGroupNames());
        std::string known;
        for (const std::string_view one : ProtectGroupNames())
          known += (known.empty() ? "" : ", ") + std::string(one);
        return Fail(
            SBX_E_INVALID, "use the value of " + std::string(InfoOf(option).name),
            std::string(name),
            nearest ? "did you mean '" + std::string(*nearest) + "'?" : "the groups are " + known);
      }
      groups.push_back(*group);
      if (comma == std::string_view::npos)
        break;
      rest.remove_prefix(comma + 1);
    }
  }
  return groups;
}

// Who names a group insists on it; whoever leaves one out means all mentions.
Result<void> AddProtection(const Arguments& arguments, Policy& policy) {
  auto wanted = GroupsOf(arguments, Option::kProtect);
  if (!wanted)
    return wanted.failure();
  auto unwanted = GroupsOf(arguments, Option::kNoProtect);
  if (!unwanted)
    return unwanted.failure();
  for (const ProtectGroup group : *unwanted) {
    const std::string name(NameOf(group));
    if (group == ProtectGroup::kOwnConfig) {
      return Fail(SBX_E_INVALID, "leave unprotected", name, "sbx always keeps its own files");
    }
    if (std::find(wanted->begin(), wanted->end(), group) != wanted->end()) {
      return Fail(SBX_E_INVALID, "protect and leave unprotected at once", name,
                  "leave out one of --protect and --no-protect");
    }
    std::erase_if(policy.protect, [&](const Protect& one) { return one.group == group; });
  }
  for (const ProtectGroup group : *wanted)
    policy.protect.push_back({group, Requirement::kRequired, "--protect"});
  return {};
}

}  // namespace

Result<Policy> PolicyOf(const Arguments& arguments) {
  Policy policy;
  auto mode = Choose(arguments, Option::kMode, policy.mode, kModes);
  if (!mode)
    return mode.failure();
  policy.mode = *mode;
  if (arguments.Has(Option::kMode))
    policy.mode_source = "--mode";
  if (const auto workspace = arguments.Last(Option::kWorkspace)) {
    policy.workspace = *workspace;
    policy.workspace_named = true;
    if (workspace->empty()) {
      return Fail(SBX_E_INVALID, "use an empty workspace", {}, "name a directory");
    }
  }
  auto tmp = Choose(arguments, Option::kTmp, policy.tmp, kTmps);
  if (!tmp)
    return tmp.failure();
  policy.tmp = *tmp;
  auto network = Choose(arguments, Option::kNet, policy.network, kNetworks);
  if (!network)
    return network.failure();
  policy.network = *network;
  auto sockets = Choose(arguments, Option::kUnixSockets, policy.unix_sockets, kSockets);
  if (!sockets)
    return sockets.failure();
  policy.unix_sockets = *sockets;
  policy.allow_sockets = arguments.All(Option::kAllowSocket);
  AddRules(arguments, Option::kAllowRead, Access::kRead, Effect::kAllow, policy);
  AddRules(arguments, Option::kDenyRead, Access::kRead, Effect::kDeny, policy);
  AddRules(arguments, Option::kAllowWrite, Access::kWrite, Effect::kAllow, policy);
  AddRules(arguments, Option::kDenyWrite, Access::kWrite, Effect::kDeny, policy);
  auto read = Choose(arguments, Option::kRead, policy.read_default, kReads);
  if (!read)
    return read.failure();
  policy.read_default = *read;
  if (arguments.Has(Option::kRead))
    policy.read_default_source = "--read";
  auto matches = Choose(arguments, Option::kPatterns, policy.later_matches, kMatches);
  if (!matches)
    return matches.failure();
  policy.later_matches = *matches;
  if (auto added = AddProtection(arguments, policy); !added)
    return added.failure();
  auto limits = LimitsOf(arguments);
  if (!limits)
    return limits.failure();
  policy.limits = *limits;
  for (const std::string& list : arguments.All(Option::kRequire)) {
    auto bits = ParseRestrictions(list);
    if (!bits)
      return bits.failure();
    policy.require |= *bits;
  }
  return policy;
}

Result<std::shared_ptr<const ResolvedPolicy>> ResolveFor(const Arguments& arguments,
                                                         const Host& host,
                                                         const Installation& installation) {
  auto policy = PolicyOf(arguments);
  if (!policy)
    return policy.failure();
  Surroundings around = SurroundingsOf(host, installation);
  if (const auto cwd = arguments.Last(Option::kCwd)) {
    around.cwd = cwd->starts_with('/') ? *cwd : host.cwd + "/" + *cwd;
  }
  if (arguments.Has(Option::kAsOwner)) {
    auto owner = OwnerOf(policy->workspace.empty() ? around.cwd : policy->workspace);
    if (!owner)
      return owner.failure();
    around.uid = owner->identity.uid;
  }
  return Resolve(*policy, around);
}

Result<EngineOptions> EngineOptionsOf(const Arguments& arguments, const Installation& installation,
                                      const ResolvedPolicy& policy) {
  EngineOptions options;
  options.plugin_folders = installation.plugin_folders;
  // The installation's own plugins are held by the policy wherever they lie.
  options.own_plugin_folder = installation.own_plugin_folder;
  options.forbidden_folders = {policy.workspace()};
  options.helper = installation.helper;
  options.one_shot = true;
  const auto command = arguments.All(Option::kRunnerCommand);
  const auto signatures = arguments.All(Option::kRunnerFailureSignature);
  if (command.empty() != signatures.empty()) {
    return Fail(SBX_E_INVALID, "use one of --runner-command and --runner-failure-signature", {},
                "a runner of your own needs both: its words, and text by which its own failures "
                "are known");
  }
  for (const std::string& word : command)
    options.settings["bwrap"].push_back({"command", word});
  for (const std::string& text : signatures) {
    options.settings["bwrap"].push_back({"failure-signature", text});
  }
  if (!command.empty())
    options.order = {"bwrap"};
  return options;
}

Result<Launch> LaunchOf(const Arguments& arguments, const Host& host,
                        const ResolvedPolicy& policy) {
  Launch launch;
  launch.argv = arguments.command;
  launch.cwd = policy.around().cwd;
  std::vector<std::string> changes;
  if (arguments.Has(Option::kCwd))
    changes.push_back("PWD=" + launch.cwd);
  if (arguments.Has(Option::kAsOwner)) {
    auto owner = OwnerOf(policy.workspace());
    if (!owner)
      return owner.failure();
    if (host.uid != 0 && owner->identity.uid != host.uid) {
      return Fail(SBX_E_INVALID, "run as the owner of the workspace", policy.workspace(),
                  "only root can; leave --as-owner out");
    }
    if (host.uid == 0) {
      launch.identity = owner->identity;
      if (!owner->home.empty())
        changes.push_back("HOME=" + owner->home);
      if (!owner->name.empty()) {
        changes.push_back("USER=" + owner->name);
        changes.push_back("LOGNAME=" + owner->name);
      }
    }
  }
  for (const std::string& entry : arguments.All(Option::kEnv)) {
    const std::size_t equals = entry.find('=');
    if (entry.empty() || equals == 0) {
      return Fail(SBX_E_INVALID, "use the value of --env", entry, "it takes NAME or NAME=VALUE");
    }
    if (equals != std::string::npos) {
      changes.push_back(entry);
    } else if (const auto value = host.Variable(entry)) {
      changes.push_back(entry + "=" + *value);
    }
  }
  launch.env = TargetEnvironment(
      arguments.Has(Option::kClearEnv) ? std::vector<std::string>{} : host.env, policy, changes);
  const bool json = arguments.Has(Option::kJson);
  if (json)
    launch.out.kind = launch.err.kind = Stream::Kind::kCapture;
  const std::string tty = arguments.Last(Option::kTty).value_or("auto");
  if (tty != "auto" && tty != "off") {
    return Fail(SBX_E_INVALID, "use the value of --tty", tty, "it takes one of auto, off");
  }
  launch.terminal = tty == "auto" && host.shares_terminal;
  if (const auto timeout = arguments.Last(Option::kTimeout)) {
    auto parsed = ParseDuration("--timeout", *timeout);
    if (!parsed)
      return parsed.failure();
    launch.timeout = std::chrono::milliseconds(*parsed);
  }
  if (const auto size = arguments.Last(Option::kMaxOutput)) {
    auto parsed = ParseSize("--max-output", *size);
    if (!parsed)
      return parsed.failure();
    launch.keep = *parsed;
  }
  launch.context.session = arguments.Last(Option::kSession).value_or("");
  launch.context.origin = arguments.Last(Option::kOrigin).value_or("user");
  if (launch.context.origin != "user" && launch.context.origin != "agent") {
    return Fail(SBX_E_INVALID, "use the value of --origin", launch.context.origin,
                "it takes one of user, agent");
  }
  return launch;
}

std::string RunnerChoice(const Arguments& arguments) {
  return arguments.Last(Option::kRunner).value_or("auto");
}

void Print(std::string_view text) {
  WriteAll(1, text);
}

void Note(std::string_view sentence) {
  WriteAll(2, "sbx: " + Visible(sentence) + "\n");
}

int Report(const Arguments& arguments, const Error& error) {
  if (arguments.Has(Option::kJson)) {
    JsonWriter json;
    json.BeginObject();
    json.Member("outcome", "not-started");
    json.Key("exitCode");
    json.Number(kCannot);
    json.Key("error");
    WriteError(json, error);
    json.EndObject();
    Print(json.text() + "\n");
  }
  Note(error.Sentence());
  return kCannot;
}

}  // namespace sbx::cli
