// SPDX-License-Identifier: MIT
//
// Temporary: which temporary directories a target gets, and what TMPDIR must
// say. $TMPDIR comes from an environment that other programs fill, so it is
// taken only when it can do no harm and do its work.
#ifndef SBX_CORE_POLICY_TEMPORARY_HPP_
#define SBX_CORE_POLICY_TEMPORARY_HPP_

#include <optional>
#include <string>
#include <vector>

#include "core/policy/locate.hpp"
#include "core/policy/resolved_policy.hpp"
#include "core/policy/surroundings.hpp"
#include "core/policy/zone_table.hpp"

namespace sbx {

class Temporary {
 public:
  Temporary(const Policy& policy, const Surroundings& around, const WideFolders& wide);

  // What "$TMP" stands for in rules.
  [[nodiscard]] std::string Root() const;

  // Shared: what becomes writable. `claims` already holds sbx's own files.
  void ClaimShared(std::vector<Claim>& claims, std::vector<Notice>& notices);

  // Private: the directory over or in which one is made; none otherwise.
  [[nodiscard]] std::optional<Located> PrivateRoot(std::vector<Notice>& notices);

  // Shared, with the zones known: makes a missing $TMPDIR inside a writable
  // zone, and returns what TMPDIR must be, empty to leave it as it is.
  [[nodiscard]] std::string Settle(const std::vector<Zone>& zones, std::vector<Notice>& notices);

 private:
  [[nodiscard]] bool Usable(const Located& at) const;
  [[nodiscard]] bool Make(const std::vector<Zone>& zones);
  void Ignore(const std::string& why, std::vector<Notice>& notices);

  const Surroundings& around_;
  const WideFolders& wide_;
  bool taken_ = false;             // $TMPDIR is claimed
  bool ignored_ = false;           // a notice about $TMPDIR was given
  bool common_usable_ = false;     // /tmp can be written
  std::optional<Located> common_;  // /tmp
  std::optional<Located> own_;     // $TMPDIR, when set
  std::string common_path_;
  std::string own_path_;
};

}  // namespace sbx

#endif  // SBX_CORE_POLICY_TEMPORARY_HPP_
