// SPDX-License-Identifier: MIT
//
// SourceLayers: from what a config source said to layers, one for each file and kind.
// Whether a project's count is decided by what they say, not by the bytes they were
// read from: between two readings a file can be another one.
#ifndef SBX_CORE_CONFIG_SOURCE_LAYERS_HPP_
#define SBX_CORE_CONFIG_SOURCE_LAYERS_HPP_

#include <optional>
#include <string>
#include <vector>

#include "core/config/layer.hpp"
#include "core/config_source/collected.hpp"
#include "sbx/plugin/result.hpp"

namespace sbx::config {

struct SourceLayer {
  Layer layer;                 // trusted is not decided yet
  std::optional<Error> error;  // why nothing of it can count
};

// In the order in which the source spoke of the files.
[[nodiscard]] std::vector<SourceLayer> LayersOf(const CollectedConfig& said);

// Everything that a layer of a source says, for the trust store; equal texts mean the same.
[[nodiscard]] std::string MeaningOf(const Layer& layer);
// What the store calls it beside its folder: "pi pi-sandbox.json".
[[nodiscard]] std::string TrustNameOf(const Layer& layer);
// The folder that its file lies in.
[[nodiscard]] std::string FolderOf(const Layer& layer);

}  // namespace sbx::config

#endif  // SBX_CORE_CONFIG_SOURCE_LAYERS_HPP_
