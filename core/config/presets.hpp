// SPDX-License-Identifier: MIT
//
// Presets: documents in the form of every other, which say what holds where no
// layer says anything. `pi` is what is built in, so its document is empty.
#ifndef SBX_CORE_CONFIG_PRESETS_HPP_
#define SBX_CORE_CONFIG_PRESETS_HPP_

#include <string_view>

#include "core/config/layer.hpp"
#include "sbx/plugin/result.hpp"

namespace sbx::config {

// The text of a preset, empty when there is none of that name.
[[nodiscard]] std::string_view PresetText(std::string_view name);

// As a layer. Nothing is parsed for `pi`.
[[nodiscard]] Result<Layer> PresetLayer(std::string_view name);

}  // namespace sbx::config

#endif  // SBX_CORE_CONFIG_PRESETS_HPP_
