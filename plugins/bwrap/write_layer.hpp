// SPDX-License-Identifier: MIT
//
// The second layer under the mounts: what is opened for writing is judged by
// Landlock too. A mount says nothing about a descriptor that the caller passed
// (its /proc/self/fd name leads to the caller's own, writable mount) nor about a
// FIFO, which a read-only mount lets be written.
#ifndef SBX_PLUGINS_BWRAP_WRITE_LAYER_HPP_
#define SBX_PLUGINS_BWRAP_WRITE_LAYER_HPP_

#include <cstdint>

#include "sbx/abi/draft/policy.h"

#include "sbx/plugin/result.hpp"
#include "sbx/plugin/unique_fd.hpp"

namespace sbx::bwrap {

struct WriteLayer {
  UniqueFd ruleset;
  std::uint64_t rights = 0;  // what a rule for a writable object inside carries
};

// For one run: objects that exist only inside are added to it there. Landlock of
// `abi` >= 1; truncation is judged from ABI 3 on.
[[nodiscard]] Result<WriteLayer> MakeWriteLayer(const sbx_policy& policy, int abi, bool scopes);

}  // namespace sbx::bwrap

#endif  // SBX_PLUGINS_BWRAP_WRITE_LAYER_HPP_
