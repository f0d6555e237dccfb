// SPDX-License-Identifier: MIT
#include "plugins/landlock/landlock_runner.hpp"

#include <fcntl.h>
#include <sys/wait.h>

#include <algorithm>
#include <cerrno>
#include <string>
#include <utility>

#include "plugins/landlock/enforcement.hpp"
#include "plugins/landlock/probe.hpp"
#include "plugins/linux/ruleset.hpp"
#include "sbx/plugin/plan_builder.hpp"

namespace sbx::runner {
namespace {

// What all commands of a policy share, kept alive by the profile and by every
// plan. Not changed after Compile, so that any thread may bind.
struct Common {
  plugin::PlanBuilder builder{SBX_PLAN_STEPS};
  sbx_plan view{};
};

struct LandlockProfile final : plugin::Profile {
  std::shared_ptr<const Common> common;
  const sbx_policy* policy = nullptr;  // the host keeps it as long as the profile
  RulesetRequest request;
  RulesetShape shape;
};

class SharedPlan final : public plugin::Plan {
 public:
  explicit SharedPlan(std::shared_ptr<const Common> common) : common_(std::move(common)) {}
  [[nodiscard]] const sbx_plan& view() const override { return common_->view; }

 private:
  std::shared_ptr<const Common> common_;
};

// The same steps on a ruleset of its own, which the host completes with a rule
// for the directory that it makes.
class PrivateTempPlan final : public plugin::Plan {
 public:
  PrivateTempPlan(std::shared_ptr<const Common> common, UniqueFd ruleset, UniqueFd root,
                  const std::string& root_path, std::string name, std::uint64_t rights)
      : common_(std::move(common)),
        ruleset_(std::move(ruleset)),
        root_(std::move(root)),
        name_(std::move(name)),
        fds_{ruleset_.get(), root_.get()},
        hold_{SBX_HOLD_TEMP, 1, 0, 0, rights, Borrow(name_)},
        view_(common_->view) {
    // zsh puts its here-documents at TMPPREFIX, wherever TMPDIR points.
    static constexpr std::pair<const char*, const char*> kNames[kNameCount] = {
        {"TMPDIR=", ""}, {"TMP=", ""}, {"TEMP=", ""}, {"TMPPREFIX=", "/zsh"}};
    for (std::size_t i = 0; i < kNameCount; ++i) {
      env_[i] = kNames[i].first + root_path + (root_path.ends_with('/') ? "" : "/") + name_ +
                kNames[i].second;
      env_views_[i] = Borrow(env_[i]);
    }
    view_.fds = fds_;
    view_.fd_count = 2;
    view_.holds = &hold_;
    view_.hold_count = 1;
    view_.env = env_views_;
    view_.env_count = kNameCount;
  }
  [[nodiscard]] const sbx_plan& view() const override { return view_; }

 private:
  std::shared_ptr<const Common> common_;
  UniqueFd ruleset_, root_;
  std::string name_;
  static constexpr std::size_t kNameCount = 4;
  std::string env_[kNameCount];
  sbx_str env_views_[kNameCount]{};
  std::int32_t fds_[2];
  sbx_hold hold_;
  sbx_plan view_;
};

FilterRequest FilterFor(const sbx_policy& policy, const LandlockSwitches& switches) {
  FilterRequest request = switches.filter;
  request.no_network = policy.network != SBX_NET_OPEN;
  request.no_unix_datagram = policy.unix_sockets != SBX_UNIX_ALLOW && !switches.omit_unix_datagram;
  request.no_unix = false;  // named sockets stay reachable: the listener judges each
  request.no_sysv = (policy.required & SBX_IPC_SYSV) != 0;
  request.root = policy.uid == 0;
  return request;
}

RulesetRequest RulesetFor(const sbx_policy& policy, const LandlockSwitches& switches) {
  RulesetRequest request;
  request.files = !switches.omit_files;
  request.scope_abstract = (policy.wanted & SBX_IPC_ABSTRACT) != 0 && !switches.omit_abstract_scope;
  request.scope_signal = (policy.wanted & SBX_PROC_SIGNAL) != 0 && !switches.omit_signal_scope;
  request.no_tcp = policy.network != SBX_NET_OPEN && !switches.omit_tcp;
  request.no_udp = request.no_tcp;
  request.unix_outside = policy.unix_sockets != SBX_UNIX_ALLOW;
  return request;
}

std::string Bytes(const std::vector<sock_filter>& filter) {
  return {reinterpret_cast<const char*>(filter.data()), filter.size() * sizeof(sock_filter)};
}

}  // namespace

int LandlockRunner::Abi() const {
  return std::min({LandlockAbi(), switches_.abi_limit, SBX_LANDLOCK_ABI_KNOWN});
}

Result<void> LandlockRunner::Configure(std::span<const sbx_setting> settings) {
  if (settings.empty())
    return {};
  return Fail(SBX_E_INVALID, "set runner.landlock key", std::string(View(settings.front().key)),
              "this runner has no settings");
}

Result<plugin::ProbeResult> LandlockRunner::Probe(std::uint32_t timeout_ms) {
  return ProbeLandlock(Abi(), timeout_ms);
}

// A host without a folder for one gets none; that of others stays closed.
static bool MakesTemp(const sbx_policy& policy) {
  return policy.tmp == SBX_TMP_PRIVATE && policy.temp_root_fd >= 0;
}

Result<std::unique_ptr<plugin::Profile>> LandlockRunner::Compile(const sbx_policy& policy) {
  const int abi = Abi();
  if (abi < 1) {
    return Fail(SBX_E_UNSUPPORTED, "use Landlock", {},
                "this kernel is built or started without it: use --runner=bwrap");
  }
  if (const Result<void> held = CanHold(policy); !held)
    return held.failure();

  auto profile = std::make_unique<LandlockProfile>();
  profile->policy = &policy;
  profile->request = RulesetFor(policy, switches_);
  profile->shape = Downgrade(profile->request, abi);
  auto common = std::make_shared<Common>();
  plugin::PlanBuilder& plan = common->builder;
  if (!switches_.omit_landlock) {
    int index = 0;
    if (!MakesTemp(policy)) {
      Result<UniqueFd> ruleset = BuildRuleset(policy, profile->request, profile->shape);
      if (!ruleset)
        return ruleset.failure();
      index = plan.AddFd(*std::move(ruleset));
    }
    plan.AddStep(SBX_STEP_LANDLOCK, index);
  }
  const std::vector<sock_filter> filter = BuildFilter(FilterFor(policy, switches_));
  if (!switches_.omit_filter)
    plan.AddStep(SBX_STEP_SECCOMP, -1, Bytes(filter));
  if ((policy.wanted & SBX_IPC_UNIX) != 0)
    plan.Listen(SBX_LISTEN_UNIX);
  if ((policy.wanted & SBX_FS_METADATA) != 0)
    plan.Listen(SBX_LISTEN_METADATA);
  if ((policy.wanted & SBX_PROC_SIGNAL) != 0)
    plan.Listen(SBX_LISTEN_SCHEDULE);
  SayEnforcement(policy, abi, plan);
  SayRules(policy, abi, profile->shape, filter.size(), plan);
  common->view = plan.view();
  profile->common = std::move(common);
  return std::unique_ptr<plugin::Profile>(std::move(profile));
}

Result<std::unique_ptr<plugin::Plan>> LandlockRunner::Bind(const plugin::Profile& profile,
                                                           const sbx_launch& launch) {
  const auto& compiled = static_cast<const LandlockProfile&>(profile);
  const sbx_policy& policy = *compiled.policy;
  if (!MakesTemp(policy)) {
    return std::unique_ptr<plugin::Plan>(std::make_unique<SharedPlan>(compiled.common));
  }
  Result<UniqueFd> ruleset = BuildRuleset(policy, compiled.request, compiled.shape);
  if (!ruleset)
    return ruleset.failure();
  UniqueFd root(fcntl(policy.temp_root_fd, F_DUPFD_CLOEXEC, 3));
  if (!root.valid())
    return FailOs(errno, "open", std::string(View(policy.temp_root)));
  return std::unique_ptr<plugin::Plan>(std::make_unique<PrivateTempPlan>(
      compiled.common, *std::move(ruleset), std::move(root), std::string(View(policy.temp_root)),
      std::string(View(launch.temp_name)), compiled.shape.write_rights));
}

Error LandlockRunner::Classify(const sbx_failure& failure) {
  if (WIFSIGNALED(failure.wait_status)) {
    return {SBX_E_OS,
            0,
            "start the command under Landlock",
            {},
            "it was ended by signal " + std::to_string(WTERMSIG(failure.wait_status)) +
                " before it ran"};
  }
  return {SBX_E_UNSUPPORTED,
          0,
          "start the command under Landlock",
          {},
          "the kernel refused to confine it, perhaps because sixteen Landlock layers are in use or "
          "a container forbids it: run sbx doctor or use --runner=bwrap"};
}

}  // namespace sbx::runner
