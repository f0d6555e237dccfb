// SPDX-License-Identifier: MIT
//
// Between what embedders see and what the core has: both ways, nothing decided.
#ifndef SBX_CORE_HOST_INNER_HPP_
#define SBX_CORE_HOST_INNER_HPP_

#include <memory>
#include <string>
#include <vector>

#include "core/config/effective.hpp"
#include "core/engine/engine.hpp"
#include "core/platform/host.hpp"
#include "core/policy/resolved_policy.hpp"
#include "sbx/host/engine.hpp"

namespace sbx::host {

// What an engine and its runs share; gone with the last of them.
struct Engine::Impl {
  Impl(sbx::Host facts_, Installation installation_, std::vector<std::string> extra_folders_,
       sbx::EngineOptions options)
      : facts(std::move(facts_)),
        installation(std::move(installation_)),
        extra_folders(std::move(extra_folders_)),
        untrusted_folders(options.forbidden_folders),
        core(std::move(options), MakeLauncherSpawner(installation.helper)) {}

  const sbx::Host facts;
  const Installation installation;
  const std::vector<std::string> extra_folders;      // canonical
  const std::vector<std::string> untrusted_folders;  // that commands may change
  sbx::Engine core;
};

// `said` is what the layers say of launches; its policy is the one that was resolved.
struct ResolvedPolicy::Impl {
  std::shared_ptr<const sbx::ResolvedPolicy> core;
  config::Effective said;
};

struct Inner {
  using EngineImpl = Engine::Impl;

  static const std::shared_ptr<const sbx::ResolvedPolicy>& Of(const ResolvedPolicy& policy) {
    return policy.impl_->core;
  }
  static const config::Effective& Said(const ResolvedPolicy& policy) { return policy.impl_->said; }
};

// Fails on values that no launch may have. What the layers say of the environment, of
// time and of output comes last.
[[nodiscard]] Result<sbx::Launch> ToCore(const Launch& launch, const sbx::Host& facts,
                                         const ResolvedPolicy& policy);
// The runner that counts: the one that the organisation names goes before `wanted`.
[[nodiscard]] const std::string& RunnerFor(const std::string& wanted, const ResolvedPolicy& policy);

[[nodiscard]] Outcome FromCore(const sbx::Outcome& outcome);
[[nodiscard]] std::vector<Enforcement> FromCore(const std::vector<sbx::Enforcement>& enforcement);

}  // namespace sbx::host

#endif  // SBX_CORE_HOST_INNER_HPP_
