// SPDX-License-Identifier: MIT
//
// Target: one thread that waits in a notified call, as seen from outside: its
// memory, its descriptors, and paths as it would find them. Everything read
// here is bounded, and counts only if the notification still stands afterwards
// (the number of the thread may have passed to another one meanwhile).
//
// Paths are opened with the supervisor's own rights, below the target's root,
// never through links of /proc that mean "me": those would lead to the
// supervisor. "/proc/self/fd/N" and its spellings are read as the target's own
// descriptor N, which is what they mean to it.
#ifndef SBX_CORE_PLATFORM_LINUX_LISTENER_TARGET_HPP_
#define SBX_CORE_PLATFORM_LINUX_LISTENER_TARGET_HPP_

#include <cstddef>
#include <cstdint>
#include <string>

#include "sbx/plugin/unique_fd.hpp"

namespace sbx::listener {

// A descriptor, or the errno that the target gets.
struct Opened {
  UniqueFd fd;
  int os_error = 0;
};

// Identity of a root directory: the same mount and the same directory.
struct Root {
  UniqueFd fd;
  std::uint64_t mount = 0;
  std::uint64_t inode = 0;
};

// The root at `path` ("/" or "/proc/N/root"); without a descriptor on failure.
[[nodiscard]] Root OpenRoot(const char* path);

class Target {
 public:
  // `own_root` is the supervisor's and is borrowed.
  Target(int tid, const Root& own_root) : tid_(tid), own_root_(own_root) {}
  Target(const Target&) = delete;
  Target& operator=(const Target&) = delete;
  ~Target() = default;

  [[nodiscard]] int tid() const { return tid_; }
  [[nodiscard]] int ProcessId() const;  // of the process that the thread belongs to

  // 0 or an errno.
  [[nodiscard]] int Read(std::uint64_t address, void* to, std::size_t size) const;

  // Up to the first NUL, which must come within `limit` bytes; else `too_long`.
  [[nodiscard]] int ReadString(std::uint64_t address, std::size_t limit, int too_long,
                               std::string& out) const;

  // A duplicate of the target's descriptor `number`.
  [[nodiscard]] Opened Descriptor(int number);

  // O_PATH descriptor of what the target would find at `path`, from its working
  // directory (AT_FDCWD) or its descriptor `at`.
  [[nodiscard]] Opened Open(int at, const std::string& path, bool follow);

  // The target's working directory, O_PATH.
  [[nodiscard]] Opened WorkingDirectory() const;

  // True when paths mean the same to the target and to the supervisor.
  [[nodiscard]] bool SharesRoot();

  // The target's root, or the supervisor's where they are the same; -1 when it
  // cannot be had.
  [[nodiscard]] int RootFd();

  // User or group number of the target's user namespace -> the supervisor's.
  // False when it has none there. ~0 ("leave it") stays.
  [[nodiscard]] bool TranslateId(const char* map, std::uint32_t& id) const;

 private:
  [[nodiscard]] Opened OpenBelow(UniqueFd base, const std::string& path, bool follow);
  void LookAtRoot();

  int tid_;
  const Root& own_root_;
  Root root_;
  bool root_known_ = false;
  UniqueFd pidfd_;
};

}  // namespace sbx::listener

#endif  // SBX_CORE_PLATFORM_LINUX_LISTENER_TARGET_HPP_
