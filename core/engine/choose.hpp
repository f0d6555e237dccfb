// SPDX-License-Identifier: MIT
//
// Choose: which runner a run would use on this host, found by really trying the
// candidates, and what it would enforce. Nothing is run but probes.
#ifndef SBX_CORE_ENGINE_CHOOSE_HPP_
#define SBX_CORE_ENGINE_CHOOSE_HPP_

#include <memory>
#include <string>
#include <vector>

#include "core/engine/engine.hpp"

namespace sbx {

struct Choice {
  std::string runner;
  std::vector<Enforcement> enforcement;
  std::vector<std::string> notes;  // why others would not do, and what probes said
};

// At most five seconds for each candidate. [any]
[[nodiscard]] Result<Choice> Choose(Engine& engine,
                                    const std::shared_ptr<const ResolvedPolicy>& policy,
                                    const Launch& launch, const std::string& choice);

}  // namespace sbx

#endif  // SBX_CORE_ENGINE_CHOOSE_HPP_
