// SPDX-License-Identifier: MIT
#include "cli/request.hpp"

#include <algorithm>
#include <utility>

#include "core/config_source/ask.hpp"
#include "core/policy/spelling.hpp"
#include "core/report/report.hpp"

namespace sbx::cli {
namespace {

// What usually joins the caller's variables.
constexpr std::size_t kMostAdded = 8;

}  // namespace

Surroundings AroundOf(const Arguments& arguments, const Host& host,
                      const Installation& installation) {
  Surroundings around = SurroundingsOf(host, installation);
  if (const auto cwd = arguments.Last(Option::kCwd)) {
    around.cwd = cwd->starts_with('/') ? *cwd : host.cwd + "/" + *cwd;
  }
  return around;
}

Result<config::Places> PlacesOf(const Arguments& arguments, const Surroundings& around) {
  config::Places places;
  places.managed_folder = config::kManagedFolder;
  places.config_home = around.config_home;
  places.state_home = around.state_home;
  places.uid = around.uid;
  places.session = arguments.Last(Option::kSession).value_or("");
  places.files = arguments.All(Option::kConfig);
  const auto workspace = arguments.Last(Option::kWorkspace);
  if (workspace && workspace->empty())
    return Fail(SBX_E_INVALID, "use an empty workspace", {}, "name a directory");
  places.workspace = around.cwd;
  if (workspace) {
    auto path = Spell(*workspace, {around.cwd, around.home, {}, {}}, "--workspace " + *workspace);
    if (!path)
      return path.failure();
    places.workspace = *std::move(path);
  }
  return places;
}

std::function<Result<CollectedConfig>(const std::string& id)> AskerFor(const Host& host,
                                                                       const Surroundings& around,
                                                                       std::string workspace) {
  return [&host, &around, workspace = std::move(workspace)](const std::string& id) {
    const Installation installation = Locate(host);
    const Registry registry(installation.plugin_folders, {workspace},
                            installation.own_plugin_folder);
    return AskSource(id, registry, ContextOf(host, around, workspace, config::kManagedFolder));
  };
}

Result<Request> LoadFor(const Arguments& arguments, const Host& host, const Surroundings& around) {
  auto given = LayersOf(arguments, host);
  if (!given)
    return given.failure();
  auto places = PlacesOf(arguments, around);
  if (!places)
    return places.failure();
  places->ask = AskerFor(host, around, places->workspace);
  auto loaded = config::Load(*places, *std::move(given));
  if (!loaded)
    return loaded.failure();
  Request request;
  request.loaded = *std::move(loaded);
  request.merged = config::Merge(request.loaded.layers);
  auto effective = config::MakeEffective(request.loaded, request.merged, around.home);
  if (!effective)
    return effective.failure();
  request.effective = *std::move(effective);
  return request;
}

Result<config::Effective> OptionsAlone(const Arguments& arguments, const Host& host) {
  auto given = LayersOf(arguments, host);
  if (!given)
    return given.failure();
  auto loaded = config::Load({}, *std::move(given));
  if (!loaded)
    return loaded.failure();
  return config::MakeEffective(*loaded, config::Merge(loaded->layers), host.home);
}

Result<Request> RequestFor(const Arguments& arguments, const Host& host,
                           const Installation& installation) {
  Surroundings around = AroundOf(arguments, host, installation);
  auto request = LoadFor(arguments, host, around);
  if (!request)
    return request;
  around.source_files = request->loaded.consulted;
  Policy& policy = request->effective.policy;
  if (const auto workspace = arguments.Last(Option::kWorkspace)) {
    policy.workspace = *workspace;
    policy.workspace_named = true;
  }
  if (arguments.Has(Option::kAsOwner)) {
    auto owner = OwnerOf(policy.workspace.empty() ? around.cwd : policy.workspace);
    if (!owner)
      return owner.failure();
    around.uid = owner->identity.uid;
  }
  auto resolved = Resolve(policy, around);
  if (!resolved)
    return resolved.failure();
  request->policy = *std::move(resolved);
  return request;
}

std::vector<std::string> NoticesOf(const Request& request) {
  std::vector<std::string> all = request.loaded.notices;
  all.insert(all.end(), request.effective.notices.begin(), request.effective.notices.end());
  for (const Notice& notice : request.policy->notices())
    all.push_back(notice.text);
  return all;
}

EngineOptions EngineOptionsOf(const config::Effective& effective, const Installation& installation,
                              const ResolvedPolicy& policy) {
  EngineOptions options;
  options.plugin_folders = installation.plugin_folders;
  // The installation's own plugins are held by the policy wherever they lie.
  options.own_plugin_folder = installation.own_plugin_folder;
  options.forbidden_folders = {policy.workspace()};
  options.helper = installation.helper;
  for (const std::string& word : effective.runner_command)
    options.settings["bwrap"].push_back({"command", word});
  for (const std::string& text : effective.failure_signatures) {
    options.settings["bwrap"].push_back({"failure-signature", text});
  }
  if (!effective.runner_command.empty())
    options.order = {"bwrap"};
  return options;
}

Result<Launch> LaunchOf(const Arguments& arguments, const Host& host, const Request& request) {
  const ResolvedPolicy& policy = *request.policy;
  const config::Effective& effective = request.effective;
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
  changes.insert(changes.end(), effective.env_set.begin(), effective.env_set.end());
  std::vector<std::string> inherited;
  inherited.reserve(host.env.size() + kMostAdded);
  for (const std::string& entry : host.env) {
    const std::string_view name = std::string_view(entry).substr(0, entry.find('='));
    if (effective.inherit_env &&
        std::ranges::find(effective.env_unset, name) == effective.env_unset.end())
      inherited.push_back(entry);
  }
  launch.env = TargetEnvironment(std::move(inherited), policy, changes);
  const bool json = arguments.Has(Option::kJson);
  if (json)
    launch.out.kind = launch.err.kind = Stream::Kind::kCapture;
  const std::string tty = arguments.Last(Option::kTty).value_or("auto");
  if (tty != "auto" && tty != "off") {
    return Fail(SBX_E_INVALID, "use the value of --tty", tty, "it takes one of auto, off");
  }
  launch.terminal = tty == "auto" && host.shares_terminal;
  if (effective.timeout_ms)
    launch.timeout = std::chrono::milliseconds(*effective.timeout_ms);
  if (effective.keep_output)
    launch.keep = *effective.keep_output;
  launch.context.session = arguments.Last(Option::kSession).value_or("");
  launch.context.origin = arguments.Last(Option::kOrigin).value_or("user");
  if (launch.context.origin != "user" && launch.context.origin != "agent") {
    return Fail(SBX_E_INVALID, "use the value of --origin", launch.context.origin,
                "it takes one of user, agent");
  }
  return launch;
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
