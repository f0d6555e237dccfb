/* SPDX-License-Identifier: MIT
 *
 * What a runner hands back: prepared, not yet applied. A plan is data, so that
 * only one short audited file of the host runs between fork and exec.
 */
#ifndef SBX_ABI_DRAFT_PLAN_H_
#define SBX_ABI_DRAFT_PLAN_H_

#include "sbx/abi/base.h"
#include "sbx/abi/draft/restriction.h"

#ifdef __cplusplus
extern "C" {
#endif

/* One thing that is done in the target between fork and exec, in order. The
 * same kinds are used for what the host adds itself. A kind that the
 * interpreter does not know ends the launch. `fd` is an index into the plan's
 * descriptors, or -1. */
enum {
  SBX_STEP_NO_NEW_PRIVS = 1,
  SBX_STEP_LANDLOCK = 2,       /* landlock_restrict_self(fd, arg[0]) */
  SBX_STEP_SECCOMP = 3,        /* data: struct sock_filter[]; arg[0]: filter flags */
  SBX_STEP_LISTENER = 4,       /* as SECCOMP with a listener, handed over the socket `fd`;
                                  makes the arg[1] steps behind it superfluous */
  SBX_STEP_RLIMIT = 5,         /* arg: resource, soft, hard */
  SBX_STEP_DROP_CAPS = 6,      /* bounding, ambient and own sets become empty */
  SBX_STEP_CHDIR = 7,          /* fd, or data: a path that ends with '\0' */
  SBX_STEP_SESSION = 8,        /* setsid() */
  SBX_STEP_KEYRING = 9,        /* a session keyring of its own */
  SBX_STEP_IDENTITY = 10,      /* arg: uid, gid; data: uint32_t[] of groups */
  SBX_STEP_DEATH_SIGNAL = 11,  /* arg[0]: signal when the parent dies */
  SBX_STEP_DUP = 12,           /* fd becomes number arg[0], which survives exec */
  SBX_STEP_CLOSE_FROM = 13,    /* closes every descriptor from arg[0] on, at exec */
  SBX_STEP_DUMPABLE = 14,      /* arg[0]: 0 or 1 */
  SBX_STEP_UMASK = 15,         /* arg[0] */
  SBX_STEP_OOM_SCORE = 16,     /* arg[0] added to the score, so that the target goes first */
  SBX_STEP_LANDLOCK_ALLOW = 17 /* the object at data, a path that ends with '\0', gets the
                                  rights arg[0] in the ruleset fd; passed over if absent */
};

/* Bits of sbx_step.flags. */
#define SBX_STEP_MAY_FAIL 1u /* a failure is reported as a notice and the launch goes on */

typedef struct sbx_step {
  uint32_t kind;
  uint32_t flags;
  int32_t fd;
  uint32_t data_size; /* bytes at `data` */
  const void* data;
  uint64_t arg[3];
} sbx_step;

/* One thing that the host holds for the length of the run, made before the
 * target starts and undone when its whole tree is dead, also when the
 * supervisor was killed. */
enum {
  /* An empty directory `name` in directory `fd`, unless something is there.
   * Marked, locked while used, shared between runs, removed by the last. */
  SBX_HOLD_NAME = 1,
  /* A directory `name` (mode 0700) in `fd`, removed with its content. When
   * `fd2` >= 0 it is a Landlock ruleset that gets a rule for it with `access`. */
  SBX_HOLD_TEMP = 2
};

typedef struct sbx_hold {
  uint32_t kind;
  int32_t fd;
  int32_t fd2;
  uint32_t reserved;
  uint64_t access;
  sbx_str name; /* one component */
} sbx_hold;

/* How far one restriction is enforced by this plan, and by what. */
enum { SBX_LEVEL_NONE = 0, SBX_LEVEL_PARTIAL = 1, SBX_LEVEL_FULL = 2 };

typedef struct sbx_enforcement {
  sbx_restrictions restriction; /* exactly one bit */
  uint32_t level;
  uint32_t reserved;
  sbx_str mechanism; /* "landlock", "mount namespace", "seccomp" … */
  sbx_str gap;       /* when not full: what stays open, one sentence */
  sbx_str mend;      /* when not full: what would close it, one sentence, may be empty */
} sbx_enforcement;

enum {
  SBX_PLAN_STEPS = 1, /* steps run in the target */
  SBX_PLAN_WRAP = 2   /* the host execs `wrap`, which execs the host's helper, which runs steps */
};

/* Features of the host's single seccomp listener that a plan relies on. The
 * host adds the restrictions that a feature holds to the enforcement itself,
 * and takes them away again where no listener can be had. */
#define SBX_LISTEN_UNIX 1u     /* judge connect() to Unix sockets */
#define SBX_LISTEN_METADATA 2u /* judge chmod, chown, utime and xattr calls */
#define SBX_LISTEN_SCHEDULE 4u /* judge calls that schedule another thread, group or user: what */
                               /* proc.signal says of them holds only where it is had */

/* WRAP: descriptor i of `fds` is open as number SBX_WRAP_FD_BASE + i in the
 * wrapper program, so its arguments may name it. The host appends "--" and its
 * helper's command line to `wrap`. wrap[0] is the absolute path of the program. */
#define SBX_WRAP_FD_BASE 10

typedef struct sbx_plan {
  uint32_t size; /* of this struct as the plugin knows it */
  uint32_t kind;
  const sbx_step* steps;
  size_t step_count;
  const sbx_hold* holds;
  size_t hold_count;
  const int32_t* fds; /* owned by the plan, close-on-exec */
  size_t fd_count;
  const sbx_str* wrap;
  size_t wrap_count;
  const sbx_str* env; /* NAME=VALUE entries that replace those of the launch */
  size_t env_count;
  const sbx_enforcement* enforcement; /* one entry for each restriction the policy wants */
  size_t enforcement_count;
  uint32_t listen; /* SBX_LISTEN_* */
  uint32_t reserved;
  const sbx_str* explain; /* the plan in the mechanism's own words, one line each */
  size_t explain_count;
  void* owner; /* the plugin's */
} sbx_plan;

#ifdef __cplusplus
}
#endif

#endif /* SBX_ABI_DRAFT_PLAN_H_ */
