// SPDX-License-Identifier: MIT
#include "core/conformance/contract.hpp"

#include <array>
#include <bit>
#include <cstring>
#include <thread>

#include "core/conformance/instance.hpp"
#include "core/platform/conformance.hpp"
#include "core/plugin/plan_check.hpp"
#include "core/plugin/restriction_names.hpp"

namespace sbx {
namespace {

constexpr std::chrono::seconds kPatience{60};
constexpr std::uint32_t kProbeMs = 20000;

struct Seen {
  bool held = false;
  std::string detail;
};

struct Subject {
  const LoadedPlugin& plugin;
  const sbx_policy& policy;
};

Seen Held(std::string detail = {}) {
  return {true, std::move(detail)};
}
Seen Broken(std::string detail) {
  return {false, std::move(detail)};
}

// An instance as a host has it.
struct Ready : Instance {
  explicit Ready(const Subject& subject) : Instance(*subject.plugin.entry) {
    configured = ConfigureNothing();
  }
  Answer configured;
};

Seen Of(const Bound& bound) {
  if (!bound.fault.empty())
    return Broken(bound.fault);
  return Held(bound.bound ? "" : "refused: " + bound.text);
}

Seen CheckExports(const Subject& subject) {
  const auto names = ExportedSymbols(subject.plugin.file);
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

Seen CheckSizes(const Subject& subject) {
  const sbx_plugin_entry& entry = *subject.plugin.entry;
  const Instance instance(entry);
  const auto one = [&](const char* what, std::uint32_t size, std::size_t ours) -> std::string {
    if (size == ours || (size > ours && entry.abi_minor > SBX_ABI_MINOR))
      return {};
    return std::string(what) + " says it has " + std::to_string(size) + " bytes, and in ABI " +
           std::to_string(entry.abi_major) + "." + std::to_string(entry.abi_minor) + " it has " +
           std::to_string(ours);
  };
  std::string wrong = one("the entry", entry.size, sizeof(sbx_plugin_entry));
  if (wrong.empty())
    wrong = one("the table", instance.table().size, sizeof(sbx_runner));
  if (!wrong.empty())
    return Broken(wrong);
  return Held("entry " + std::to_string(entry.size) + " bytes, table " +
              std::to_string(instance.table().size) + " bytes");
}

Seen CheckInterfaces(const Subject& subject) {
  bool given = false;
  const Answer answer = AskFor(*subject.plugin.entry, "sbx.conformance.none/1", &given);
  if (answer.status != SBX_E_UNSUPPORTED)
    return Broken("asked for 'sbx.conformance.none/1' it returns status " +
                  std::to_string(answer.status) + ", not SBX_E_UNSUPPORTED");
  if (given)
    return Broken("it refuses the interface and hands out a table");
  if (!answer.reasoned)
    return Broken("it refuses the interface without a reason");
  return Held(answer.error.Sentence());
}

Seen CheckSettings(const Subject& subject) {
  Instance instance(*subject.plugin.entry);
  const Answer answer = instance.Configure("sbx-conformance-unknown", "1");
  if (answer.status != SBX_E_INVALID)
    return Broken("it takes the setting 'sbx-conformance-unknown' with status " +
                  std::to_string(answer.status) + ", not SBX_E_INVALID");
  if (!answer.reasoned)
    return Broken("it refuses the setting without a reason");
  return Held(answer.error.Sentence());
}

Seen CheckProbe(const Subject& subject) {
  const Ready runner(subject);
  const sbx_restrictions understood = runner.table().understood;
  if ((understood & ~SBX_RESTRICTIONS_ALL) != 0 && subject.plugin.entry->abi_minor <= SBX_ABI_MINOR)
    return Broken("it says that it understands restrictions that its ABI does not have");
  sbx_restrictions can = 0;
  const Answer answer = runner.Probe(kProbeMs, &can);
  if (answer.status != SBX_OK) {
    return answer.reasoned ? Held("it cannot probe here: " + answer.error.Sentence())
                           : Broken("its probe fails without a reason");
  }
  if ((can & ~understood) != 0)
    return Broken("its probe can enforce " + RestrictionList(can & ~understood) +
                  ", which it does not understand");
  return Held("can enforce " + (can == 0 ? "nothing here" : RestrictionList(can)));
}

Seen CheckCompile(const Subject& subject) {
  const Ready runner(subject);
  const Bound first = runner.Bind(subject.policy, 1);
  const Bound again = runner.Bind(subject.policy, 1);
  if (first.fault.empty() && again.fault.empty() &&
      (first.bound != again.bound || first.text != again.text))
    return Broken("one policy, compiled twice, comes to two different things");
  return Of(first.fault.empty() ? again : first);
}

Seen CheckBind(const Subject& subject) {
  return Of(Ready(subject).Bind(subject.policy, 3));
}

Seen CheckThreads(const Subject& subject) {
  const Ready runner(subject);
  const Bound alone = runner.Bind(subject.policy, 1);
  if (!alone.fault.empty())
    return Broken(alone.fault);
  std::array<std::string, 4> wrong;
  {
    std::vector<std::jthread> threads;
    for (std::string& said : wrong) {
      threads.emplace_back([&] {
        for (int i = 0; i < 8 && said.empty(); ++i) {
          const Bound bound = runner.Bind(subject.policy, 2);
          said = bound.fault;
          if (said.empty() && bound.text != alone.text)
            said = "four threads at once do not get what one gets alone";
        }
      });
    }
  }
  for (const std::string& said : wrong) {
    if (!said.empty())
      return Broken(said);
  }
  return Of(alone);
}

Seen CheckDescriptors(const Subject& subject) {
  // What a plugin opens once, for all its instances, is its own affair.
  (void)Ready(subject).Bind(subject.policy, 1);
  const auto before = OpenDescriptors();
  Bound last;
  for (int i = 0; i < 16; ++i)
    last = Ready(subject).Bind(subject.policy, 2);
  const auto after = OpenDescriptors();
  if (!before || !after)
    return Broken((before ? after : before).error().Sentence());
  if (*after > *before)
    return Broken(std::to_string(*after - *before) +
                  " descriptors stay open when 16 instances and their plans are destroyed");
  return Of(last);
}

Seen CheckNewer(const Subject& subject) {
  constexpr sbx_restrictions kNewer = sbx_restrictions{1} << SBX_RESTRICTION_COUNT;
  sbx_policy policy = subject.policy;
  policy.generation = ~policy.generation;
  policy.wanted |= kNewer;
  policy.required |= kNewer;
  const Bound bound = Ready(subject).Bind(policy, 1);
  if (!bound.fault.empty())
    return Broken(bound.fault);
  // A plan that is silent about it is refused by the host, which is enough.
  return Held(bound.bound ? "its plan does not claim it, so the host refuses the run"
                          : "refused: " + bound.text);
}

Seen CheckClassify(const Subject& subject) {
  const Ready runner(subject);
  const sbx_failure failure = {sizeof(sbx_failure), 1 << 8, Borrow("")};
  const Answer answer = runner.Classify(failure);
  if (answer.status == SBX_OK)
    return Broken("asked why a launch failed, it answers that none did");
  if (!answer.reasoned)
    return Broken("it explains a failed launch without a reason");
  return Held(answer.error.Sentence());
}

struct Duty {
  const char* name;
  const char* duty;
  Seen (*check)(const Subject&);
};
constexpr Duty kDuties[] = {
    {"exports", "the entry is the only symbol it exports", CheckExports},
    {"sizes", "entry and table have the sizes of their ABI", CheckSizes},
    {"interfaces", "an interface it lacks is refused, with a reason", CheckInterfaces},
    {"settings", "an unknown setting is refused, with a reason", CheckSettings},
    {"probe", "its probe claims nothing that it does not understand", CheckProbe},
    {"compile", "one policy always comes to the same plan, or the same refusal", CheckCompile},
    {"bind", "plans of one profile are equal and live apart", CheckBind},
    {"threads", "[any] functions may be called from four threads at once", CheckThreads},
    {"descriptors", "what it opened is closed when plan, profile and instance are destroyed",
     CheckDescriptors},
    {"newer", "a required restriction that is newer than the plugin is not claimed", CheckNewer},
    {"classify", "a launch that failed is explained", CheckClassify},
};

// What a check in a child saw: one byte, then the detail.
Seen InChild(const Subject& subject, const Duty& duty) {
  const auto end = RunApart(kPatience, [&](const Say& say) {
    const Seen seen = duty.check(subject);
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

Result<void> TryInstance(const LoadedPlugin& plugin) {
  const auto end = RunApart(kPatience, [&](const Say& say) {
    if (const auto made = RunnerHandle::Create(*plugin.entry, {}); !made)
      say(made.error().Sentence());
  });
  if (!end)
    return end.failure();
  if (end->fault.empty() && end->said.empty())
    return {};
  return Fail(SBX_E_UNSUPPORTED, "use the plugin", plugin.file,
              end->fault.empty() ? end->said : "making an instance of it " + end->fault);
}

std::vector<ContractCheck> CheckContract(const LoadedPlugin& plugin, const ResolvedPolicy& policy) {
  const Subject subject{plugin, policy.view()};
  std::vector<ContractCheck> all;
  for (const Duty& duty : kDuties) {
    Seen seen = InChild(subject, duty);
    all.push_back({duty.name, duty.duty, seen.held, std::move(seen.detail)});
  }
  return all;
}

}  // namespace sbx
