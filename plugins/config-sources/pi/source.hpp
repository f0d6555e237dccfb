// SPDX-License-Identifier: MIT
//
// PiSource: the files of @yuru7/pi-sandbox, weakest first: those of the agent folder,
// which is the user's, then those of the project, each time the older name first.
#ifndef SBX_PLUGINS_CONFIG_SOURCES_PI_SOURCE_HPP_
#define SBX_PLUGINS_CONFIG_SOURCES_PI_SOURCE_HPP_

#include "sbx/plugin/config_source.hpp"

namespace sbx::sources {

class PiSource final : public plugin::ConfigSource {
 public:
  Result<void> Read(const sbx_config_context& context, plugin::ConfigSink& sink) override;
};

}  // namespace sbx::sources

#endif  // SBX_PLUGINS_CONFIG_SOURCES_PI_SOURCE_HPP_
