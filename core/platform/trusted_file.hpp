// SPDX-License-Identifier: MIT
//
// Trusted files: opening what will become code of this process, or says what
// will. A file is trusted when nobody but root and the user could have put it
// there: every directory from "/" on, and the file, is owned by one of them and
// writable by nobody else. A sticky bit does not mend a directory that others
// may write: they can still create the next name in it.
//
// Every component is opened from the one before, links are followed by hand and
// their directories judged as well, and what was judged is what is returned.
#ifndef SBX_CORE_PLATFORM_TRUSTED_FILE_HPP_
#define SBX_CORE_PLATFORM_TRUSTED_FILE_HPP_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sbx/plugin/result.hpp"
#include "sbx/plugin/unique_fd.hpp"

namespace sbx {

// Which file system object something is.
struct ObjectId {
  std::uint64_t dev = 0;
  std::uint64_t ino = 0;
  friend bool operator==(const ObjectId&, const ObjectId&) = default;
};

// A directory that was found to be trusted, with its whole chain.
struct TrustedFolder {
  UniqueFd fd;
  std::string path;  // absolute, as asked for
};

struct TrustedFile {
  UniqueFd fd;  // open for reading, a regular file
  ObjectId id;
  std::uint64_t size = 0;
};

// `forbidden` are directories that somebody else's code may change (the
// workspace): a folder that is one of them or lies inside one is not trusted,
// whatever name it was reached by. An error with os_error ENOENT means that
// there is no such folder.
[[nodiscard]] Result<TrustedFolder> OpenTrustedFolder(const std::string& path,
                                                      const std::vector<std::string>& forbidden);

// `name` is one component; it may not be a link.
[[nodiscard]] Result<TrustedFile> OpenTrustedFile(const TrustedFolder& folder,
                                                  const std::string& name);

// The whole content, which must not exceed `most` bytes.
[[nodiscard]] Result<std::string> ReadTrustedFile(const TrustedFile& file, std::size_t most);

// The object that this name leads to now.
[[nodiscard]] Result<ObjectId> IdentityOf(const std::string& path);

// The names in a folder that end with `suffix`, sorted.
[[nodiscard]] Result<std::vector<std::string>> NamesIn(const TrustedFolder& folder,
                                                       std::string_view suffix);

}  // namespace sbx

#endif  // SBX_CORE_PLATFORM_TRUSTED_FILE_HPP_
