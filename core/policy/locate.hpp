// SPDX-License-Identifier: MIT
//
// Locate: from the text of a path to the object that it names, or to the place
// where the path stops existing. The kernel resolves; the text is only followed
// by hand where the kernel says no, to learn where it stopped and which links
// it passed.
#ifndef SBX_CORE_POLICY_LOCATE_HPP_
#define SBX_CORE_POLICY_LOCATE_HPP_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/platform/files.hpp"
#include "sbx/plugin/result.hpp"
#include "sbx/plugin/unique_fd.hpp"

namespace sbx {

struct Link {
  std::string path;    // absolute, no links before the last name
  std::string target;  // its text
};

struct Located {
  enum class End : std::uint8_t {
    kFound,      // `fd` is the object
    kMissing,    // `fd` is the directory that has no `missing`
    kBelowFile,  // `fd` is something else than a directory, and the path goes on
    kSealed,     // `fd` is a directory that this process may not search
  };
  End end = End::kFound;
  UniqueFd fd;
  files::Status status;
  std::string path;                // of `fd`: absolute, no links
  std::string missing;             // the first component that is not there
  std::string rest;                // what follows it, as written
  std::vector<std::string> links;  // directories that hold the links that were passed
  std::vector<Link> passed;        // those links themselves, in the same order
};

enum class Links : std::uint8_t { kIgnore, kReport };

// `path` is absolute. Fails on what no object can be: too long, links in a
// circle, an object without a name.
[[nodiscard]] Result<Located> Locate(const std::string& path, Links links);

// `path` as a zone or a judgement names it, the missing part included.
[[nodiscard]] std::string FullPath(const Located& at);

// Is `path` the same as or below `root`, by whole components? Both canonical.
[[nodiscard]] bool IsWithin(std::string_view path, std::string_view root);

// `name` in `directory`, without a doubled slash at the root.
[[nodiscard]] std::string JoinPath(std::string_view directory, std::string_view name);

}  // namespace sbx

#endif  // SBX_CORE_POLICY_LOCATE_HPP_
