// SPDX-License-Identifier: MIT
//
// Scan: a shallow look for secrets and for repositories inside a folder, where a
// policy asks for it. Breadth first, so that what lies near is found when a limit
// is met; never through a link, into another file system, or into folders that
// tools fill (node_modules, build and their like).
#ifndef SBX_CORE_POLICY_SCAN_HPP_
#define SBX_CORE_POLICY_SCAN_HPP_

#include <cstddef>
#include <string>
#include <vector>

namespace sbx {

struct ScanLimits {
  int depth = 4;                // folders below the root
  std::size_t entries = 20000;  // names that are looked at
  std::size_t matches = 100;
};

struct Scanned {
  std::vector<std::string> secrets;       // files, canonical
  std::vector<std::string> repositories;  // git directories of repositories inside, canonical
  bool cut = false;                       // the limit of names or of matches was met
};

// `root` is a canonical path.
[[nodiscard]] Scanned Scan(const std::string& root, const ScanLimits& limits);

}  // namespace sbx

#endif  // SBX_CORE_POLICY_SCAN_HPP_
