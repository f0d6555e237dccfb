// SPDX-License-Identifier: MIT
//
// TakeSources: asks the config sources that people, never projects, switched on, and puts
// what they say among the layers that were found.
#ifndef SBX_CORE_CONFIG_TAKE_SOURCES_HPP_
#define SBX_CORE_CONFIG_TAKE_SOURCES_HPP_

#include <optional>
#include <string>
#include <vector>

#include "core/config/layers.hpp"
#include "core/config/trust.hpp"
#include "sbx/plugin/result.hpp"

namespace sbx::config {

// Opens the trust store once; it may not lie in the workspace or in `folder`.
[[nodiscard]] Result<void> OpenStore(const Places& places, const std::string& folder,
                                     std::optional<TrustStore>& store);

// Every other layer has to be in `loaded`, but for the preset's. Returns the ids that
// were asked; costs nothing where no layer names any.
[[nodiscard]] Result<std::vector<std::string>> TakeSources(const Places& places,
                                                           std::optional<TrustStore>& store,
                                                           Loaded& loaded);

}  // namespace sbx::config

#endif  // SBX_CORE_CONFIG_TAKE_SOURCES_HPP_
