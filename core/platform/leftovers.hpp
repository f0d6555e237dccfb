// SPDX-License-Identifier: MIT
//
// Leftovers: what a run holds on the host, found again after its reaper was
// killed too (or the machine lost power). What a living run still holds is
// locked by it and left alone.
#ifndef SBX_CORE_PLATFORM_LEFTOVERS_HPP_
#define SBX_CORE_PLATFORM_LEFTOVERS_HPP_

#include <string>
#include <vector>

#include "core/policy/resolved_policy.hpp"

namespace sbx {

struct Leftover {
  enum class State { kRemoved, kInUse, kFailed };
  std::string path;
  State state = State::kFailed;
  int os_error = 0;  // kFailed
};

// Looks where runs under `policy` hold something: the names that its rules keep
// from being made, and private directories in the temporary root.
[[nodiscard]] std::vector<Leftover> RemoveLeftovers(const ResolvedPolicy& policy);

}  // namespace sbx

#endif  // SBX_CORE_PLATFORM_LEFTOVERS_HPP_
