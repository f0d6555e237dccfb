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

struct Asking {
  const LoadedPlugin& plugin;
  const sbx_policy& policy;
};

// An instance as a host has it.
struct Ready : Instance {
  explicit Ready(const Asking& asking) : Instance(*asking.plugin.entry) {
    configured = ConfigureNothing();
  }
  Answer configured;
};

// Of a duty of plans: a runner that refuses the policy has made none.
Seen Of(const Bound& bound) {
  if (!bound.fault.empty())
    return Broken(bound.fault);
  return bound.bound ? Kept() : Unclear("it makes no plan here: " + bound.text);
}

Seen CheckSettings(const Asking& asking) {
  Instance instance(*asking.plugin.entry);
  const Answer answer = instance.Configure("sbx-conformance-unknown", "1");
  if (answer.status != SBX_E_INVALID)
    return Broken("it takes the setting 'sbx-conformance-unknown' with status " +
                  std::to_string(answer.status) + ", not SBX_E_INVALID");
  if (!answer.reasoned)
    return Broken("it refuses the setting without a reason");
  return Kept(answer.error.Sentence());
}

Seen CheckProbe(const Asking& asking) {
  const Ready runner(asking);
  const sbx_restrictions understood = runner.table().understood;
  if ((understood & ~SBX_RESTRICTIONS_ALL) != 0 && asking.plugin.entry->abi_minor <= SBX_ABI_MINOR)
    return Broken("it says that it understands restrictions that its ABI does not have");
  sbx_restrictions can = 0;
  const Answer answer = runner.Probe(kProbeMs, &can);
  if (answer.status != SBX_OK) {
    return answer.reasoned ? Unclear("it cannot probe here: " + answer.error.Sentence())
                           : Broken("its probe fails without a reason");
  }
  if ((can & ~understood) != 0)
    return Broken("its probe can enforce " + RestrictionList(can & ~understood) +
                  ", which it does not understand");
  return Kept("can enforce " + (can == 0 ? "nothing here" : RestrictionList(can)));
}

Seen CheckCompile(const Asking& asking) {
  const Ready runner(asking);
  const Bound first = runner.Bind(asking.policy, 1);
  const Bound again = runner.Bind(asking.policy, 1);
  if (first.fault.empty() && again.fault.empty() &&
      (first.bound != again.bound || first.text != again.text))
    return Broken("one policy, compiled twice, comes to two different things");
  if (!first.fault.empty() || !again.fault.empty())
    return Of(first.fault.empty() ? again : first);
  return again.bound ? Kept() : KeptBut("refused: " + again.text);
}

Seen CheckBind(const Asking& asking) {
  return Of(Ready(asking).Bind(asking.policy, 3));
}

Seen CheckThreads(const Asking& asking) {
  const Ready runner(asking);
  const Bound alone = runner.Bind(asking.policy, 1);
  if (!alone.fault.empty())
    return Broken(alone.fault);
  std::array<std::string, 4> wrong;
  {
    std::vector<std::jthread> threads;
    threads.reserve(wrong.size());
    for (std::string& said : wrong) {
      threads.emplace_back([&] {
        for (int i = 0; i < 8 && said.empty(); ++i) {
          const Bound bound = runner.Bind(asking.policy, 2);
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

Seen CheckDescriptors(const Asking& asking) {
  // What a plugin opens once, for all its instances, is its own affair.
  (void)Ready(asking).Bind(asking.policy, 1);
  const auto before = OpenDescriptors();
  Bound last;
  for (int i = 0; i < 16; ++i)
    last = Ready(asking).Bind(asking.policy, 2);
  const auto after = OpenDescriptors();
  if (!before || !after)
    return Broken((before ? after : before).error().Sentence());
  if (*after > *before)
    return Broken(std::to_string(*after - *before) +
                  " descriptors stay open when 16 instances and their plans are destroyed");
  return Of(last);
}

Seen CheckNewer(const Asking& asking) {
  constexpr sbx_restrictions kNewer = sbx_restrictions{1} << SBX_RESTRICTION_COUNT;
  sbx_policy policy = asking.policy;
  policy.generation = ~policy.generation;
  policy.wanted |= kNewer;
  policy.required |= kNewer;
  const Bound bound = Ready(asking).Bind(policy, 1);
  if (!bound.fault.empty())
    return Broken(bound.fault);
  // A plan that is silent about it is refused by the host, which is enough.
  return Kept(bound.bound ? "its plan does not claim it, so the host refuses the run"
                          : "refused: " + bound.text);
}

Seen CheckClassify(const Asking& asking) {
  const Ready runner(asking);
  const sbx_failure failure = {sizeof(sbx_failure), 1 << 8, Borrow("")};
  const Answer answer = runner.Classify(failure);
  if (answer.status == SBX_OK)
    return Broken("asked why a launch failed, it answers that none did");
  if (!answer.reasoned)
    return Broken("it explains a failed launch without a reason");
  return Kept(answer.error.Sentence());
}

}  // namespace

std::vector<ContractCheck> CheckContract(const Subject& subject, const ResolvedPolicy& policy,
                                         const Trial& trial) {
  const auto of = [&](Seen (*check)(const Asking&)) {
    return [&, check](const LoadedPlugin& plugin) { return check({plugin, policy.view()}); };
  };
  std::vector<Duty> duties = LibraryDuties(SBX_RUNNER_INTERFACE, sizeof(sbx_runner));
  duties.insert(
      duties.end(),
      {{"settings", "an unknown setting is refused, with a reason", of(CheckSettings)},
       {"probe", "its probe claims nothing that it does not understand", of(CheckProbe)},
       {"compile", "one policy always comes to the same plan, or the same refusal",
        of(CheckCompile)},
       {"bind", "plans of one profile are equal and live apart", of(CheckBind)},
       {"threads", "[any] functions may be called from four threads at once", of(CheckThreads)},
       {"descriptors", "what it opened is closed when plan, profile and instance are destroyed",
        of(CheckDescriptors)},
       {"newer", "a required restriction that is newer than the plugin is not claimed",
        of(CheckNewer)},
       {"classify", "a launch that failed is explained", of(CheckClassify)}});
  return TryDuties(subject, duties, trial);
}

}  // namespace sbx
