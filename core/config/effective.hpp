// SPDX-License-Identifier: MIT
//
// Effective: from the merged document to what the core takes. Every value is used,
// kept as its strictest reading with a notice, or refused by name; none is dropped.
#ifndef SBX_CORE_CONFIG_EFFECTIVE_HPP_
#define SBX_CORE_CONFIG_EFFECTIVE_HPP_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/config/layers.hpp"
#include "core/config/merge.hpp"
#include "core/policy/policy.hpp"
#include "sbx/plugin/result.hpp"

namespace sbx::config {

struct Effective {
  Policy policy;  // without workspace, which no document names
  std::string runner = "auto";
  std::vector<std::string> runner_command;
  std::vector<std::string> failure_signatures;
  std::optional<std::uint64_t> timeout_ms;
  std::optional<std::uint64_t> keep_output;  // bytes
  bool inherit_env = true;
  std::vector<std::string> env_set;    // NAME=VALUE
  std::vector<std::string> env_unset;  // NAME
  std::vector<std::string> notices;
  std::vector<std::string> ignored;  // keys that a layer may not set: "FILE:LINE KEY"
};

// Fails with one sentence for what this version cannot do, and for values that
// contradict each other. `home` is where presets look for what may be missing.
[[nodiscard]] Result<Effective> MakeEffective(const Loaded& loaded, const Merged& merged,
                                              const std::string& home);

}  // namespace sbx::config

#endif  // SBX_CORE_CONFIG_EFFECTIVE_HPP_
