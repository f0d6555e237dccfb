// SPDX-License-Identifier: MIT
//
// The few file calls that policies need, with nothing of any operating system
// in their declarations: opening an object without reading it, asking what it
// is and where it is. Each platform folder implements them.
#ifndef SBX_CORE_PLATFORM_FILES_HPP_
#define SBX_CORE_PLATFORM_FILES_HPP_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sbx/plugin/unique_fd.hpp"

namespace sbx::files {

enum class Kind : std::uint8_t { kDirectory, kFile, kLink, kSpecial };

// What an object is, whatever it is called. Two names with one identity are one
// object; for a directory they are mounts of the same one.
struct Identity {
  std::uint64_t dev = 0;
  std::uint64_t ino = 0;
  friend bool operator==(const Identity&, const Identity&) = default;
};

struct Status {
  Identity id;
  Kind kind = Kind::kSpecial;
  std::uint32_t mode = 0;  // permission bits
  std::uint32_t uid = 0;
  std::uint32_t gid = 0;
  std::uint32_t links = 0;  // how many names it has
  bool held = false;        // a name that runs keep from being made (see SBX_HOLD_NAME)
  std::uint64_t mount = 0;  // of the mount that it was reached through, 0 when unknown
};

struct Opened {
  UniqueFd fd;
  int error = 0;  // errno when fd is not valid
};

enum class Follow : std::uint8_t { kNo, kYes };

// Opens for naming only: no permission on the object itself is needed and
// nothing happens to it (a fifo or a device does not notice). `dir_fd` may be
// kNoDirectory for absolute paths.
inline constexpr int kNoDirectory = -100;
[[nodiscard]] Opened Open(int dir_fd, const char* path, Follow follow);

// The same for an absolute path on which there may be no link at all; ELOOP where
// there is one, ENOSYS where the system cannot tell.
[[nodiscard]] Opened OpenWithoutLinks(const char* path);

// Closes many with few calls: those that were opened one after the other have numbers
// that follow each other. Any thread may open and close others meanwhile.
void Close(std::vector<UniqueFd> fds);

[[nodiscard]] std::optional<Status> StatusOf(int fd);

// Of a name in a directory, a link itself included.
[[nodiscard]] std::optional<Status> StatusAt(int dir_fd, const char* name);

// Whether names in this directory are found in other cases as well. Found by asking;
// true where nothing tells. Costs some calls.
[[nodiscard]] bool FoldsCase(int dir_fd);

// A directory that can be listed and has nothing in it.
[[nodiscard]] bool IsEmpty(int dir_fd);

struct Entry {
  std::string name;
  Kind kind = Kind::kSpecial;
};

// What is in a directory, but for "." and "..": at most `most` entries, in no
// order. `cut`: there are more. Nothing when it cannot be listed.
struct Listing {
  std::vector<Entry> entries;
  bool cut = false;
};
[[nodiscard]] std::optional<Listing> List(int dir_fd, std::size_t most);

// The one spelling of an open object: absolute, no links. Empty when it has
// none (removed, outside the root) or the system does not tell.
[[nodiscard]] std::string PathOf(int fd);

// The text of an open link; empty when it cannot be read.
[[nodiscard]] std::string LinkText(int fd);

// The content of a regular file: nothing when it is a link or anything else, has
// more than `most` bytes, or cannot be read. Never waits.
[[nodiscard]] std::optional<std::string> ReadSmall(int dir_fd, const char* name, std::size_t most);

// Links in this directory do not follow their text (procfs).
[[nodiscard]] bool HasMagicLinks(int dir_fd);

// Can `uid`, without any capability, make files in this directory?
[[nodiscard]] bool MayWrite(int dir_fd, const Status& status, std::uint32_t uid);

// Makes a directory that belongs to `uid` as far as this process may give it
// away, and opens it. What is there already is not taken.
[[nodiscard]] Opened MakeDirectory(int dir_fd, const char* name, std::uint32_t mode,
                                   std::uint32_t uid);

// One mount that this process can reach: it shows the folder `root` of the file
// system `dev` at `point`. `dev` is only comparable with that of other mounts.
struct Mount {
  std::uint64_t id = 0;
  std::string dev;
  std::string root;
  std::string point;
};

// Empty when the system does not tell.
[[nodiscard]] std::vector<Mount> Mounts();

}  // namespace sbx::files

#endif  // SBX_CORE_PLATFORM_FILES_HPP_
