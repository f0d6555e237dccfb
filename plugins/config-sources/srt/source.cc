// SPDX-License-Identifier: MIT
#include "plugins/config-sources/srt/source.hpp"

#include "plugins/config-sources/common/destination.hpp"
#include "plugins/config-sources/common/settings_file.hpp"
#include "plugins/config-sources/srt/translate.hpp"

namespace sbx::sources {

Result<void> SrtSource::Configure(std::span<const sbx_setting> settings) {
  for (const sbx_setting& setting : settings) {
    const std::string key(View(setting.key));
    const std::string value(View(setting.value));
    if (key != "file")
      return Fail(SBX_E_INVALID, "use the setting", key, "this source has one, file");
    if (!named_.empty())
      return Fail(SBX_E_INVALID, "use the setting", key, "one file can be named");
    if (!value.starts_with('/') && !value.starts_with("~/")) {
      return Fail(SBX_E_INVALID, "read the settings file", value,
                  "name it by an absolute path, or from ~/");
    }
    named_ = value;
  }
  return {};
}

Result<void> SrtSource::Read(const sbx_config_context& context, plugin::ConfigSink& sink) {
  const std::string home(View(context.home));
  const std::string workspace(View(context.workspace));
  if (home.empty() && named_.empty())
    return {};
  if (home.empty() && named_.starts_with('~'))
    return Fail(SBX_E_INVALID, "read the settings file", named_, "there is no home directory");
  const Ground ground{home, workspace, workspace};
  const Destination file = named_.empty() ? Destination{home + "/.srt-settings.json", Owner::kUser}
                                          : Follow(named_, ground);
  Translation translation(file.owner == Owner::kUser ? SBX_LAYER_USER : SBX_LAYER_PROJECT,
                          file.path);
  const bool read = ReadInto(sink, translation, file.owner, [&](const std::string& text) {
    TranslateSrt(text, ground, kWildcardsHere, translation);
  });
  if (read) {
    translation.Tell(sink);
  } else if (!named_.empty()) {
    sink.Error("it is not there, or cannot be read", {file.path});
  }
  return {};
}

}  // namespace sbx::sources
