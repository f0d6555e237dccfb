// SPDX-License-Identifier: MIT
#include "core/plugin/runner.hpp"

#include <utility>

#include "core/plugin/entry.hpp"
#include "core/plugin/error_collector.hpp"
#include "core/plugin/plan_check.hpp"
#include "core/plugin/table.hpp"

namespace sbx {
namespace {

constexpr std::size_t kMostNotes = 1000;

void KeepNote(void* ctx, sbx_str line) noexcept {
  auto& notes = *static_cast<std::vector<std::string>*>(ctx);
  if (notes.size() < kMostNotes)
    notes.push_back(PluginText(line));
}

// The first required function that is not there, or null.
const char* MissingFunction(const sbx_runner& table) {
  if (table.configure == nullptr)
    return "configure";
  if (table.probe == nullptr)
    return "probe";
  if (table.compile == nullptr)
    return "compile";
  if (table.profile_destroy == nullptr)
    return "profile_destroy";
  if (table.bind == nullptr)
    return "bind";
  if (table.plan_destroy == nullptr)
    return "plan_destroy";
  if (table.classify == nullptr)
    return "classify";
  if (table.destroy == nullptr)
    return "destroy";
  return nullptr;
}

// Asks `entry` for a runner and copies its table once it was found to be one.
Result<sbx_runner> MakeInstance(const sbx_plugin_entry& entry, void** self) {
  const auto made = MakeTable(entry, SBX_RUNNER_INTERFACE, sizeof(sbx_runner));
  if (!made)
    return made.failure();
  *self = made->self;
  auto table = CopyTable<sbx_runner>(*made);
  table.understood &= SBX_RESTRICTIONS_ALL;
  if (const char* missing = MissingFunction(table)) {
    if (table.destroy != nullptr)
      table.destroy(*self);
    return LacksFunction(SBX_RUNNER_INTERFACE, entry.id, missing);
  }
  return table;
}

}  // namespace

Profile::Profile(std::shared_ptr<const RunnerHandle> runner,
                 std::shared_ptr<const ResolvedPolicy> policy, void* handle)
    : runner_(std::move(runner)), policy_(std::move(policy)), handle_(handle) {
}

Profile::~Profile() {
  runner_->table_.profile_destroy(runner_->self_, handle_);
}

Plan::Plan(std::shared_ptr<const Profile> profile, const sbx_plan* plan)
    : profile_(std::move(profile)), plan_(plan) {
}

Plan::~Plan() {
  const RunnerHandle& runner = profile_->runner();
  runner.table_.plan_destroy(runner.self_, plan_);
}

RunnerHandle::RunnerHandle(std::string id, const sbx_runner& table, void* self)
    : id_(std::move(id)), table_(table), self_(self) {
}

RunnerHandle::~RunnerHandle() {
  table_.destroy(self_);
}

Result<std::shared_ptr<RunnerHandle>> RunnerHandle::Create(const sbx_plugin_entry& entry,
                                                           const std::vector<Setting>& settings) {
  const Result<void> checked = CheckEntry(entry, "linked in", {});
  if (!checked)
    return checked.failure();
  void* self = nullptr;
  const Result<sbx_runner> table = MakeInstance(entry, &self);
  if (!table)
    return table.failure();
  std::shared_ptr<RunnerHandle> handle(new RunnerHandle(entry.id, *table, self));

  const auto configured = ConfigureInstance(handle->table_.configure, self, SBX_RUNNER_INTERFACE,
                                            handle->id_, settings);
  if (!configured)
    return configured.failure();
  return handle;
}

Result<ProbeReport> RunnerHandle::Probe(std::uint32_t timeout_ms) const {
  if (timeout_ms == 0) {
    return Fail(SBX_E_INVALID, "probe the runner", id_, "the time limit must not be zero");
  }
  ProbeReport report;
  ErrorCollector errors("probe the runner", id_);
  const sbx_status status =
      table_.probe(self_, timeout_ms, errors.sink(), &report.can, &KeepNote, &report.notes);
  if (status != SBX_OK)
    return errors.Fails(status);
  report.can &= table_.understood;
  return report;
}

Result<std::shared_ptr<const Profile>> RunnerHandle::Compile(
    std::shared_ptr<const ResolvedPolicy> policy) const {
  void* profile = nullptr;
  ErrorCollector errors("compile the policy with runner", id_);
  const sbx_status status = table_.compile(self_, &policy->view(), errors.sink(), &profile);
  if (status != SBX_OK)
    return errors.Fails(status);
  return std::make_shared<const Profile>(shared_from_this(), std::move(policy), profile);
}

Result<std::unique_ptr<Plan>> RunnerHandle::Bind(const std::shared_ptr<const Profile>& profile,
                                                 const sbx_launch& launch) const {
  if (&profile->runner() != this) {
    return Fail(SBX_E_INVALID, "bind a profile of another runner with runner", id_);
  }
  const sbx_plan* raw = nullptr;
  ErrorCollector errors("bind the launch with runner", id_);
  const sbx_status status = table_.bind(self_, profile->handle(), &launch, errors.sink(), &raw);
  if (status != SBX_OK)
    return errors.Fails(status);
  if (raw == nullptr) {
    return Fail(SBX_E_INTERNAL, "use the plan of runner", id_,
                "there is none, which is a fault in the plugin");
  }
  auto plan = std::make_unique<Plan>(profile, raw);

  const sbx_restrictions understood = table_.understood;
  const sbx_policy& policy = profile->policy().view();
  if (auto checked = CheckPlanShape(*raw, id_); !checked)
    return checked.failure();
  if (auto checked = CheckEnforcement(*raw, id_, understood, policy.wanted); !checked) {
    return checked.failure();
  }
  if (auto checked = CheckRequired(*raw, id_, understood, policy.required); !checked) {
    Failure failure = checked.failure();
    if ((policy.required & SBX_FS_PATTERN) != 0)
      failure.error.hint = LaterMatches(profile->policy()) + "; " + failure.error.hint +
                           ", or --patterns existing keeps to those that exist";
    return failure;
  }
  return plan;
}

std::string LaterMatches(const ResolvedPolicy& policy) {
  std::string rules;
  for (const Pattern& pattern : policy.patterns()) {
    if (pattern.reaches_writable)
      rules += (rules.empty() ? "'" : ", '") + pattern.rule + "'";
  }
  return rules + " would have to hold for names that are made later";
}

Error RunnerHandle::Classify(const sbx_failure& failure) const {
  ErrorCollector errors("explain why the launch failed with runner", id_);
  const sbx_status status = table_.classify(self_, &failure, errors.sink());
  // There was a failure, so success is no answer to why.
  return errors.Take(status == SBX_OK ? SBX_E_INTERNAL : status);
}

}  // namespace sbx
