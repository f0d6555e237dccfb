// SPDX-License-Identifier: MIT
//
// PiSrtSource: the user's file of @erichll/pi-sandbox, then the project's.
#ifndef SBX_PLUGINS_CONFIG_SOURCES_PI_SRT_SOURCE_HPP_
#define SBX_PLUGINS_CONFIG_SOURCES_PI_SRT_SOURCE_HPP_

#include "sbx/plugin/config_source.hpp"

namespace sbx::sources {

class PiSrtSource final : public plugin::ConfigSource {
 public:
  Result<void> Read(const sbx_config_context& context, plugin::ConfigSink& sink) override;
};

}  // namespace sbx::sources

#endif  // SBX_PLUGINS_CONFIG_SOURCES_PI_SRT_SOURCE_HPP_
