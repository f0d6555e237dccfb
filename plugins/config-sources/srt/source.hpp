// SPDX-License-Identifier: MIT
//
// SrtSource: the file that sandbox-runtime reads, ~/.srt-settings.json, or the one that
// the setting `file` names, as its option --settings does. Such a file is the user's only
// where no project and nobody else can have put it, and then it has to be there.
#ifndef SBX_PLUGINS_CONFIG_SOURCES_SRT_SOURCE_HPP_
#define SBX_PLUGINS_CONFIG_SOURCES_SRT_SOURCE_HPP_

#include <string>

#include "sbx/plugin/config_source.hpp"

namespace sbx::sources {

class SrtSource final : public plugin::ConfigSource {
 public:
  Result<void> Configure(std::span<const sbx_setting> settings) override;
  Result<void> Read(const sbx_config_context& context, plugin::ConfigSink& sink) override;

 private:
  std::string named_;  // as written; empty: the usual one
};

}  // namespace sbx::sources

#endif  // SBX_PLUGINS_CONFIG_SOURCES_SRT_SOURCE_HPP_
