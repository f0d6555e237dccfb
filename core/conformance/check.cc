// SPDX-License-Identifier: MIT
#include "core/conformance/check.hpp"

#include <algorithm>
#include <cstring>

#include "core/conformance/instance.hpp"
#include "core/conformance/parcel.hpp"
#include "core/platform/conformance.hpp"
#include "core/plugin/table.hpp"

namespace sbx {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kPatience{60000};

Seen InChild(const Subject& subject, const Duty& duty, const Trial& trial) {
  const milliseconds patience = trial.Left(kPatience);
  if (patience <= milliseconds(0))
    return Unclear(std::string(kTimeOver));
  const auto end = RunApart(patience, [&](const Say& say) {
    const auto plugin = subject.open();
    const Seen seen = plugin ? duty.check(*plugin) : Unclear(plugin.error().Sentence());
    Parcel parcel;
    parcel.Put(static_cast<std::uint64_t>(seen.observed)).Put(std::uint64_t{seen.telling});
    parcel.Put(seen.detail);
    say(parcel.bytes());
  });
  if (!end)
    return Unclear(end.error().Sentence());
  if (end->late && patience < kPatience)
    return Unclear(std::string(kTimeOver) + " while it was tried");
  if (!end->fault.empty())
    return Broken("it " + end->fault);
  ParcelReader parcel(end->said);
  Seen seen;
  seen.observed = static_cast<Observed>(std::min<std::uint64_t>(parcel.Number(), 2));
  seen.telling = parcel.Number() != 0;
  seen.detail = parcel.Text();
  return parcel.Whole() ? seen : Unclear("the check gave no answer");
}

// Why `duty` says nothing after `earlier`, or empty.
std::string Unmet(const Duty& duty, const std::vector<ContractCheck>& earlier) {
  const auto needed = std::ranges::find(earlier, duty.needs, &ContractCheck::name);
  if (needed == earlier.end() || needed->observed == Observed::kKept)
    return {};
  return "not tried, because '" + needed->name + "' was not kept";
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
  return Kept("sbx_plugin_entry_v1");
}

// The entry and the table say the sizes of their ABI.
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
  return Kept("entry " + std::to_string(entry.size) + " bytes, table " + std::to_string(said) +
              " bytes");
}

// An interface that nobody has is refused, with a reason.
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
  return Kept(answer.error.Sentence());
}

}  // namespace

std::string_view WordOf(Observed observed) {
  switch (observed) {
    case Observed::kKept:
      return "kept";
    case Observed::kBroken:
      return "BROKEN";
    case Observed::kUnclear:
      return "unclear";
  }
  return "unclear";
}

milliseconds Trial::Left(milliseconds most) const {
  if (!until)
    return most;
  const auto left = std::chrono::duration_cast<milliseconds>(*until - Clock::now());
  return std::clamp(left, milliseconds(0), most);
}

std::vector<ContractCheck> TryDuties(const Subject& subject, const std::vector<Duty>& duties,
                                     const Trial& trial) {
  std::vector<ContractCheck> all;
  for (const Duty& duty : duties) {
    if (trial.begins)
      trial.begins(duty.name);
    std::string unmet = Unmet(duty, all);
    Seen seen = unmet.empty() ? InChild(subject, duty, trial) : Unclear(std::move(unmet));
    all.push_back({std::move(seen), duty.name, duty.duty});
    if (trial.ends)
      trial.ends(all.back());
  }
  return all;
}

std::vector<Duty> LibraryDuties(const char* interface_id, std::size_t table_size) {
  return {
      {"exports", "the entry is the only symbol it exports", &CheckExports},
      {"sizes", "entry and table have the sizes of their ABI",
       [=](const LoadedPlugin& plugin) { return CheckSizes(plugin, interface_id, table_size); }},
      {"interfaces", "an interface it lacks is refused, with a reason", &CheckForeignInterface}};
}

}  // namespace sbx
