// SPDX-License-Identifier: MIT
//
// Rules: from the lines of a policy to claims. A literal path is one claim; a
// pattern is one for each object that it matches now, and stays known as a
// pattern, so that what no runner can hold of it is named.
#ifndef SBX_CORE_POLICY_RULES_HPP_
#define SBX_CORE_POLICY_RULES_HPP_

#include <optional>
#include <string>
#include <vector>

#include "core/policy/spelling.hpp"
#include "core/policy/surroundings.hpp"
#include "core/policy/zone_table.hpp"
#include "sbx/plugin/result.hpp"

namespace sbx {

class Rules {
 public:
  // `anchors` are where a pattern that begins with "**/" is looked for: canonical.
  // All are borrowed and must outlive the object.
  Rules(const Policy& policy, const WideFolders& wide, const Roots& roots,
        const std::vector<std::string>& anchors, std::vector<Claim>& claims,
        std::vector<Notice>& notices);

  // One sentence for the first rule that cannot be applied.
  [[nodiscard]] Result<void> Claim();

  // With the zones known: what denies nothing, and which patterns reach into what
  // can be written, where names that they match could be made.
  void Settle(const std::vector<Zone>& zones);

  [[nodiscard]] std::vector<Pattern> TakePatterns() { return std::move(patterns_); }
  [[nodiscard]] std::vector<Link> TakeLinks() { return std::move(links_); }

 private:
  // A denial whose object is not there (yet).
  struct Absent {
    std::string path;
    std::string rule;
  };

  [[nodiscard]] const Roots& RootsOf(const Rule& rule);
  [[nodiscard]] Result<void> ClaimRule(const Rule& rule);
  [[nodiscard]] Result<void> ClaimPath(const Rule& rule, const std::string& who,
                                       const std::string& path);
  [[nodiscard]] Result<void> ClaimPattern(const Rule& rule, const std::string& who,
                                          const Spelled& spelled);
  [[nodiscard]] Result<void> ClaimMatches(const Rule& rule, const std::string& who,
                                          const std::string& base, const std::string& pattern,
                                          std::size_t* count);
  [[nodiscard]] Result<void> AllowNothing(const Rule& rule, const std::string& who,
                                          const Located& at);
  [[nodiscard]] Result<void> CheckAllowed(const Rule& rule, const std::string& who,
                                          const Located& at) const;

  const Policy& policy_;
  const WideFolders& wide_;
  const Roots& roots_;
  const std::vector<std::string>& anchors_;
  std::vector<sbx::Claim>& claims_;
  std::vector<Notice>& notices_;
  std::optional<Roots> based_;  // of the last rule that has a base of its own
  bool hides_ = false;          // something may not be read
  std::vector<Absent> absent_;
  std::vector<Pattern> patterns_;
  std::vector<Link> links_;  // that lead to what is allowed
};

}  // namespace sbx

#endif  // SBX_CORE_POLICY_RULES_HPP_
