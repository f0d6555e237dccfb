// SPDX-License-Identifier: MIT
//
// Fold: names in folders that do not tell upper case from lower case. What is there is
// found by the system, as an object, whatever it is called; this is about names that do
// not exist yet and about names that are compared with patterns.
//
// A deny has to hold for every spelling, so what cannot be told apart counts as equal:
// letters beyond ASCII are all one here, because which of them a file system folds is
// its own. Only folders that do fold pay with refusals that were not needed.
#ifndef SBX_CORE_POLICY_FOLD_HPP_
#define SBX_CORE_POLICY_FOLD_HPP_

#include <string>
#include <string_view>

namespace sbx {

// ASCII letters small, every other character one and the same; wildcards stay.
[[nodiscard]] std::string FoldName(std::string_view name);

// Whether two names are one in the folder `dir_fd`. The folder is asked only when they
// differ and would be one after folding.
[[nodiscard]] bool IsOneName(int dir_fd, std::string_view a, std::string_view b);

}  // namespace sbx

#endif  // SBX_CORE_POLICY_FOLD_HPP_
