/* SPDX-License-Identifier: MIT
 *
 * A resolved policy as a runner sees it: every path opened, every rule placed.
 *
 * The file policy is a set of zones. A zone is one file-system object and what
 * a target may do with it and with everything below it, up to the next zone.
 * Zone 0 is "/". A deeper zone always overrides the one that encloses it: that
 * is the whole precedence rule, and ties were decided (deny wins) before.
 */
#ifndef SBX_ABI_DRAFT_POLICY_H_
#define SBX_ABI_DRAFT_POLICY_H_

#include "sbx/abi/base.h"
#include "sbx/abi/draft/restriction.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a zone allows. WRITE includes READ. */
enum { SBX_ACCESS_NONE = 0, SBX_ACCESS_READ = 1, SBX_ACCESS_WRITE = 2 };

/* What a zone's object is. ABSENT: nothing is there yet; the zone is the first
 * component that does not exist, `fd` is the directory that would hold it, and
 * the runner has to keep the name from being made (access is NONE or READ). */
enum {
  SBX_OBJECT_DIRECTORY = 0,
  SBX_OBJECT_FILE = 1,    /* a regular file */
  SBX_OBJECT_SPECIAL = 2, /* device, fifo or socket */
  SBX_OBJECT_ABSENT = 3
};

/* Bits of sbx_zone.flags. */
#define SBX_ZONE_EXPLICIT 1u     /* a rule that somebody wrote, not a default */
#define SBX_ZONE_OWN_CONFIG 2u   /* holds sbx's own files */
#define SBX_ZONE_TMP 4u          /* a shared temporary directory */
#define SBX_ZONE_WORKSPACE 8u    /* the workspace */
#define SBX_ZONE_BEST_EFFORT 16u /* may be left open if named (restriction bit stays partial) */
#define SBX_ZONE_VIA_LINK                                                                  \
  32u                        /* the rule's spelling passes a symbolic link that the target \
                                could replace, because it lies in a writable zone */
#define SBX_ZONE_PROTECT 64u /* counts for SBX_FS_PROTECT: a protect group's, or best effort */

typedef struct sbx_zone {
  sbx_str path;   /* absolute, no links, ends with '\0' behind size */
  int32_t fd;     /* O_PATH descriptor of the object (ABSENT: of its directory); borrowed */
  int32_t parent; /* index of the enclosing zone; -1 for zone 0. parent < own index */
  uint32_t access;
  uint32_t object;
  uint32_t flags;
  uint32_t reserved;
  uint64_t dev, ino; /* identity of the object (ABSENT: of its directory) */
  sbx_str rule;      /* the deciding rule as written, with its source, for messages */
} sbx_zone;

/* A symbolic link by which an allowed object is reached and whose directory may
 * not be read: a runner that shows a target only what it may read shows this too. */
typedef struct sbx_link {
  sbx_str path;   /* absolute, ends with '\0' behind size */
  sbx_str target; /* its text, likewise */
} sbx_link;

enum { SBX_MODE_READ_ONLY = 0, SBX_MODE_WORKSPACE_WRITE = 1, SBX_MODE_DANGER_FULL_ACCESS = 2 };
enum { SBX_TMP_SHARED = 0, SBX_TMP_PRIVATE = 1, SBX_TMP_NONE = 2 };
enum { SBX_NET_OPEN = 0, SBX_NET_NONE = 1 };
enum { SBX_UNIX_INSIDE = 0, SBX_UNIX_ALLOW = 1, SBX_UNIX_DENY = 2 };

typedef struct sbx_policy {
  uint32_t size; /* of this struct as the host knows it */
  uint32_t mode;
  uint64_t generation;       /* equal generations mean equal policies, in one process */
  sbx_restrictions wanted;   /* everything the policy closes */
  sbx_restrictions required; /* what must be enforced fully, or nothing may run */
  const sbx_zone* zones;     /* sorted so that an enclosing zone comes first */
  size_t zone_count;
  uint32_t tmp;
  uint32_t network;
  uint32_t unix_sockets;
  uint32_t uid; /* the user that the target will be */
  sbx_str workspace;
  sbx_str temp_root;    /* where a private temporary directory may be made on the host */
  int32_t temp_root_fd; /* O_PATH, -1 when there is none */
  uint32_t reserved;
  const sbx_link* links; /* since 0.2; those that lie nearer to the root come first */
  size_t link_count;
} sbx_policy;

#ifdef __cplusplus
}
#endif

#endif /* SBX_ABI_DRAFT_POLICY_H_ */
