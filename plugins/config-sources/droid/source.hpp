// SPDX-License-Identifier: MIT
//
// DroidSource: Factory's levels of settings, weakest first: the user's, the project's (the
// root of the repository), those of the folders between it and the workspace, and the
// file that the machine's administrator keeps.
#ifndef SBX_PLUGINS_CONFIG_SOURCES_DROID_SOURCE_HPP_
#define SBX_PLUGINS_CONFIG_SOURCES_DROID_SOURCE_HPP_

#include "sbx/plugin/config_source.hpp"

namespace sbx::sources {

class DroidSource final : public plugin::ConfigSource {
 public:
  Result<void> Read(const sbx_config_context& context, plugin::ConfigSink& sink) override;
};

}  // namespace sbx::sources

#endif  // SBX_PLUGINS_CONFIG_SOURCES_DROID_SOURCE_HPP_
