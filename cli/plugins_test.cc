// SPDX-License-Identifier: MIT
#include <algorithm>
#include <filesystem>

#include "cli/request.hpp"
#include "core/conformance/claims.hpp"
#include "core/conformance/contract.hpp"
#include "core/conformance/review_contract.hpp"
#include "core/conformance/source_contract.hpp"
#include "core/doctor/confine.hpp"
#include "core/platform/conformance.hpp"
#include "core/plugin/entry.hpp"
#include "core/plugin/manifest.hpp"
#include "core/plugin/restriction_names.hpp"
#include "core/report/report.hpp"

namespace sbx::cli {
namespace {

// The contract of one interface, check by check.
struct Contract {
  std::string interface_id;
  std::vector<ContractCheck> checks;
};

struct Tested {
  LoadedPlugin plugin;
  std::string id;
  std::vector<Contract> contracts;
  bool is_runner = false;               // what follows is of runners alone
  std::optional<std::string> unusable;  // why it runs nothing under the default policy
  std::vector<ClaimFinding> claims;

  [[nodiscard]] bool Passed() const {
    const auto kept = [](const ContractCheck& check) { return check.held; };
    const auto honest = [](const ClaimFinding& claim) {
      return claim.standing != Standing::kFalselyClaimed && claim.standing != Standing::kUnclear;
    };
    return !unusable && std::ranges::all_of(contracts, [&](const Contract& contract) {
      return std::ranges::all_of(contract.checks, kept);
    }) && std::ranges::all_of(claims, honest);
  }
};

// What to write, where nothing says what a file is.
Failure NoManifest(const std::filesystem::path& path) {
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored))
    return Fail(SBX_E_UNSUPPORTED, "test the plugin", path.string(), "there is no such file");
  const std::string name = path.filename().string();
  const std::string stem = path.stem().string();
  const std::string id = IsPluginId(stem) ? stem : "ID";
  const std::string key = name.ends_with(".so") ? "file" : "program";
  return Fail(SBX_E_UNSUPPORTED, "test the plugin", path.string(),
              "no manifest beside it names it: write {\"id\": \"" + id + "\", \"" + key + "\": \"" +
                  name + "\", \"interfaces\": [\"" + SBX_RUNNER_INTERFACE +
                  "\"], \"abi\": {\"major\": " + std::to_string(SBX_ABI_MAJOR) +
                  ", \"minor\": " + std::to_string(SBX_ABI_MINOR) + "}} into " + id +
                  std::string(kManifestSuffix) + ", with the interfaces that it has");
}

// The id of the plugin that `word` names. For a file, of a manifest or of a library or a
// program beside its manifest, the installation then has its folder alone.
Result<std::string> IdOf(const std::string& word, const Host& host, Installation& installation) {
  if (word.find('/') == std::string::npos && !word.ends_with(".so") && !word.ends_with(".json"))
    return word;
  const auto path = (std::filesystem::path(host.cwd) / word).lexically_normal();
  const std::string folder = path.parent_path().string();
  const std::string name = path.filename().string();
  installation.plugin_folders = {folder};
  installation.own_plugin_folder.clear();
  installation.paths.push_back(folder);
  if (name.ends_with(kManifestSuffix))
    return name.substr(0, name.size() - kManifestSuffix.size());
  std::optional<Error> refused;  // of the manifest that may be its own
  for (const PluginInfo& info : Registry({folder}, {}).List()) {
    if (info.id.empty() && info.refused)
      return Failure{*info.refused};  // the folder itself
    if (info.file == path.string())
      return info.id;
    if (info.file.empty() && info.refused && (!refused || info.id == path.stem().string()))
      refused = info.refused;
  }
  if (refused)
    return Failure{*refused};
  return NoManifest(path);
}

Result<void> Attack(const Host& host, const Installation& installation, Lab& lab,
                    bool show_progress, Tested& tested) {
  EngineOptions options;
  options.plugin_folders = installation.plugin_folders;
  options.own_plugin_folder = installation.own_plugin_folder;
  options.forbidden_folders = {lab.folder(), lab.temp()};
  options.helper = installation.helper;
  Engine engine(std::move(options), MakeLauncherSpawner(installation.helper));
  const auto runner = engine.registry().Runner(tested.id, {});
  if (!runner)
    return runner.failure();
  const RunConfined run = ConfineWith(engine, tested.id, SurroundingsOf(host, installation));
  std::vector<Row> rows;
  const auto battery = Battery();
  for (std::size_t i = 0; i < battery.size(); ++i) {
    if (show_progress) {
      WriteAll(2, "\r\033[K" + std::to_string(i + 1) + "/" + std::to_string(battery.size()) + " " +
                      std::string(battery[i].id));
    }
    rows.push_back(MakeAttack(lab, battery[i], run));
    if (i == 0 && rows[0].held == Held::kRefusedRun) {
      tested.unusable = rows[0].detail;
      break;
    }
  }
  if (show_progress)
    WriteAll(2, "\r\033[K");
  if (!tested.unusable)
    tested.claims = JudgeClaims(rows, (*runner)->understood());
  return {};
}

Result<void> TestRunner(const Host& host, const Installation& installation, bool show_progress,
                        Tested& tested) {
  LabOptions lab_options;
  lab_options.attack_program = installation.attack_program;
  const auto lab = Lab::Make(std::move(lab_options));
  if (!lab)
    return lab.failure();
  Surroundings around = SurroundingsOf(host, installation);
  around.cwd = (*lab)->WorkspaceFor(Battery().front());
  const auto policy = Resolve((*lab)->PolicyFor(Battery().front()), around);
  if (!policy)
    return policy.failure();
  tested.is_runner = true;
  tested.contracts.push_back({SBX_RUNNER_INTERFACE, CheckContract(tested.plugin, **policy)});
  return Attack(host, installation, **lab, show_progress, tested);
}

// Puts the plugin to the suite of one of its interfaces.
Result<void> Test(const std::string& interface_id, const Host& host,
                  const Installation& installation, bool show_progress, Tested& tested) {
  const bool reviewer = interface_id == SBX_REVIEWER_INTERFACE;
  if (interface_id != SBX_RUNNER_INTERFACE && !reviewer &&
      interface_id != SBX_CONFIG_SOURCE_INTERFACE) {
    return Fail(SBX_E_UNSUPPORTED, "test the plugin", tested.plugin.file,
                "this sbx does not know the interface " + interface_id);
  }
  if (auto tried = TryInstance(tested.plugin, interface_id); !tried)
    return tried;
  if (interface_id == SBX_RUNNER_INTERFACE)
    return TestRunner(host, installation, show_progress, tested);
  if (reviewer) {
    tested.contracts.push_back({interface_id, CheckReviewer(tested.plugin, host.home)});
    return {};
  }
  const auto folder = MakePrivateFolder();
  if (!folder)
    return folder.failure();
  tested.contracts.push_back({interface_id, CheckConfigSource(tested.plugin, *folder)});
  std::error_code ignored;
  std::filesystem::remove_all(*folder, ignored);
  return {};
}

std::string Column(std::string_view text, std::size_t width) {
  std::string column(text);
  column.resize(std::max(width, column.size() + 1), ' ');
  return column;
}

std::string TextOf(const Tested& tested, bool verbose) {
  std::string text = tested.id + " (" + tested.plugin.file + ")\n";
  for (const Contract& contract : tested.contracts) {
    text += "\nContract of " + contract.interface_id + "\n";
    for (const ContractCheck& check : contract.checks) {
      text +=
          "  " + Column(check.name, 16) + Column(check.held ? "kept" : "BROKEN", 19) + check.duty;
      if (!check.detail.empty() && (verbose || !check.held))
        text += ": " + check.detail;
      text += "\n";
    }
  }
  if (tested.is_runner)
    text += "\nRestrictions\n";
  if (tested.unusable)
    text += "  it runs nothing under the default policy: " + *tested.unusable + "\n";
  for (const ClaimFinding& claim : tested.claims) {
    text +=
        "  " + Column(RestrictionName(claim.restriction), 16) + Column(WordOf(claim.standing), 19);
    if (claim.standing == Standing::kHeld) {
      text += (claim.mechanism.empty() ? "by what it does not name" : claim.mechanism) + " (" +
              std::to_string(claim.attacks) + " attacks)";
    } else {
      const bool gap = claim.standing == Standing::kNotHeld && !claim.gap.empty() && !verbose;
      text += gap ? claim.gap : claim.detail;
    }
    text += "\n";
  }
  text += tested.Passed() ? "\npassed\n" : "\nfailed\n";
  std::string shown;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = text.find('\n', begin);
    shown += Visible(text.substr(begin, end - begin)) + "\n";
    begin = end + 1;
  }
  return shown;
}

std::string JsonOf(const Tested& tested) {
  JsonWriter json;
  json.BeginObject();
  json.Member("id", tested.id);
  json.Bytes("file", tested.plugin.file);
  json.Key("passed");
  json.Bool(tested.Passed());
  json.Key("contract");
  json.BeginArray();
  for (const Contract& contract : tested.contracts) {
    for (const ContractCheck& check : contract.checks) {
      json.BeginObject();
      json.Member("interface", contract.interface_id);
      json.Member("name", check.name);
      json.Member("duty", check.duty);
      json.Key("kept");
      json.Bool(check.held);
      json.Member("detail", check.detail);
      json.EndObject();
    }
  }
  json.EndArray();
  json.Key("unusable");
  if (tested.unusable) {
    json.String(*tested.unusable);
  } else {
    json.Null();
  }
  json.Key("restrictions");
  json.BeginArray();
  for (const ClaimFinding& claim : tested.claims) {
    json.BeginObject();
    json.Member("restriction", RestrictionName(claim.restriction));
    json.Member("standing", WordOf(claim.standing));
    json.Key("attacks");
    json.Number(static_cast<std::uint64_t>(claim.attacks));
    json.Member("mechanism", claim.mechanism);
    json.Member("detail", claim.detail);
    json.Member("gap", claim.gap);
    json.Member("mend", claim.mend);
    json.EndObject();
  }
  json.EndArray();
  json.EndObject();
  return json.text() + "\n";
}

}  // namespace

int TestPlugin(const Arguments& arguments, const Host& host) {
  if (arguments.words[0] != "test" || arguments.words.size() != 2) {
    return Report(arguments, Fail(SBX_E_INVALID, "understand the words behind", "sbx plugins",
                                  "write: sbx plugins test FILE|ID")
                                 .error);
  }
  Installation installation = Locate(host);
  const auto id = IdOf(arguments.words[1], host, installation);
  if (!id)
    return Report(arguments, id.error());
  const Registry registry(installation.plugin_folders, {}, installation.own_plugin_folder);
  auto plugin = registry.Load(*id, {});
  if (!plugin)
    return Report(arguments, plugin.error());
  Tested tested;
  tested.plugin = *plugin;
  tested.id = *id;
  const bool as_json = arguments.Has(Option::kJson);
  for (const std::string& interface_id : plugin->interfaces) {
    if (const auto made =
            Test(interface_id, host, installation, !as_json && host.terminal[2], tested);
        !made)
      return Report(arguments, made.error());
  }
  Print(as_json ? JsonOf(tested) : TextOf(tested, arguments.Has(Option::kVerbose)));
  return tested.Passed() ? 0 : 1;
}

}  // namespace sbx::cli
