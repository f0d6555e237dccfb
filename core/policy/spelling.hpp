// SPDX-License-Identifier: MIT
//
// Spelling: from a path as it stands in a rule to an absolute one. Knows the
// symbolic roots, "~" and the final "/**"; looks nothing up but the git root.
#ifndef SBX_CORE_POLICY_SPELLING_HPP_
#define SBX_CORE_POLICY_SPELLING_HPP_

#include <string>
#include <string_view>

#include "sbx/plugin/result.hpp"

namespace sbx {

// What the symbolic roots stand for; empty where there is none.
struct Roots {
  std::string cwd;
  std::string home;
  std::string workspace;
  std::string tmp;
};

// The nearest folder at or above `directory` that has a `.git` entry, or nothing.
[[nodiscard]] std::string GitRoot(std::string directory);

// A path as it stands in a rule: absolute and literal, and what follows it as a
// pattern, from the first component that has a wildcard.
struct Spelled {
  std::string path;
  std::string pattern;  // empty: `path` is all of it
  bool floats = false;  // written as "**/…", with no beginning
};

// `who` names the rule in messages ("--deny-write ~/x").
[[nodiscard]] Result<Spelled> SpellPattern(std::string_view path, const Roots& roots,
                                           std::string_view who);

// The same where patterns are not known: every character is that of a name.
[[nodiscard]] Result<std::string> Spell(std::string_view path, const Roots& roots,
                                        std::string_view who);

// For sentences: in quotes, control bytes escaped.
[[nodiscard]] std::string Quoted(std::string_view text);

}  // namespace sbx

#endif  // SBX_CORE_POLICY_SPELLING_HPP_
