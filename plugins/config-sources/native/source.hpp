// SPDX-License-Identifier: MIT
//
// NativeSource: sbx's own files, in every folder of the user's configuration, in the
// workspace and in the organisation's folder. A host that reads some of them itself
// passes over those; sbx does, so that for it the source adds what a machine has for
// all users.
#ifndef SBX_PLUGINS_CONFIG_SOURCES_NATIVE_SOURCE_HPP_
#define SBX_PLUGINS_CONFIG_SOURCES_NATIVE_SOURCE_HPP_

#include "sbx/plugin/config_source.hpp"

namespace sbx::sources {

class NativeSource final : public plugin::ConfigSource {
 public:
  Result<void> Read(const sbx_config_context& context, plugin::ConfigSink& sink) override;
};

}  // namespace sbx::sources

#endif  // SBX_PLUGINS_CONFIG_SOURCES_NATIVE_SOURCE_HPP_
