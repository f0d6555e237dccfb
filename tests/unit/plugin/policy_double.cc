// SPDX-License-Identifier: MIT
//
// A resolved policy of which only the sets of restrictions matter, so that
// these tests need no file system and not the library that resolves.
#include "tests/unit/plugin/policy_double.hpp"

#include <utility>

namespace sbx {

ResolvedPolicy::ResolvedPolicy(Policy policy, Surroundings around, std::vector<Zone> zones,
                               std::vector<Notice> notices, std::string workspace,
                               std::string temp_dir, sbx_restrictions wanted,
                               sbx_restrictions required)
    : policy_(std::move(policy)),
      around_(std::move(around)),
      zones_(std::move(zones)),
      notices_(std::move(notices)),
      workspace_(std::move(workspace)),
      temp_dir_(std::move(temp_dir)) {
  view_.size = sizeof view_;
  view_.generation = 1;
  view_.wanted = wanted;
  view_.required = required;
  view_.temp_root_fd = -1;
}

ResolvedPolicy::~ResolvedPolicy() = default;

std::shared_ptr<const ResolvedPolicy> PolicyDouble(sbx_restrictions wanted,
                                                   sbx_restrictions required) {
  return std::make_shared<const ResolvedPolicy>(Policy{}, Surroundings{}, std::vector<Zone>{},
                                                std::vector<Notice>{}, "", "", wanted, required);
}

}  // namespace sbx
