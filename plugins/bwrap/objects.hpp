// SPDX-License-Identifier: MIT
//
// Objects: the descriptors of what a layout mounts. Opened or borrowed once per
// policy; at that moment every destination path is walked without following a
// link and must lead to the very object that was resolved.
#ifndef SBX_PLUGINS_BWRAP_OBJECTS_HPP_
#define SBX_PLUGINS_BWRAP_OBJECTS_HPP_

#include <string>
#include <vector>

#include "plugins/bwrap/layout.hpp"
#include "plugins/bwrap/vector.hpp"
#include "sbx/plugin/result.hpp"
#include "sbx/plugin/unique_fd.hpp"

namespace sbx::bwrap {

// One descriptor for each of `words.objects`, in that order.
[[nodiscard]] Result<std::vector<UniqueFd>> OpenObjects(const sbx_policy& policy,
                                                        const Layout& layout, const Words& words);

// The same check for the destinations whose object is not passed: hidden ones
// and devices.
[[nodiscard]] Result<void> CheckDestinations(const sbx_policy& policy, const Layout& layout);

// ABSENT zones whose directory the target cannot write to.
[[nodiscard]] std::vector<std::size_t> OutOfReach(const sbx_policy& policy);

// The entries of /proc, without "sys", that uid 0 could write to although it
// has no capabilities: they are guarded by their mode alone.
[[nodiscard]] std::vector<std::string> RootProcEntries();

// A sealed descriptor that yields `content` from its beginning.
[[nodiscard]] Result<UniqueFd> SealedContent(const std::string& content);

}  // namespace sbx::bwrap

#endif  // SBX_PLUGINS_BWRAP_OBJECTS_HPP_
