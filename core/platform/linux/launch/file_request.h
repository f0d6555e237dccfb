// SPDX-License-Identifier: MIT
//
// What goes over the socket of a fence: one request in one packet, one answer, in
// turn. Both ends are of one build; the end that is asked checks all the same, because
// it is the one that opens.
#ifndef SBX_CORE_PLATFORM_LINUX_LAUNCH_FILE_REQUEST_H_
#define SBX_CORE_PLATFORM_LINUX_LAUNCH_FILE_REQUEST_H_

#include <stdint.h>

namespace sbx::launch {

enum class FileCall : uint32_t {
  kHello = 1,    // answers as soon as everything is confined
  kOpen = 2,     // flags: those of open(2), mode; answers with a descriptor
  kMakeDir = 3,  // mode
  kRename = 4,   // flags: those of renameat2(2)
  kRemove = 5,   // flags: AT_REMOVEDIR for a directory
};

inline constexpr uint32_t kPathBytes = 4096;  // PATH_MAX, the final zero included

// Followed by the bytes of one path or two, each with its zero.
struct FileRequest {
  FileCall call;
  uint32_t flags;
  uint32_t mode;
  uint32_t first, second;  // bytes of each path; 0: there is none
};

struct FileAnswer {
  int32_t error;  // errno, or 0
};

}  // namespace sbx::launch

#endif  // SBX_CORE_PLATFORM_LINUX_LAUNCH_FILE_REQUEST_H_
