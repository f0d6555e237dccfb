// SPDX-License-Identifier: MIT
#include "core/conformance/instance.hpp"

#include <cstring>

#include "core/conformance/plan_text.hpp"
#include "core/plugin/error_collector.hpp"
#include "core/plugin/plan_check.hpp"

namespace sbx {
namespace {

constexpr sbx_host kHost = {sizeof(sbx_host), 0, "conformance"};

Answer AnswerOf(sbx_status status, ErrorCollector& errors) {
  Answer answer;
  answer.status = status;
  if (status == SBX_OK)
    return answer;
  answer.reasoned = errors.reported();
  answer.error = errors.Take(status);
  return answer;
}

Bound Refused(const Answer& answer) {
  Bound bound;
  bound.text = answer.error.Sentence();
  if (!answer.reasoned)
    bound.fault =
        "it refuses the policy without a reason (status " + std::to_string(answer.status) + ")";
  else if (answer.status == SBX_E_INTERNAL)
    bound.fault = "it meets a fault of its own in the place of a refusal: " + bound.text;
  return bound;
}

Bound Faulty(std::string fault) {
  Bound bound;
  bound.fault = std::move(fault);
  return bound;
}

}  // namespace

Answer AskFor(const sbx_plugin_entry& entry, const char* interface_id, bool* given) {
  void* self = nullptr;
  const void* table = nullptr;
  ErrorCollector errors("ask for the interface", interface_id);
  const sbx_status status = entry.create(&kHost, interface_id, errors.sink(), &self, &table);
  *given = table != nullptr;
  return AnswerOf(status, errors);
}

Instance::Instance(const sbx_plugin_entry& entry) : id_(entry.id) {
  const void* raw = nullptr;
  ErrorCollector errors("make an instance of plugin", id_);
  made_ = AnswerOf(entry.create(&kHost, SBX_RUNNER_INTERFACE, errors.sink(), &self_, &raw), errors);
  if (made_.status == SBX_OK)
    std::memcpy(&table_, raw, sizeof table_);  // its size was checked when it was loaded
}

Instance::~Instance() {
  if (made_.status == SBX_OK)
    table_.destroy(self_);
}

Answer Instance::Configure(std::string_view key, std::string_view value) {
  const sbx_setting setting = {Borrow(key), Borrow(value)};
  ErrorCollector errors("configure the runner", id_);
  return AnswerOf(table_.configure(self_, &setting, 1, errors.sink()), errors);
}

Answer Instance::ConfigureNothing() {
  ErrorCollector errors("configure the runner", id_);
  return AnswerOf(table_.configure(self_, nullptr, 0, errors.sink()), errors);
}

Answer Instance::Probe(std::uint32_t timeout_ms, sbx_restrictions* can) const {
  ErrorCollector errors("probe the runner", id_);
  const auto ignore = [](void*, sbx_str) noexcept {};
  return AnswerOf(table_.probe(self_, timeout_ms, errors.sink(), can, ignore, nullptr), errors);
}

Answer Instance::Classify(const sbx_failure& failure) const {
  ErrorCollector errors("explain why the launch failed with runner", id_);
  return AnswerOf(table_.classify(self_, &failure, errors.sink()), errors);
}

Bound Instance::Bind(const sbx_policy& policy, unsigned rounds) const {
  void* profile = nullptr;
  ErrorCollector errors("compile the policy with runner", id_);
  Answer answer = AnswerOf(table_.compile(self_, &policy, errors.sink(), &profile), errors);
  if (answer.status != SBX_OK)
    return Refused(answer);
  Bound bound = BindProfile(policy, profile, rounds);
  table_.profile_destroy(self_, profile);
  return bound;
}

Bound Instance::BindProfile(const sbx_policy& policy, const void* profile, unsigned rounds) const {
  const sbx_str word = Borrow("true");
  const sbx_launch launch = {sizeof(sbx_launch),       0, &word, 1, policy.workspace,
                             Borrow("sbx-conformance")};
  std::vector<const sbx_plan*> plans;
  Bound bound;
  for (unsigned i = 0; i < rounds && bound.fault.empty(); ++i) {
    const sbx_plan* plan = nullptr;
    ErrorCollector errors("bind the launch with runner", id_);
    Answer answer = AnswerOf(table_.bind(self_, profile, &launch, errors.sink(), &plan), errors);
    if (answer.status != SBX_OK) {
      bound = i == 0 ? Refused(answer)
                     : Faulty("it binds a launch once and refuses it the next time: " +
                              answer.error.Sentence());
      break;
    }
    if (plan == nullptr) {
      bound = Faulty("it says that it made a plan and hands out none");
      break;
    }
    plans.push_back(plan);
    std::string fault = FaultOf(policy, *plan);
    if (!fault.empty()) {
      bound = Faulty(std::move(fault));
    } else if (i == 0) {
      bound.bound = true;
      bound.text = PlanText(*plan);
    } else if (PlanText(*plan) != bound.text) {
      bound = Faulty("two plans for one profile and one launch are not the same");
    }
  }
  for (std::size_t i = 0; i < plans.size(); ++i) {
    if (bound.fault.empty() && PlanText(*plans[i]) != bound.text)
      bound.fault = "a plan changed when another was destroyed";
    table_.plan_destroy(self_, plans[i]);
  }
  return bound;
}

std::string Instance::FaultOf(const sbx_policy& policy, const sbx_plan& plan) const {
  if (auto shape = CheckPlanShape(plan, id_); !shape)
    return shape.error().Sentence();
  const sbx_restrictions understood = table_.understood & SBX_RESTRICTIONS_ALL;
  if (auto claims = CheckEnforcement(plan, id_, understood, policy.wanted); !claims)
    return claims.error().Sentence();
  return {};
}

}  // namespace sbx
