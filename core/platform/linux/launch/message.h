// SPDX-License-Identifier: MIT
//
// Message: the kernel's struct msghdr and cmsghdr, for code that has no C
// library: messages that carry descriptors.
#ifndef SBX_CORE_PLATFORM_LINUX_LAUNCH_MESSAGE_H_
#define SBX_CORE_PLATFORM_LINUX_LAUNCH_MESSAGE_H_

#include <stdint.h>

namespace sbx::launch {

struct IoVector {
  const void* base;
  uint64_t length;
};

struct Message {
  const void* name;
  int32_t name_length;
  IoVector* vector;
  uint64_t vector_length;
  void* control;
  uint64_t control_length;
  uint32_t flags;
};

// One control message (SOL_SOCKET, SCM_RIGHTS) with at most kCount descriptors.
// `length` counts the head and those that are really there.
inline constexpr uint64_t kRightsHead = 16;

template <uint32_t kCount>
struct Rights {
  uint64_t length = kRightsHead + kCount * sizeof(int32_t);
  int32_t level = 1;
  int32_t type = 1;
  int32_t fds[kCount]{};
};
static_assert(sizeof(Rights<1>) == 24 && sizeof(Rights<2>) == 24, "as CMSG_SPACE()");

}  // namespace sbx::launch

#endif  // SBX_CORE_PLATFORM_LINUX_LAUNCH_MESSAGE_H_
