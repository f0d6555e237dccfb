// SPDX-License-Identifier: MIT
//
// Small readers of /proc and the one way in which paths are opened here.
#ifndef SBX_CORE_PLATFORM_LINUX_LISTENER_PROC_HPP_
#define SBX_CORE_PLATFORM_LINUX_LISTENER_PROC_HPP_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/platform/linux/listener/target.hpp"

namespace sbx::listener {

// O_PATH below `base_fd` with further open flags and RESOLVE_* bits; magic
// links of /proc are always refused. Errors are those that a path look-up has;
// any other becomes EACCES.
[[nodiscard]] Opened OpenPath(int base_fd, const std::string& path, std::uint64_t flags,
                              std::uint64_t resolve);

// The name of an open descriptor as the kernel gives it; empty on failure.
[[nodiscard]] std::string ReadLink(int fd);

// "/proc/self/fd/N": the one name by which an opened object is used.
[[nodiscard]] std::string DescriptorName(int fd);

// "/proc/N/entry".
[[nodiscard]] std::string ProcPath(int pid, std::string_view entry);

// A whole file of at most `limit` bytes; false when it is longer or unreadable.
[[nodiscard]] bool ReadSmallFile(const std::string& path, std::size_t limit, std::string& out);

// The number behind `label` ("Tgid:") in the text of a /proc/N/status.
[[nodiscard]] std::optional<std::uint64_t> StatusField(const std::string& status,
                                                       std::string_view label, int base);

}  // namespace sbx::listener

#endif  // SBX_CORE_PLATFORM_LINUX_LISTENER_PROC_HPP_
