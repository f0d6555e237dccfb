// SPDX-License-Identifier: MIT
//
// Opening configuration files, each by the rule of its layer, and writing them. A
// file that is not there costs one call. What a file says is judged elsewhere;
// here only who can have written it.
#ifndef SBX_CORE_PLATFORM_CONFIG_FILES_HPP_
#define SBX_CORE_PLATFORM_CONFIG_FILES_HPP_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/platform/trusted_file.hpp"
#include "sbx/plugin/result.hpp"

namespace sbx::config_files {

// The organisation's. Nothing when there is none; an error when it is there, or
// may be, and cannot be read, or when anybody but root could have written it or a
// folder on the way to it.
[[nodiscard]] Result<std::optional<std::string>> ReadManaged(const std::string& folder,
                                                             const std::string& name,
                                                             std::size_t most);

// The user's own. An error when somebody else than `uid` and root owns it or may
// write it.
[[nodiscard]] Result<std::optional<std::string>> ReadOwn(const std::string& path, std::uint32_t uid,
                                                         std::size_t most);

// One that was named: has to be there, and may be a pipe.
[[nodiscard]] Result<std::string> ReadNamed(const std::string& path, std::size_t most);

// The file `.sbx/config.json` of a project folder. No link is followed on the way.
struct ProjectFile {
  std::string folder;  // absolute, no links
  ObjectId id;         // of that folder
  std::string path;
  std::string text;
  std::optional<Error> error;  // why there is no text
};
// Those of `workspace` and of the folders above it up to the root of its
// repository, outermost first; without a repository that of `workspace` alone.
[[nodiscard]] std::vector<ProjectFile> FindProjectFiles(const std::string& workspace,
                                                        std::size_t most);

// Writes `folder`/`name` as a whole or not at all, readable by the user alone
// (`shared`: as other files), and makes the folders that are missing. An error
// with os_error EEXIST when it is there and `replace` is false.
[[nodiscard]] Result<void> Write(const std::string& folder, const std::string& name,
                                 const std::string& text, bool replace, bool shared);
[[nodiscard]] Result<void> Remove(const std::string& folder, const std::string& name);

}  // namespace sbx::config_files

#endif  // SBX_CORE_PLATFORM_CONFIG_FILES_HPP_
