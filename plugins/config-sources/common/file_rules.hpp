// SPDX-License-Identifier: MIT
//
// FileRules: the lists of paths of several files of one system, made into rules of sbx
// that open no more than that system would:
//
// - what is allowed inside something denied stays denied,
// - what may be written inside what may not be read, and is not listed as readable, stays
//   closed, because in sbx writing includes reading,
// - a denial that holds the whole workspace denies the workspace, which in sbx is a rule
//   of its own,
// - what does not exist cannot be allowed: nothing there can be made.
#ifndef SBX_PLUGINS_CONFIG_SOURCES_COMMON_FILE_RULES_HPP_
#define SBX_PLUGINS_CONFIG_SOURCES_COMMON_FILE_RULES_HPP_

#include <string>
#include <string_view>
#include <vector>

#include "plugins/config-sources/common/paths.hpp"
#include "plugins/config-sources/common/translation.hpp"

namespace sbx::sources {

// Whether a wildcard in what may be written opens anything: on macOS it does, on Linux,
// where those systems mount whole paths, it is passed over.
enum class Wildcards : std::uint8_t { kLinux, kMacos };
#if defined(__APPLE__)
inline constexpr Wildcards kWildcardsHere = Wildcards::kMacos;
#else
inline constexpr Wildcards kWildcardsHere = Wildcards::kLinux;
#endif

struct PathRule {
  Spelled path;
  std::string written;
  Where at;
};

struct PathList {
  std::string_view key;   // as it is written: "sandbox.filesystem.allowWrite"
  std::string_view rule;  // "filesystem.allowWrite"
  std::vector<PathRule> rules;
  Where at;
};

// Of one file.
struct FileRules {
  FileRules(Translation& of, Ground from) : translation(&of), ground(std::move(from)) {}

  // Takes the list `name` of `object`; null object: nothing is written.
  void Take(PathList& list, const Json* object, std::string_view path, std::string_view name);
  // Says what is left of the lists.
  void Say() const;

  Translation* translation;
  Ground ground;
  PathList allow_read{"", "filesystem.allowRead", {}, {}};
  PathList deny_read{"", "filesystem.denyRead", {}, {}};
  PathList allow_write{"", "filesystem.allowWrite", {}, {}};
  PathList deny_write{"", "filesystem.denyWrite", {}, {}};
};

// Leaves out and adds what is said above; the rules of all files hold together.
void Settle(std::vector<FileRules>& files, Wildcards wildcards);

// Whether the workspace lies in one of `list`.
[[nodiscard]] bool HoldsWorkspace(const PathList& list, const Ground& ground);

}  // namespace sbx::sources

#endif  // SBX_PLUGINS_CONFIG_SOURCES_COMMON_FILE_RULES_HPP_
