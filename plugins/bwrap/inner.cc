// SPDX-License-Identifier: MIT
#include "plugins/bwrap/inner.hpp"

#include <linux/filter.h>

#include <utility>

#include "plugins/linux/ruleset.hpp"
#include "plugins/linux/seccomp.hpp"

namespace sbx::bwrap {
namespace {

constexpr int kScopesSince = 6;  // Landlock ABI

}  // namespace

Result<Inner> PrepareInner(const sbx_policy& policy, bool files, const Weaken& weaken) {
  Inner inner;
  const int abi = runner::LandlockAbi();
  runner::RulesetRequest request;
  request.files = files;
  request.devices = files;
  request.scope_abstract = request.scope_signal = !weaken.scope;
  if (files) {
    if (abi == 0) {
      return Fail(SBX_E_REFUSED, "hold a policy that needs more than 64 mounts", {},
                  "this kernel has no Landlock, which would hold it; merge some of its rules");
    }
    if (policy.tmp == SBX_TMP_PRIVATE) {
      return Fail(SBX_E_REFUSED, "hold a policy that needs more than 64 mounts", {},
                  "a private temporary directory does not go with it; merge some of its rules, "
                  "or use --tmp shared");
    }
    if (Result<void> can = runner::CanHold(policy); !can) {
      Error error = can.error();
      error.status = SBX_E_REFUSED;
      error.hint += (error.hint.empty() ? "" : "; ");
      error.hint += "the policy needs more than 64 mounts, and Landlock cannot hold this rule";
      return Failure{std::move(error)};
    }
  }
  if (files || (abi >= kScopesSince && !weaken.scope)) {
    const runner::RulesetShape shape = runner::Downgrade(request, abi);
    Result<UniqueFd> ruleset = runner::BuildRuleset(policy, request, shape);
    if (!ruleset)
      return ruleset.failure();
    inner.ruleset = *std::move(ruleset);
    inner.scopes = abi >= kScopesSince && !weaken.scope;
    if (files)
      inner.gaps = shape.gaps;
  }
  if (!weaken.filter) {
    runner::FilterRequest filter;
    filter.no_network = policy.network != SBX_NET_OPEN;
    filter.no_unix_datagram = policy.unix_sockets != SBX_UNIX_ALLOW;
    filter.root = policy.uid == 0;
    const std::vector<sock_filter> program = runner::BuildFilter(filter);
    inner.filter.assign(reinterpret_cast<const char*>(program.data()),
                        program.size() * sizeof(sock_filter));
  }
  return inner;
}

}  // namespace sbx::bwrap
