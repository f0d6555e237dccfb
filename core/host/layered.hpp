// SPDX-License-Identifier: MIT
//
// A host's policy is one more voice among the layers: what it says becomes a layer at
// the strength of a command line, and the organisation's file is read and merged by the
// functions that `sbx` itself uses. The files of the user and of projects are not read:
// whoever embeds the library decides for its users.
#ifndef SBX_CORE_HOST_LAYERED_HPP_
#define SBX_CORE_HOST_LAYERED_HPP_

#include <string>

#include "core/config/effective.hpp"
#include "sbx/host/policy.hpp"

namespace sbx::host {

// What a host left as it is by default says nothing, so that a preset that the
// organisation names holds there. `managed_folder` is config::kManagedFolder but in tests.
[[nodiscard]] Result<config::Effective> MakeLayered(const Policy& policy,
                                                    const std::string& managed_folder,
                                                    const std::string& home);

}  // namespace sbx::host

#endif  // SBX_CORE_HOST_LAYERED_HPP_
