// SPDX-License-Identifier: MIT
//
// Settings in the document that a plugin which is a program reads.
#ifndef SBX_CORE_REPORT_SETTINGS_JSON_HPP_
#define SBX_CORE_REPORT_SETTINGS_JSON_HPP_

#include <vector>

#include "core/plugin/settings.hpp"
#include "core/report/report.hpp"

namespace sbx {

// "settings": [{"key": …, "value": …}, …]
inline void WriteSettings(JsonWriter& json, const std::vector<Setting>& settings) {
  json.Key("settings");
  json.BeginArray();
  for (const Setting& setting : settings) {
    json.BeginObject();
    json.Key("key");
    json.ByteString(setting.key);
    json.Key("value");
    json.ByteString(setting.value);
    json.EndObject();
  }
  json.EndArray();
}

}  // namespace sbx

#endif  // SBX_CORE_REPORT_SETTINGS_JSON_HPP_
