// SPDX-License-Identifier: MIT
#include "core/conformance/plan_text.hpp"

#include <string_view>

#include "sbx/plugin/result.hpp"

namespace sbx {
namespace {

class Writer {
 public:
  // Sizes keep two lists from reading the same.
  void Add(std::string_view bytes) {
    Add(bytes.size());
    text_ += bytes;
  }
  void Add(std::uint64_t number) {
    text_ += std::to_string(number);
    text_ += ' ';
  }
  void Add(const sbx_str* strings, std::size_t count) {
    Add(count);
    for (std::size_t i = 0; i < count; ++i)
      Add(View(strings[i]));
  }
  [[nodiscard]] std::string Take() { return std::move(text_); }

 private:
  std::string text_;
};

std::uint64_t Index(std::int32_t fd) {
  return static_cast<std::uint32_t>(fd);
}

void AddSteps(const sbx_plan& plan, Writer& writer) {
  writer.Add(plan.step_count);
  for (std::size_t i = 0; i < plan.step_count; ++i) {
    const sbx_step& step = plan.steps[i];
    writer.Add(step.kind);
    writer.Add(step.flags);
    writer.Add(Index(step.fd));
    writer.Add(step.data_size == 0
                   ? std::string_view{}
                   : std::string_view(static_cast<const char*>(step.data), step.data_size));
    for (const std::uint64_t arg : step.arg)
      writer.Add(arg);
  }
}

void AddHolds(const sbx_plan& plan, Writer& writer) {
  writer.Add(plan.hold_count);
  for (std::size_t i = 0; i < plan.hold_count; ++i) {
    const sbx_hold& hold = plan.holds[i];
    writer.Add(hold.kind);
    writer.Add(Index(hold.fd));
    writer.Add(Index(hold.fd2));
    writer.Add(hold.access);
    writer.Add(View(hold.name));
  }
}

void AddEnforcement(const sbx_plan& plan, Writer& writer) {
  writer.Add(plan.enforcement_count);
  for (std::size_t i = 0; i < plan.enforcement_count; ++i) {
    const sbx_enforcement& entry = plan.enforcement[i];
    writer.Add(entry.restriction);
    writer.Add(entry.level);
    for (const sbx_str text : {entry.mechanism, entry.gap, entry.mend})
      writer.Add(View(text));
  }
}

}  // namespace

std::string PlanText(const sbx_plan& plan) {
  Writer writer;
  writer.Add(plan.kind);
  writer.Add(plan.fd_count);
  writer.Add(plan.listen);
  AddSteps(plan, writer);
  AddHolds(plan, writer);
  AddEnforcement(plan, writer);
  writer.Add(plan.wrap, plan.wrap_count);
  writer.Add(plan.env, plan.env_count);
  writer.Add(plan.explain, plan.explain_count);
  return writer.Take();
}

}  // namespace sbx
