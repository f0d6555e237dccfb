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

constexpr std::uint32_t kProbeMs = 20000;

struct Subject {
  const LoadedPlugin& plugin;
  const sbx_policy& policy;
};

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
    threads.reserve(wrong.size());
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

}  // namespace

std::vector<ContractCheck> CheckContract(const LoadedPlugin& plugin, const ResolvedPolicy& policy) {
  const Subject subject{plugin, policy.view()};
  const auto of = [&](Seen (*check)(const Subject&)) {
    return [&, check] { return check(subject); };
  };
  return TryDuties({
      {"exports", "the entry is the only symbol it exports", [&] { return CheckExports(plugin); }},
      {"sizes", "entry and table have the sizes of their ABI",
       [&] { return CheckSizes(plugin, SBX_RUNNER_INTERFACE, sizeof(sbx_runner)); }},
      {"interfaces", "an interface it lacks is refused, with a reason",
       [&] { return CheckForeignInterface(plugin); }},
      {"settings", "an unknown setting is refused, with a reason", of(CheckSettings)},
      {"probe", "its probe claims nothing that it does not understand", of(CheckProbe)},
      {"compile", "one policy always comes to the same plan, or the same refusal",
       of(CheckCompile)},
      {"bind", "plans of one profile are equal and live apart", of(CheckBind)},
      {"threads", "[any] functions may be called from four threads at once", of(CheckThreads)},
      {"descriptors", "what it opened is closed when plan, profile and instance are destroyed",
       of(CheckDescriptors)},
      {"newer", "a required restriction that is newer than the plugin is not claimed",
       of(CheckNewer)},
      {"classify", "a launch that failed is explained", of(CheckClassify)},
  });
}

}  // namespace sbx
