// SPDX-License-Identifier: MIT
//
// Opening a settings file by the rule of its owner, before a byte of it counts.
#ifndef SBX_PLUGINS_CONFIG_SOURCES_COMMON_SETTINGS_FILE_HPP_
#define SBX_PLUGINS_CONFIG_SOURCES_COMMON_SETTINGS_FILE_HPP_

#include <cstdint>
#include <string>

#include "plugins/config-sources/common/translation.hpp"
#include "sbx/plugin/config_source.hpp"

namespace sbx::sources {

enum class Owner : std::uint8_t {
  kUser,     // the user or root, and nobody else may write it
  kProject,  // anybody
  kRoot,     // root, it and every folder on the way, and nobody else may write them
};

struct FileText {
  bool there = false;
  std::string text;
  std::string error;  // why it cannot be read, whatever it says
  std::string fault;  // why it is no such file
};
[[nodiscard]] FileText ReadFile(const std::string& path, Owner owner);

// Reads the file `translation` is about, names it to `sink` as looked for, and hands its
// text to `translate`. False when there is none, or none that can be read.
template <typename Translate>
bool ReadInto(plugin::ConfigSink& sink, Translation& translation, Owner owner,
              Translate translate) {
  sink.Consulted(translation.file());
  const FileText file = ReadFile(translation.file(), owner);
  if (!file.error.empty())
    sink.Error(file.error, {translation.file()});
  if (!file.there || !file.error.empty())
    return false;
  if (!file.fault.empty()) {
    translation.Wrong({file.fault, {}});
  } else {
    translate(file.text);
  }
  return true;
}

// The same, and says what came of it.
template <typename Translate>
void ReadAndTell(plugin::ConfigSink& sink, Translation& translation, Owner owner,
                 Translate translate) {
  if (ReadInto(sink, translation, owner, translate))
    translation.Tell(sink);
}

}  // namespace sbx::sources

#endif  // SBX_PLUGINS_CONFIG_SOURCES_COMMON_SETTINGS_FILE_HPP_
