// SPDX-License-Identifier: MIT
#include "core/conformance/check.hpp"

#include <chrono>
#include <cstring>

#include "core/config_source/source.hpp"
#include "core/conformance/instance.hpp"
#include "core/platform/conformance.hpp"
#include "core/plugin/table.hpp"
#include "core/review/reviewer.hpp"

namespace sbx {
namespace {

constexpr std::chrono::seconds kPatience{60};

// What a check in a child saw: one byte, then the detail.
Seen InChild(const Duty& duty) {
  const auto end = RunApart(kPatience, [&](const Say& say) {
    const Seen seen = duty.check();
    say(seen.held ? "+" : "-");
    say(seen.detail);
  });
  if (!end)
    return Broken(end.error().Sentence());
  if (!end->fault.empty())
    return Broken("it " + end->fault);
  if (end->said.empty())
    return Broken("the check gave no answer");
  return {end->said.front() == '+', end->said.substr(1)};
}

}  // namespace

Result<void> TryInstance(const LoadedPlugin& plugin, std::string_view interface_id) {
  const auto end = RunApart(kPatience, [&](const Say& say) {
    Result<void> tried;
    if (interface_id == SBX_RUNNER_INTERFACE) {
      if (const auto made = RunnerHandle::Create(*plugin.entry, {}); !made)
        tried = made.failure();
    } else if (interface_id == SBX_REVIEWER_INTERFACE) {
      if (const auto made = Reviewer::Create(plugin, {}, "/"); !made)
        tried = made.failure();
    } else if (const auto made = ConfigSource::Create(plugin, {}, "/"); !made) {
      tried = made.failure();
    }
    if (!tried)
      say(tried.error().Sentence());
  });
  if (!end)
    return end.failure();
  if (end->fault.empty() && end->said.empty())
    return {};
  return Fail(SBX_E_UNSUPPORTED, "use the plugin", plugin.file,
              end->fault.empty() ? end->said : "making an instance of it " + end->fault);
}

std::vector<ContractCheck> TryDuties(const std::vector<Duty>& duties) {
  std::vector<ContractCheck> all;
  for (const Duty& duty : duties) {
    Seen seen = InChild(duty);
    all.push_back({duty.name, duty.duty, seen.held, std::move(seen.detail)});
  }
  return all;
}

Seen CheckExports(const LoadedPlugin& plugin) {
  const auto names = ExportedSymbols(plugin.file);
  if (!names)
    return Broken(names.error().Sentence());
  std::string others;
  for (const std::string& name : *names) {
    if (name != "sbx_plugin_entry_v1" && others.size() < 200)
      others += (others.empty() ? "" : ", ") + name;
  }
  if (!others.empty())
    return Broken("it exports " + others + " as well: hide them (see docs/plugins.md)");
  return Held("sbx_plugin_entry_v1");
}

Seen CheckSizes(const LoadedPlugin& plugin, const char* interface_id, std::size_t table_size) {
  const sbx_plugin_entry& entry = *plugin.entry;
  const auto made = MakeTable(entry, interface_id, sizeof(std::uint32_t));
  if (!made)
    return Broken(made.error().Sentence());
  std::uint32_t said = 0;
  std::memcpy(&said, made->table, sizeof said);
  const auto one = [&](const char* what, std::uint32_t size, std::size_t ours) -> std::string {
    if (size == ours || (size > ours && entry.abi_minor > SBX_ABI_MINOR))
      return {};
    return std::string(what) + " says it has " + std::to_string(size) + " bytes, and in ABI " +
           std::to_string(entry.abi_major) + "." + std::to_string(entry.abi_minor) + " it has " +
           std::to_string(ours);
  };
  std::string wrong = one("the entry", entry.size, sizeof(sbx_plugin_entry));
  if (wrong.empty())
    wrong = one("the table", said, table_size);
  if (!wrong.empty())
    return Broken(wrong);
  return Held("entry " + std::to_string(entry.size) + " bytes, table " + std::to_string(said) +
              " bytes");
}

Seen CheckForeignInterface(const LoadedPlugin& plugin) {
  bool given = false;
  const Answer answer = AskFor(*plugin.entry, "sbx.conformance.none/1", &given);
  if (answer.status != SBX_E_UNSUPPORTED)
    return Broken("asked for 'sbx.conformance.none/1' it returns status " +
                  std::to_string(answer.status) + ", not SBX_E_UNSUPPORTED");
  if (given)
    return Broken("it refuses the interface and hands out a table");
  if (!answer.reasoned)
    return Broken("it refuses the interface without a reason");
  return Held(answer.error.Sentence());
}

}  // namespace sbx
