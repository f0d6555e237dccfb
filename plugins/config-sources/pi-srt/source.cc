// SPDX-License-Identifier: MIT
#include "plugins/config-sources/pi-srt/source.hpp"

#include <string>

#include "plugins/config-sources/common/settings_file.hpp"
#include "plugins/config-sources/pi-srt/translate.hpp"

namespace sbx::sources {

Result<void> PiSrtSource::Read(const sbx_config_context& context, plugin::ConfigSink& sink) {
  const std::string home(View(context.home));
  const auto read = [&](std::uint32_t kind, Owner owner, std::string file) {
    Translation translation(kind, std::move(file));
    ReadAndTell(sink, translation, owner,
                [&](const std::string& text) { TranslatePiSrt(text, translation); });
  };
  if (!home.empty())
    read(SBX_LAYER_USER, Owner::kUser, home + "/.pi/agent/extensions/pi-sandbox/config.json");
  read(SBX_LAYER_PROJECT, Owner::kProject,
       std::string(View(context.workspace)) + "/.pi/extensions/pi-sandbox/config.json");
  return {};
}

}  // namespace sbx::sources
