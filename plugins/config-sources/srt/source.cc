// SPDX-License-Identifier: MIT
#include "plugins/config-sources/srt/source.hpp"

#include "plugins/config-sources/common/paths.hpp"
#include "plugins/config-sources/common/settings_file.hpp"
#include "plugins/config-sources/srt/translate.hpp"

namespace sbx::sources {
namespace {

constexpr char kUsual[] = "~/.srt-settings.json";

// The file itself, and the folder that it is named in: that may hold a link to it.
Owner OwnerOf(const std::string& named, const std::string& absolute, const Ground& ground) {
  const std::size_t slash = named.rfind('/');
  const Spelled workspace = SpellLiteral(".", ground);
  for (const std::string& path : {absolute, slash == 0 ? "/" : named.substr(0, slash)}) {
    const Spelled place = SpellLiteral(path, ground);
    if (LiesIn(place, workspace) || !IsUsersAlone(place.absolute))
      return Owner::kProject;
  }
  return Owner::kUser;
}

}  // namespace

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
  const std::string named = named_.empty() ? kUsual : named_;
  if (home.empty() && named.starts_with('~')) {
    if (!named_.empty())
      return Fail(SBX_E_INVALID, "read the settings file", named, "there is no home directory");
    return {};
  }
  const Ground ground{home, workspace, workspace};
  std::string file = home + "/.srt-settings.json";
  Owner owner = Owner::kUser;
  if (!named_.empty()) {
    file = SpellLiteral(named, ground).absolute;
    owner = OwnerOf(named, file, ground);
  }
  Translation translation(owner == Owner::kUser ? SBX_LAYER_USER : SBX_LAYER_PROJECT, file);
  const bool read = ReadInto(sink, translation, owner, [&](const std::string& text) {
    TranslateSrt(text, ground, kWildcardsHere, translation);
  });
  if (read) {
    translation.Tell(sink);
  } else if (!named_.empty()) {
    sink.Error("it is not there, or cannot be read", {file});
  }
  return {};
}

}  // namespace sbx::sources
