// SPDX-License-Identifier: MIT
//
// SrtSource: ~/.srt-settings.json, the file that sandbox-runtime reads by itself.
#ifndef SBX_PLUGINS_CONFIG_SOURCES_SRT_SOURCE_HPP_
#define SBX_PLUGINS_CONFIG_SOURCES_SRT_SOURCE_HPP_

#include "sbx/plugin/config_source.hpp"

namespace sbx::sources {

class SrtSource final : public plugin::ConfigSource {
 public:
  Result<void> Read(const sbx_config_context& context, plugin::ConfigSink& sink) override;
};

}  // namespace sbx::sources

#endif  // SBX_PLUGINS_CONFIG_SOURCES_SRT_SOURCE_HPP_
