// SPDX-License-Identifier: MIT
#include <algorithm>

#include "core/engine/engine.hpp"
#include "core/plugin/restriction_names.hpp"

namespace sbx {

Result<void> Engine::CheckSettings(const std::string& choice) {
  if (options_.settings.empty())
    return {};
  const std::vector<std::string> candidates = Candidates(choice);
  const std::lock_guard lock(mutex_);
  for (const auto& [id, settings] : options_.settings) {
    if (std::ranges::find(candidates, id) == candidates.end()) {
      if (auto known = registry_.Load(id); !known)
        return known.failure();
    } else if (auto configured = registry_.Runner(id, settings); !configured) {
      return configured.failure();
    }
  }
  return {};
}

std::string Engine::PassedOver(const ResolvedPolicy& policy, const std::string& runner,
                               const std::vector<Enforcement>& held,
                               const std::vector<Error>& reasons,
                               const std::vector<std::string>& ids) {
  sbx_restrictions open = policy.wanted();
  for (const Enforcement& entry : held) {
    if (entry.level == SBX_LEVEL_FULL)
      open &= ~entry.restriction;
  }
  const std::lock_guard lock(mutex_);
  for (std::size_t i = 0; i < reasons.size() && open != 0; ++i) {
    const auto settings = options_.settings.find(ids[i]);
    const auto better = registry_.Runner(
        ids[i], settings == options_.settings.end() ? std::vector<Setting>{} : settings->second);
    // What could not be opened may have held anything.
    const sbx_restrictions more = better ? open & (*better)->understood() : open;
    if (more == 0)
      continue;
    return runner + " is used, which leaves " + RestrictionList(more) + " open, because " + ids[i] +
           " would not do: " + reasons[i].Sentence();
  }
  return {};
}

}  // namespace sbx
