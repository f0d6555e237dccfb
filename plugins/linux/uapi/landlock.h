/* SPDX-License-Identifier: MIT
 *
 * Landlock's kernel interface up to ABI 10, as far as it is used here: the
 * headers of the build machine are older than the kernels that this runs on.
 * Part of the kernel's stable interface: numbers never change.
 */
#ifndef SBX_PLUGINS_LINUX_UAPI_LANDLOCK_H_
#define SBX_PLUGINS_LINUX_UAPI_LANDLOCK_H_

#include <stdint.h>

/* System calls, the same on every architecture. */
#define SBX_NR_LANDLOCK_CREATE_RULESET 444
#define SBX_NR_LANDLOCK_ADD_RULE 445
#define SBX_NR_LANDLOCK_RESTRICT_SELF 446

#define SBX_LANDLOCK_CREATE_RULESET_VERSION 1u
#define SBX_LANDLOCK_RULE_PATH_BENEATH 1u
#define SBX_LANDLOCK_ABI_KNOWN 10 /* the newest one whose bits are below */

/* A bit is unknown to a kernel whose ABI is smaller than the one named; a ruleset
 * with an unknown bit is refused as a whole. */
#define SBX_LL_EXECUTE (UINT64_C(1) << 0) /* ABI 1 */
#define SBX_LL_WRITE_FILE (UINT64_C(1) << 1)
#define SBX_LL_READ_FILE (UINT64_C(1) << 2)
#define SBX_LL_READ_DIR (UINT64_C(1) << 3)
#define SBX_LL_REMOVE_DIR (UINT64_C(1) << 4)
#define SBX_LL_REMOVE_FILE (UINT64_C(1) << 5)
#define SBX_LL_MAKE_CHAR (UINT64_C(1) << 6)
#define SBX_LL_MAKE_DIR (UINT64_C(1) << 7)
#define SBX_LL_MAKE_REG (UINT64_C(1) << 8)
#define SBX_LL_MAKE_SOCK (UINT64_C(1) << 9)
#define SBX_LL_MAKE_FIFO (UINT64_C(1) << 10)
#define SBX_LL_MAKE_BLOCK (UINT64_C(1) << 11)
#define SBX_LL_MAKE_SYM (UINT64_C(1) << 12)
#define SBX_LL_REFER (UINT64_C(1) << 13)        /* ABI 2 */
#define SBX_LL_TRUNCATE (UINT64_C(1) << 14)     /* ABI 3 */
#define SBX_LL_IOCTL_DEV (UINT64_C(1) << 15)    /* ABI 5 */
#define SBX_LL_RESOLVE_UNIX (UINT64_C(1) << 16) /* ABI 9 */

#define SBX_LL_NET_BIND_TCP (UINT64_C(1) << 0)         /* ABI 4 */
#define SBX_LL_NET_CONNECT_TCP (UINT64_C(1) << 1)      /* ABI 4 */
#define SBX_LL_NET_BIND_UDP (UINT64_C(1) << 2)         /* ABI 10 */
#define SBX_LL_NET_CONNECT_SEND_UDP (UINT64_C(1) << 3) /* ABI 10 */

#define SBX_LL_SCOPE_ABSTRACT_UNIX_SOCKET (UINT64_C(1) << 0) /* ABI 6 */
#define SBX_LL_SCOPE_SIGNAL (UINT64_C(1) << 1)               /* ABI 6 */

/* A kernel that knows fewer members accepts the longer struct as long as the
 * rest is zero. */
struct sbx_landlock_ruleset_attr {
  uint64_t handled_access_fs;
  uint64_t handled_access_net; /* ABI 4 */
  uint64_t scoped;             /* ABI 6 */
};

struct sbx_landlock_path_beneath_attr {
  uint64_t allowed_access;
  int32_t parent_fd;
} __attribute__((packed));

/* statfs.f_type of file systems that do not keep inodes, so that rules on them
 * are lost (9p, the Windows drives of WSL). */
#define SBX_9P_MAGIC 0x01021997L

#endif /* SBX_PLUGINS_LINUX_UAPI_LANDLOCK_H_ */
