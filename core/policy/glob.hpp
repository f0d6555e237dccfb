// SPDX-License-Identifier: MIT
//
// Glob: a pattern in a rule, matched against canonical paths, whole component by
// whole component. The same object tells what exists now (core/policy/expand.hpp)
// and whether a path that does not exist would be meant.
//
//   *      any characters of one name, a leading dot included
//   ?      one character
//   [a-z]  one of these; [!a-z] or [^a-z] none of these
//   **     as a whole component: any number of components, also none
//   \x     x itself, where x is one of * ? [ ] and the backslash
//
// An opening bracket that is never closed stands for itself.
#ifndef SBX_CORE_POLICY_GLOB_HPP_
#define SBX_CORE_POLICY_GLOB_HPP_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sbx {

// Holds a wildcard that is not escaped.
[[nodiscard]] bool HasWildcard(std::string_view text);

// Without the backslashes that escape something.
[[nodiscard]] std::string Unescape(std::string_view text);

class Glob {
 public:
  // What may come next: the components of the pattern that were reached.
  using States = std::vector<std::uint32_t>;

  // `base` is a canonical path and literal, `pattern` what follows it.
  Glob(std::string_view base, std::string_view pattern);

  [[nodiscard]] const std::string& base() const { return base_; }

  // kFolded: as in a folder that does not tell upper case from lower (core/policy/fold.hpp).
  enum class Case : std::uint8_t { kExact, kFolded };

  [[nodiscard]] States Start() const;  // at the base
  [[nodiscard]] States Next(const States& states, std::string_view name,
                            Case how = Case::kExact) const;
  [[nodiscard]] bool Accepts(const States& states) const;
  // The only name that can come next, or null when several can.
  [[nodiscard]] const std::string* OnlyName(const States& states) const;

  // The length of the shortest beginning of `path` that is matched, by whole
  // components: a denial of it covers the path. npos: none is.
  [[nodiscard]] std::size_t Covers(std::string_view path, Case how = Case::kExact) const;

  // Whether something at or below `folder` can be matched.
  [[nodiscard]] bool Reaches(std::string_view folder) const;

 private:
  struct Component {
    std::string text;
    bool literal = false;
    bool any = false;  // "**"
  };

  [[nodiscard]] States Close(States states) const;

  std::string base_;
  std::vector<Component> components_;
};

}  // namespace sbx

#endif  // SBX_CORE_POLICY_GLOB_HPP_
