// SPDX-License-Identifier: MIT
//
// The interfaces that this host knows, by the ids that manifests and entries use,
// and the word that messages have for what implements one.
#ifndef SBX_CORE_PLUGIN_INTERFACES_HPP_
#define SBX_CORE_PLUGIN_INTERFACES_HPP_

#include <string_view>

#include "sbx/abi/draft/config_source.h"
#include "sbx/abi/draft/reviewer.h"
#include "sbx/abi/draft/runner.h"

namespace sbx {

// "runner", "reviewer", "config source"; "plugin" for every other id.
[[nodiscard]] constexpr std::string_view WordOf(std::string_view interface_id) {
  if (interface_id == SBX_RUNNER_INTERFACE)
    return "runner";
  if (interface_id == SBX_REVIEWER_INTERFACE)
    return "reviewer";
  if (interface_id == SBX_CONFIG_SOURCE_INTERFACE)
    return "config source";
  return "plugin";
}

// Whether a program of its own may implement it, which answers in JSON.
[[nodiscard]] constexpr bool MayBeAProgram(std::string_view interface_id) {
  return interface_id == SBX_REVIEWER_INTERFACE || interface_id == SBX_CONFIG_SOURCE_INTERFACE;
}

}  // namespace sbx

#endif  // SBX_CORE_PLUGIN_INTERFACES_HPP_
