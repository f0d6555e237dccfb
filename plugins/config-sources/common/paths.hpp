// SPDX-License-Identifier: MIT
//
// Paths as other programs write them, and how two of them lie to each other. Those
// programs let a denial beat every allowance inside it, and sbx the deeper rule; so what
// is allowed inside a denial has to be found, and left out, before the host sees it.
#ifndef SBX_PLUGINS_CONFIG_SOURCES_COMMON_PATHS_HPP_
#define SBX_PLUGINS_CONFIG_SOURCES_COMMON_PATHS_HPP_

#include <string>
#include <string_view>

namespace sbx::sources {

// What paths begin from. All absolute; `home` may be empty.
struct Ground {
  std::string home;
  std::string workspace;
  std::string base;  // of relative paths
};

struct Spelled {
  std::string rule;      // as sbx writes it
  std::string absolute;  // the same, with links resolved as far as it exists
  bool pattern = false;  // it has a wildcard
  bool there = false;    // something exists there; not asked of patterns
};

// `text` with "~" for the home directory and relative paths from the base. A backslash
// stands for itself there, and for an escape in sbx.
[[nodiscard]] Spelled Spell(std::string_view text, const Ground& ground);
// The same with every character as it is.
[[nodiscard]] Spelled SpellLiteral(std::string_view text, const Ground& ground);

// Whether `path` is the same as `other`, or below it. `other` may be a pattern of which
// a beginning of `path` has the form.
[[nodiscard]] bool LiesIn(const Spelled& path, const Spelled& other);

[[nodiscard]] bool HasWildcard(std::string_view text);

// Up from `folder` to the one that has an entry `.git`; `folder` itself when none has.
[[nodiscard]] std::string RepositoryOf(const std::string& folder);

}  // namespace sbx::sources

#endif  // SBX_PLUGINS_CONFIG_SOURCES_COMMON_PATHS_HPP_
