// SPDX-License-Identifier: MIT
#include "cli/plugin_suite.hpp"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "core/conformance/contract.hpp"
#include "core/conformance/review_contract.hpp"
#include "core/conformance/source_contract.hpp"
#include "core/doctor/confine.hpp"
#include "core/doctor/lab.hpp"
#include "core/engine/engine.hpp"
#include "core/platform/conformance.hpp"

namespace sbx::cli {
namespace {

struct Site {
  const Subject& subject;
  const Host& host;
  const Installation& installation;
  Trial trial;  // of the contract
  const SuiteView& view;
};

Result<void> TestRunner(const Site& site, sbx_restrictions understood, Tested& tested) {
  LabOptions lab_options;
  lab_options.attack_program = site.installation.attack_program;
  const auto lab = Lab::Make(std::move(lab_options));
  if (!lab)
    return lab.failure();
  const Surroundings around = SurroundingsOf(site.host, site.installation);
  Surroundings inside = around;
  inside.cwd = (*lab)->WorkspaceFor(Battery().front());
  const auto policy = Resolve((*lab)->PolicyFor(Battery().front()), inside);
  if (!policy)
    return policy.failure();
  tested.contracts.back().checks = CheckContract(site.subject, **policy, site.trial);

  EngineOptions options;
  options.plugin_folders = site.installation.plugin_folders;
  options.own_plugin_folder = site.installation.own_plugin_folder;
  options.forbidden_folders = {(*lab)->folder(), (*lab)->temp()};
  options.helper = site.installation.helper;
  const RunConfined confine = [&](const Policy& wanted, const Launch& launch) {
    Engine engine(options, MakeLauncherSpawner(options.helper));
    return ConfineWith(engine, tested.id, around)(wanted, launch);
  };
  Trial trial = site.trial;
  trial.begins = site.view.attack;
  tested.is_runner = true;
  tested.attacked = AttackRunner(confine, **lab, understood, trial);
  return {};
}

// Puts the plugin to the suite of one of its interfaces.
Result<void> Test(const std::string& interface_id, const Site& site, Tested& tested) {
  const bool runner = interface_id == SBX_RUNNER_INTERFACE;
  const bool reviewer = interface_id == SBX_REVIEWER_INTERFACE;
  if (!runner && !reviewer && interface_id != SBX_CONFIG_SOURCE_INTERFACE) {
    return Fail(SBX_E_UNSUPPORTED, "test the plugin", tested.file,
                "this sbx does not know the interface " + interface_id);
  }
  const auto begin = [&] {
    if (site.view.contract)
      site.view.contract(interface_id);
    tested.contracts.push_back({interface_id, {}});
  };
  const std::chrono::milliseconds left = site.trial.Left(std::chrono::seconds(60));
  if (left <= std::chrono::milliseconds(0)) {
    begin();
    const std::vector<Duty> all = {{"all", "what this interface has to do", {}}};
    tested.contracts.back().checks = TryDuties(site.subject, all, site.trial);
    return {};
  }
  const auto understood = TryInstance(site.subject, interface_id, left);
  if (!understood)
    return understood.failure();
  begin();
  if (runner)
    return TestRunner(site, *understood, tested);
  std::vector<ContractCheck>& checks = tested.contracts.back().checks;
  if (reviewer) {
    checks = CheckReviewer(site.subject, site.host.home, site.trial);
    return {};
  }
  const auto folder = MakePrivateFolder();
  if (!folder)
    return folder.failure();
  checks = CheckConfigSource(site.subject, *folder, site.trial);
  std::error_code ignored;
  std::filesystem::remove_all(*folder, ignored);
  return {};
}

}  // namespace

std::string_view WordOf(SuiteEnd end) {
  switch (end) {
    case SuiteEnd::kPassed:
      return "passed";
    case SuiteEnd::kFailed:
      return "failed";
    case SuiteEnd::kUnclear:
      return "unclear";
  }
  return "unclear";
}

SuiteEnd Tested::End() const {
  bool failed = attacked.unusable.has_value();
  bool unclear = false;
  for (const Contract& contract : contracts) {
    for (const ContractCheck& check : contract.checks) {
      failed = failed || check.observed == Observed::kBroken;
      unclear = unclear || check.observed == Observed::kUnclear;
    }
  }
  for (const ClaimFinding& claim : attacked.claims) {
    failed = failed || claim.standing == Standing::kFalselyClaimed;
    unclear = unclear || claim.standing == Standing::kUnclear;
  }
  if (failed)
    return SuiteEnd::kFailed;
  return unclear ? SuiteEnd::kUnclear : SuiteEnd::kPassed;
}

Result<Tested> TestAll(const Subject& subject, const Host& host, const Installation& installation,
                       Trial::Clock::time_point until, const SuiteView& view) {
  const Site site{subject, host, installation, {until, view.check_begins, view.check_ends}, view};
  Tested tested;
  tested.id = subject.info.id;
  tested.file = subject.info.file;
  for (const std::string& interface_id : subject.info.interfaces) {
    if (auto made = Test(interface_id, site, tested); !made)
      return made.failure();
  }
  return tested;
}

}  // namespace sbx::cli
