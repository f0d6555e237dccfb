/* SPDX-License-Identifier: MIT
 *
 * Restrictions: the dimensions in which a target can be closed, one bit each.
 *
 * A policy says which it wants and which of those it requires. A runner says
 * which it understands; its plan says which are enforced. The host refuses when
 * a required bit is not fully enforced, so that a runner which predates a bit
 * can never weaken a policy that uses it.
 */
#ifndef SBX_ABI_DRAFT_RESTRICTION_H_
#define SBX_ABI_DRAFT_RESTRICTION_H_

#include <stdint.h>

typedef uint64_t sbx_restrictions; /* a set of the bits below */

/* name               bit                     a target cannot …                              */
#define SBX_FS_READ (UINT64_C(1) << 0)      /* read what the policy denies to read            */
#define SBX_FS_WRITE (UINT64_C(1) << 1)     /* create, change, rename, link or remove outside */
#define SBX_FS_METADATA (UINT64_C(1) << 2)  /* change mode, owner, times or attributes outside */
#define SBX_FS_TMP (UINT64_C(1) << 3)       /* see or change other programs' temporary files  */
#define SBX_OWN_CONFIG (UINT64_C(1) << 4)   /* change sbx's own files (their bytes)           */
#define SBX_NET_CONNECT (UINT64_C(1) << 5)  /* send to a network, by any protocol             */
#define SBX_NET_BIND (UINT64_C(1) << 6)     /* listen on a network                            */
#define SBX_IPC_UNIX (UINT64_C(1) << 7)     /* reach Unix sockets that were made outside      */
#define SBX_IPC_ABSTRACT (UINT64_C(1) << 8) /* the same for abstract Unix sockets             */
#define SBX_IPC_SYSV (UINT64_C(1) << 9)     /* reach System V or POSIX queues made outside    */
#define SBX_IPC_KEYRING (UINT64_C(1) << 10) /* reach the kernel keyrings of the caller        */
#define SBX_PROC_SIGNAL (UINT64_C(1) << 11) /* signal processes outside, or change how they   */
                                            /* are scheduled                                  */
#define SBX_PROC_TRACE (UINT64_C(1) << 12)  /* trace, or read memory, environment or files of */
                                            /* processes outside                              */
#define SBX_PROC_LIST (UINT64_C(1) << 13)   /* see that other processes exist                 */
#define SBX_PRIVILEGE (UINT64_C(1) << 14)   /* hold or gain capabilities, setuid included     */
#define SBX_KERNEL (UINT64_C(1) << 15)      /* mount, make namespaces, load modules or BPF,   */
                                            /* use io_uring or a foreign system call table    */
#define SBX_TTY_INPUT (UINT64_C(1) << 16)   /* type into the terminal that it shares          */
#define SBX_FD_INHERIT (UINT64_C(1) << 17)  /* use descriptors that were not named            */
#define SBX_LIMITS (UINT64_C(1) << 18)      /* use more than the limits of the launch         */
#define SBX_FS_PROTECT (UINT64_C(1) << 19)  /* change what protect groups name, or do what a   */
                                            /* best-effort rule denies                        */
#define SBX_FS_PATTERN (UINT64_C(1) << 20)  /* make a file whose name a denied pattern matches */

#define SBX_RESTRICTION_COUNT 21
#define SBX_RESTRICTIONS_ALL ((UINT64_C(1) << SBX_RESTRICTION_COUNT) - 1)

#endif /* SBX_ABI_DRAFT_RESTRICTION_H_ */
