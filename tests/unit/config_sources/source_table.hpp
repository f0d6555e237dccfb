// SPDX-License-Identifier: MIT
//
// A row of what files of other programs come to, and where each program has its files.
#ifndef SBX_TESTS_UNIT_CONFIG_SOURCES_SOURCE_TABLE_HPP_
#define SBX_TESTS_UNIT_CONFIG_SOURCES_SOURCE_TABLE_HPP_

#include "tests/unit/config_sources/with_sources.hpp"

namespace sbx::config {

struct File {
  const char* name;
  const char* text;
};
struct Value {
  const char* key;
  const char* value;
};
enum class Trusted : std::uint8_t { kNo, kYes };

struct Case {
  const char* name;
  const char* source;
  std::vector<File> files;
  std::vector<Value> values;
  const char* notice = nullptr;    // part of one; of the sentence when `refused`
  Trusted trusted = Trusted::kNo;  // the project's files
  bool refused = false;
};

inline constexpr char kPi[] = "user/.pi/agent/pi-sandbox.json";
inline constexpr char kOldPi[] = "user/.pi/agent/sandbox.json";
inline constexpr char kProjectPi[] = "repo/ws/.pi/pi-sandbox.json";
inline constexpr char kOldProjectPi[] = "repo/ws/.pi/sandbox.json";
inline constexpr char kSrtPi[] = "user/.pi/agent/extensions/pi-sandbox/config.json";
inline constexpr char kProjectSrtPi[] = "repo/ws/.pi/extensions/pi-sandbox/config.json";
inline constexpr char kFactory[] = "user/.factory/settings.json";
inline constexpr char kProjectFactory[] = "repo/.factory/settings.json";
inline constexpr char kFolderFactory[] = "repo/ws/.factory/settings.json";
inline constexpr char kManagedFactory[] = "factory/settings.json";
inline constexpr char kRuntime[] = "user/.srt-settings.json";

class SourceTable : public WithSources, public ::testing::WithParamInterface<Case> {};

inline std::string NameOfCase(const ::testing::TestParamInfo<Case>& one) {
  return one.param.name;
}

}  // namespace sbx::config

#endif  // SBX_TESTS_UNIT_CONFIG_SOURCES_SOURCE_TABLE_HPP_
