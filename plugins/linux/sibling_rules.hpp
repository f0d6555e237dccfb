// SPDX-License-Identifier: MIT
//
// SiblingRules: allows reading in a directory except for some objects below it,
// by allowing every other entry of each directory on the way to them.
#ifndef SBX_PLUGINS_LINUX_SIBLING_RULES_HPP_
#define SBX_PLUGINS_LINUX_SIBLING_RULES_HPP_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "plugins/linux/ruleset.hpp"
#include "plugins/linux/zone_tree.hpp"
#include "sbx/plugin/result.hpp"

namespace sbx::runner {

[[nodiscard]] Result<void> AddRule(int ruleset_fd, int object_fd, std::uint64_t rights,
                                   std::string_view path);

class SiblingRules {
 public:
  // More entries than this on the way to closed objects are refused: each costs
  // a rule, and every opened file is then looked up among them.
  static constexpr std::size_t kMostEntries = 20000;

  SiblingRules(int ruleset_fd, const RulesetShape& shape)
      : ruleset_fd_(ruleset_fd), read_rights_(shape.read_rights), file_mask_(shape.file_mask) {}

  // Reading in `grant`, its holes left out. An entry that is one of the holes
  // under another name (a hard link, a bind mount) is left out as well.
  [[nodiscard]] Result<void> Allow(const Grant& grant);

 private:
  using Holes = std::span<const Hole* const>;
  void Close(const Grant& grant, Holes holes);
  [[nodiscard]] Result<void> Walk(int directory_fd, std::string_view path, Holes holes);

  int ruleset_fd_;
  std::uint64_t read_rights_;
  std::uint64_t file_mask_;
  std::size_t entries_ = 0;
  std::vector<ObjectId> closed_;  // holes and the directories on the way, sorted
};

}  // namespace sbx::runner

#endif  // SBX_PLUGINS_LINUX_SIBLING_RULES_HPP_
