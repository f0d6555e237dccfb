// SPDX-License-Identifier: MIT
//
// A host's policy is one more voice among the layers: what it says becomes a layer at
// the strength of a command line, and the organisation's file is read and merged by the
// functions that `sbx` itself uses. The files of the user and of projects are not read but
// by the config sources that the host or the organisation names: whoever embeds the library
// decides for its users.
#ifndef SBX_CORE_HOST_LAYERED_HPP_
#define SBX_CORE_HOST_LAYERED_HPP_

#include <string>
#include <vector>

#include "core/config/effective.hpp"
#include "core/config/layers.hpp"
#include "sbx/host/policy.hpp"

namespace sbx::host {

struct Layered {
  config::Effective effective;
  std::vector<std::string> consulted;  // by config sources, absent files among them
};

// What a host left as it is by default says nothing, so that a preset that the
// organisation or a config source names holds there. Of `places` no file of the user's and
// of projects is read.
[[nodiscard]] Result<Layered> MakeLayered(const Policy& policy, config::Places places,
                                          const std::string& home);

}  // namespace sbx::host

#endif  // SBX_CORE_HOST_LAYERED_HPP_
