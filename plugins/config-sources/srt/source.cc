// SPDX-License-Identifier: MIT
#include "plugins/config-sources/srt/source.hpp"

#include <string>

#include "plugins/config-sources/common/settings_file.hpp"
#include "plugins/config-sources/srt/translate.hpp"

namespace sbx::sources {

Result<void> SrtSource::Read(const sbx_config_context& context, plugin::ConfigSink& sink) {
  const std::string home(View(context.home));
  const std::string workspace(View(context.workspace));
  if (home.empty())
    return {};
  Translation translation(SBX_LAYER_USER, home + "/.srt-settings.json");
  ReadAndTell(sink, translation, Owner::kUser, [&](const std::string& text) {
    TranslateSrt(text, {home, workspace, workspace}, kWildcardsHere, translation);
  });
  return {};
}

}  // namespace sbx::sources
