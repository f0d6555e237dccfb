// SPDX-License-Identifier: MIT
#include "tests/unit/plugin/policy_double.hpp"

#include <vector>

namespace sbx {

std::shared_ptr<const ResolvedPolicy> PolicyDouble(sbx_restrictions wanted,
                                                   sbx_restrictions required) {
  return std::make_shared<const ResolvedPolicy>(Policy{}, Surroundings{}, std::vector<Zone>{},
                                                std::vector<Notice>{}, "", "", wanted, required);
}

}  // namespace sbx
