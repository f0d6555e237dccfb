// SPDX-License-Identifier: MIT
//
// The battery of the doctor, made under one runner that nobody knows. Each attack is
// confined by a child that opens the plugin, so that the process that attacks and judges
// keeps what it stands on whatever the plugin does.
#ifndef SBX_CORE_CONFORMANCE_ATTACKS_HPP_
#define SBX_CORE_CONFORMANCE_ATTACKS_HPP_

#include <optional>
#include <string>
#include <vector>

#include "core/conformance/check.hpp"
#include "core/conformance/claims.hpp"
#include "core/doctor/doctor.hpp"
#include "core/doctor/lab.hpp"

namespace sbx {

struct Attacked {
  std::optional<std::string> unusable;  // why it runs nothing under the default policy
  std::vector<ClaimFinding> claims;
};

// `confine` opens the plugin and runs a command under it: it is called in a child, once in
// each. `understood` is what TryInstance() said. A plugin that hangs, or crashes in ten
// attacks, is attacked no more: the rest is unclear. The caller has one thread.
[[nodiscard]] Attacked AttackRunner(const RunConfined& confine, Lab& lab,
                                    sbx_restrictions understood, const Trial& trial);

}  // namespace sbx

#endif  // SBX_CORE_CONFORMANCE_ATTACKS_HPP_
