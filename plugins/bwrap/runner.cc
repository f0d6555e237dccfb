// SPDX-License-Identifier: MIT
#include "plugins/bwrap/runner.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "plugins/bwrap/enforce.hpp"
#include "plugins/bwrap/failure.hpp"
#include "plugins/bwrap/inner.hpp"
#include "plugins/bwrap/objects.hpp"
#include "plugins/bwrap/probe.hpp"
#include "plugins/bwrap/vector.hpp"
#include "plugins/bwrap/write_layer.hpp"
#include "plugins/linux/ruleset.hpp"
#include "sbx/plugin/plan_builder.hpp"

namespace sbx::bwrap {
namespace {

Weaken& Weakened() {
  static Weaken weaken;
  return weaken;
}

struct BwrapProfile final : plugin::Profile {
  Program program;
  Facts facts;
  Layout layout;
  Words words;
  std::vector<UniqueFd> objects;
  std::vector<UniqueFd> hold_folders;
  Inner inner;
  bool network_namespace = false;
  const sbx_policy* policy = nullptr;  // outlives the profile
};

Result<UniqueFd> Duplicate(int fd) {
  UniqueFd copy(fcntl(fd, F_DUPFD_CLOEXEC, 3));
  if (!copy.valid())
    return FailOs(errno, "duplicate a descriptor of the policy");
  return copy;
}

// Many mounts are left to Landlock where it holds everything; where it does not,
// they are made.
Result<Inner> PrepareFiles(const sbx_policy& policy, const Weaken& weaken, BwrapProfile& profile) {
  const std::size_t count = profile.layout.mounts.size();
  if (count <= kMostMounts)
    return PrepareInner(policy, false, weaken);
  Layout landlock = ArrangeForLandlock(profile.facts);
  const auto gap = [](const std::string& path) { return path + " can be changed or made"; };
  for (const std::string& path : runner::LeftOpen(policy, SBX_ZONE_OWN_CONFIG))
    landlock.left_open.push_back(gap(path));
  for (const std::string& path : runner::LeftOpen(policy, SBX_ZONE_PROTECT))
    landlock.protect_open.push_back(gap(path));
  Result<Inner> inner = PrepareInner(policy, true, weaken);
  const bool whole = inner && landlock.left_open.empty() && landlock.protect_open.empty();
  if (!whole && count <= kMostMountsAtAll)
    return PrepareInner(policy, false, weaken);
  profile.layout = std::move(landlock);
  return inner;
}

Result<void> Fill(const sbx_policy& policy, const Weaken& weaken, BwrapProfile& profile) {
  Result<Layout> layout = Arrange(policy, profile.facts, weaken);
  if (!layout)
    return layout.failure();
  profile.layout = *std::move(layout);
  Result<Inner> inner = PrepareFiles(policy, weaken, profile);
  if (!inner)
    return inner.failure();
  profile.inner = *std::move(inner);
  profile.words = BuildWords(profile.layout, profile.facts, profile.network_namespace, weaken);
  if (Result<void> good = CheckDestinations(policy, profile.layout); !good)
    return good;
  Result<std::vector<UniqueFd>> objects = OpenObjects(policy, profile.layout, profile.words);
  if (!objects)
    return objects.failure();
  profile.objects = *std::move(objects);
  for (const Held& hold : profile.layout.holds) {
    Result<UniqueFd> folder = Duplicate(policy.zones[hold.zone].fd);
    if (!folder)
      return folder.failure();
    profile.hold_folders.push_back(*std::move(folder));
  }
  return {};
}

std::vector<Claim> ClaimsOf(const BwrapProfile& profile, std::uint32_t listen, bool terminal) {
  const Weaken& weaken = Weakened();
  const sbx_policy& policy = *profile.policy;
  Mechanisms held;
  held.custom = profile.program.custom;
  held.setuid = profile.program.setuid;
  held.network_namespace = profile.network_namespace && !weaken.network_namespace;
  held.landlock_scope = profile.inner.scopes;
  held.pid_namespace = !weaken.pid_namespace;
  held.ipc_namespace = !weaken.ipc_namespace;
  held.filter = !profile.inner.filter.empty();
  held.write_layer = runner::LandlockAbi() >= 1;
  held.terminal = terminal;
  held.listen = listen;
  held.landlock_gaps = profile.inner.gaps;
  return Claims(policy.wanted, policy.uid, policy.tmp, profile.layout, held);
}

void Explain(const BwrapProfile& profile, const sbx_launch& launch, plugin::PlanBuilder& plan) {
  std::vector<std::string> command;
  for (std::size_t i = 0; i < launch.argc; ++i)
    command.emplace_back(View(launch.argv[i]));
  if (command.empty())
    command.emplace_back("COMMAND");
  for (const Held& hold : profile.layout.holds) {
    for (const Mount& mount : profile.layout.mounts) {
      if (mount.zone == static_cast<int>(hold.zone))
        plan.AddExplain("# held while the command runs: " + ShellQuote(mount.path));
    }
  }
  if (profile.inner.ruleset.valid())
    plan.AddExplain(profile.layout.landlock ? "# inside: Landlock holds the file rules"
                                            : "# inside: Landlock scopes");
  if (!profile.inner.filter.empty())
    plan.AddExplain("# inside: seccomp filter");
  plan.AddExplain(ShellLine(profile.program.words, profile.layout, profile.facts,
                            profile.network_namespace, command));
}

}  // namespace

void BwrapRunner::WeakenForTests(const Weaken& weaken) {
  Weakened() = weaken;
}

Result<void> BwrapRunner::Configure(std::span<const sbx_setting> settings) {
  Result<Settings> read = ReadSettings(settings);
  if (!read)
    return read.failure();
  if (!read->program.empty() || !read->command.empty()) {
    // Refused as a setting, so that no weaker runner takes its place.
    auto program = FindProgram(*read, {}, geteuid());
    if (!program) {
      Failure failure = program.failure();
      failure.error.status = SBX_E_INVALID;
      return failure;
    }
  }
  settings_ = *std::move(read);
  return {};
}

Result<plugin::ProbeResult> BwrapRunner::Probe(std::uint32_t timeout_ms) {
  Result<Program> program = FindProgram(settings_, TrustedPlaces(), geteuid());
  if (!program)
    return program.failure();
  return ProbeProgram(*program, settings_.signatures, timeout_ms);
}

Result<std::unique_ptr<plugin::Profile>> BwrapRunner::Compile(const sbx_policy& policy) {
  const Weaken& weaken = Weakened();
  auto profile = std::make_unique<BwrapProfile>();
  profile->policy = &policy;
  Result<Program> program = FindProgram(settings_, TrustedPlaces(), geteuid());
  if (!program)
    return program.failure();
  profile->program = *std::move(program);
  if (Result<void> safe = CheckOutOfTargetsReach(profile->program, policy); !safe)
    return safe.failure();
  profile->facts.setuid = profile->program.setuid;
  profile->facts.out_of_reach = OutOfReach(policy);
  if (policy.uid == 0)
    profile->facts.proc = RootProcEntries();
  profile->network_namespace = policy.network != SBX_NET_OPEN;
  if (Result<void> filled = Fill(policy, weaken, *profile); !filled)
    return filled.failure();
  return std::unique_ptr<plugin::Profile>(std::move(profile));
}

Result<std::unique_ptr<plugin::Plan>> BwrapRunner::Bind(const plugin::Profile& base,
                                                        const sbx_launch& launch) {
  const auto& profile = static_cast<const BwrapProfile&>(base);
  auto plan = std::make_unique<plugin::PlanBuilder>(SBX_PLAN_WRAP);
  // A description of its own for each run: bwrap reads it to its end.
  Result<UniqueFd> words = SealedContent(JoinWithNul(profile.words.words));
  if (!words)
    return words.failure();
  plan->AddFd(*std::move(words));
  for (const UniqueFd& object : profile.objects) {
    Result<UniqueFd> copy = Duplicate(object.get());
    if (!copy)
      return copy.failure();
    plan->AddFd(*std::move(copy));
  }
  for (std::size_t i = 0; i < profile.layout.holds.size(); ++i) {
    Result<UniqueFd> folder = Duplicate(profile.hold_folders[i].get());
    if (!folder)
      return folder.failure();
    const int index = plan->AddFd(*std::move(folder));
    plan->AddHold(SBX_HOLD_NAME, index, profile.layout.holds[i].name);
  }
  for (const std::string& word : profile.program.words)
    plan->AddWrap(word);
  plan->AddWrap("--args");
  plan->AddWrap(std::to_string(SBX_WRAP_FD_BASE));

  if (profile.layout.landlock) {
    Result<UniqueFd> ruleset = Duplicate(profile.inner.ruleset.get());
    if (!ruleset)
      return ruleset.failure();
    plan->AddStep(SBX_STEP_LANDLOCK, plan->AddFd(*std::move(ruleset)));
  } else if (const int abi = Weakened().write_layer ? 0 : runner::LandlockAbi(); abi >= 1) {
    Result<WriteLayer> layer = MakeWriteLayer(*profile.policy, abi, profile.inner.scopes);
    if (!layer)
      return layer.failure();
    const int ruleset = plan->AddFd(std::move(layer->ruleset));
    // Only inside do these exist: a /dev and a /proc of its own, a private /tmp.
    for (const Mount& mount : profile.layout.mounts) {
      const bool own = mount.kind == Mount::Kind::kDev || mount.kind == Mount::Kind::kProc ||
                       mount.kind == Mount::Kind::kTmp;
      if (own) {
        plan->AddStep(SBX_STEP_LANDLOCK_ALLOW, ruleset, mount.path + std::string(1, '\0'),
                      layer->rights);
      }
    }
    plan->AddStep(SBX_STEP_LANDLOCK, ruleset);
  } else if (profile.inner.ruleset.valid()) {
    Result<UniqueFd> ruleset = Duplicate(profile.inner.ruleset.get());
    if (!ruleset)
      return ruleset.failure();
    plan->AddStep(SBX_STEP_LANDLOCK, plan->AddFd(*std::move(ruleset)));
  }
  if (!profile.inner.filter.empty())
    plan->AddStep(SBX_STEP_SECCOMP, -1, profile.inner.filter);
  const bool terminal = (launch.flags & SBX_LAUNCH_TERMINAL) != 0;
  const std::uint32_t features = ListenerFeatures(*profile.policy);
  plan->Listen(features);
  for (const Mount& mount : profile.layout.mounts) {
    if (mount.kind == Mount::Kind::kTmp) {
      for (const char* name : {"TMPDIR=", "TMP=", "TEMP="})
        plan->AddEnv(name + mount.path);
    }
  }
  for (Claim& claim : ClaimsOf(profile, features, terminal)) {
    plan->Enforce(claim.restriction, claim.level, std::move(claim.mechanism), std::move(claim.gap),
                  std::move(claim.mend));
  }
  Explain(profile, launch, *plan);
  return std::unique_ptr<plugin::Plan>(std::move(plan));
}

Error BwrapRunner::Classify(const sbx_failure& failure) {
  return Diagnose(failure.wait_status, View(failure.wrapper_text), settings_.signatures);
}

}  // namespace sbx::bwrap
