// SPDX-License-Identifier: MIT
//
// Between what embedders see and what the core has: both ways, nothing decided.
#ifndef SBX_CORE_HOST_INNER_HPP_
#define SBX_CORE_HOST_INNER_HPP_

#include <memory>
#include <string>
#include <vector>

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
        core(std::move(options)) {}

  const sbx::Host facts;
  const Installation installation;
  const std::vector<std::string> extra_folders;  // canonical
  sbx::Engine core;
};

struct Inner {
  using EngineImpl = Engine::Impl;

  static const std::shared_ptr<const sbx::ResolvedPolicy>& Of(const ResolvedPolicy& policy) {
    return policy.policy_;
  }
};

[[nodiscard]] sbx::Policy ToCore(const Policy& policy);
// Fails on values that no launch may have.
[[nodiscard]] Result<sbx::Launch> ToCore(const Launch& launch, const sbx::Host& facts,
                                         const sbx::ResolvedPolicy& policy);

[[nodiscard]] Outcome FromCore(const sbx::Outcome& outcome);
[[nodiscard]] std::vector<Enforcement> FromCore(const std::vector<sbx::Enforcement>& enforcement);

}  // namespace sbx::host

#endif  // SBX_CORE_HOST_INNER_HPP_
