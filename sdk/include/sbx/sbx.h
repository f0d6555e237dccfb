/* SPDX-License-Identifier: MIT
 *
 * The C interface for hosts: an engine, policies, asynchronous runs. It is the
 * C++ interface of sbx/host/ with other words; what is said there about threads,
 * signals, children and forks holds here.
 *
 * Handles are opaque; who made one frees it with the function beside it. Structs
 * begin with their size: start from the INIT of each, which also sets the usual
 * values. A member of a later version that is set is refused by an older library,
 * never ignored. Strings end with a zero and are borrowed for the call, as are
 * lists, which end with a null pointer; null stands for an empty one unless said.
 *
 * Functions that return sbx_status give SBX_OK, or fill `error` where it is not
 * null. Thread tags: [any], or [serial]: calls on one handle must not overlap. A
 * handle may be freed when no call on it is going on. No function exits, prints,
 * raises, throws, or changes a signal's handling or a mask.
 */
#ifndef SBX_SBX_H_
#define SBX_SBX_H_

#include "sbx/abi/base.h"
#include "sbx/abi/draft/policy.h"
#include "sbx/abi/draft/restriction.h"

/* The installation that the host was built with: find_package(sbx) and pkg-config
 * define it. */
#ifndef SBX_HOST_PREFIX
#define SBX_HOST_PREFIX ""
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef struct sbx_host_engine sbx_host_engine;
typedef struct sbx_host_policy sbx_host_policy;
typedef struct sbx_host_run sbx_host_run;
typedef struct sbx_host_fence sbx_host_fence;

typedef struct sbx_host_error {
  uint32_t size;
  sbx_status status;
  int32_t os_error;    /* errno, or 0 */
  char sentence[1020]; /* for people, cut when it is longer; ends with a zero */
} sbx_host_error;
#define SBX_HOST_ERROR_INIT              \
  {                                      \
    sizeof(sbx_host_error), SBX_OK, 0, { \
      0                                  \
    }                                    \
  }

/* ---- engine ---- */

enum { SBX_HOST_INHERIT_ENVIRONMENT = 1u }; /* that of the process, once, in _new */

typedef struct sbx_host_engine_options {
  uint32_t size;
  uint32_t flags;
  const char* prefix;                   /* absolute; where sbx is installed */
  const char* const* environment;       /* NAME=VALUE: for HOME, TMPDIR, XDG_*, and for commands */
  const char* const* plugin_folders;    /* besides that of the prefix; absolute, trusted */
  const char* const* untrusted_folders; /* that commands may change: no plugins from there */
  const char* const* order;             /* of runners for "auto"; null: the usual one */
} sbx_host_engine_options;
#define SBX_HOST_ENGINE_OPTIONS_INIT \
  { sizeof(sbx_host_engine_options), 0, SBX_HOST_PREFIX, 0, 0, 0, 0 }

sbx_status sbx_host_engine_new(const sbx_host_engine_options* options, sbx_host_engine** engine,
                               sbx_host_error* error) SBX_NOEXCEPT; /* [any] */
/* Policies and runs that are left stay usable and keep what they need. */
void sbx_host_engine_free(sbx_host_engine* engine) SBX_NOEXCEPT; /* [serial]; null is nothing */

/* ---- policy ---- */

enum { SBX_HOST_ALLOW = 0, SBX_HOST_DENY = 1 };

typedef struct sbx_host_rule { /* does not grow */
  uint32_t access;             /* SBX_ACCESS_READ or SBX_ACCESS_WRITE */
  uint32_t effect;             /* SBX_HOST_ALLOW or SBX_HOST_DENY */
  const char* path;            /* absolute, "~/…", below base, or "$WORKSPACE/…" */
  const char* source;          /* where it was written; null: "host" */
} sbx_host_rule;

enum { SBX_HOST_PATTERNS_ALL = 0, SBX_HOST_PATTERNS_EXISTING = 1 };

/* The organisation's file counts as well and stands above this. */
typedef struct sbx_host_policy_options {
  uint32_t size;
  uint32_t mode;         /* SBX_MODE_… */
  uint32_t tmp;          /* SBX_TMP_… */
  uint32_t network;      /* SBX_NET_… */
  uint32_t unix_sockets; /* SBX_UNIX_… */
  uint32_t reserved;
  const char* base;      /* of relative paths; null: the working directory */
  const char* workspace; /* null: base */
  const char* const* allow_sockets;
  const sbx_host_rule* rules;
  size_t rule_count;
  sbx_restrictions require; /* fully held or refused, besides those that always are */
  uint64_t memory, processes, cpu_seconds, file_size, open_files; /* 0: unlimited */
  uint32_t read_default;     /* SBX_HOST_ALLOW or SBX_HOST_DENY: what no rule names */
  uint32_t patterns;         /* SBX_HOST_PATTERNS_…: what a denied pattern must hold */
  uint32_t exclude_git_root; /* 1: the repository is not writable as a whole */
  uint32_t reserved2;
  const char* const* protect_required;    /* protect groups: "git-hooks", "secrets" … */
  const char* const* protect_best_effort; /* see sbx/host/policy.hpp */
  const char* const* protect_off;
  const char* const* config_sources; /* ids: "pi", "native" …; see sbx/host/policy.hpp */
} sbx_host_policy_options;
#define SBX_HOST_POLICY_OPTIONS_INIT                                                         \
  {                                                                                          \
    sizeof(sbx_host_policy_options), SBX_MODE_WORKSPACE_WRITE, SBX_TMP_SHARED, SBX_NET_OPEN, \
        SBX_UNIX_INSIDE, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0          \
  }

/* Opens everything that is named. One policy serves many runs. */
sbx_status sbx_host_policy_resolve(const sbx_host_engine* engine,
                                   const sbx_host_policy_options* options, sbx_host_policy** policy,
                                   sbx_host_error* error) SBX_NOEXCEPT; /* [any] */
void sbx_host_policy_free(sbx_host_policy* policy) SBX_NOEXCEPT; /* [serial]; null is nothing */

/* Sets *allowed to 1 or 0, of this moment. The deciding rule is copied to `rule`,
 * cut to `rule_size` with its zero, where that is not 0. */
sbx_status sbx_host_check(const sbx_host_policy* policy, uint32_t access, const char* path,
                          int32_t* allowed, char* rule, size_t rule_size,
                          sbx_host_error* error) SBX_NOEXCEPT; /* [any] */

/* The same for the call of a tool; `request` is JSON, see CheckTool in
 * sbx/host/check.hpp. What denies is copied to `rule`. */
sbx_status sbx_host_check_tool(const sbx_host_policy* policy, sbx_str request, int32_t* allowed,
                               char* rule, size_t rule_size,
                               sbx_host_error* error) SBX_NOEXCEPT; /* [any] */

enum { SBX_HOST_LEVEL_NONE = 0, SBX_HOST_LEVEL_PARTIAL = 1, SBX_HOST_LEVEL_FULL = 2 };

typedef struct sbx_host_enforcement {
  uint32_t size;
  uint32_t level;               /* SBX_HOST_LEVEL_… */
  sbx_restrictions restriction; /* one bit */
  sbx_str name, mechanism, gap, mend;
} sbx_host_enforcement;

/* What a run would enforce here, found by really trying: `each` is called once for
 * every restriction, before this returns, with what is borrowed for the call.
 * `runner` is "auto" or an id; null: "auto". The one that would be used is copied
 * as `rule` is above. */
sbx_status sbx_host_status(sbx_host_engine* engine, const sbx_host_policy* policy,
                           const char* runner, char* used, size_t used_size,
                           void (*each)(void* ctx, const sbx_host_enforcement* entry), void* ctx,
                           sbx_host_error* error) SBX_NOEXCEPT; /* [any] */

/* ---- fence: files opened by a process that the policy confines; see sbx/host/fence.hpp ---- */

typedef struct sbx_host_fence_options {
  uint32_t size;
  uint32_t patience_ms; /* for one answer; 0: ten seconds */
  const char* runner;   /* "auto" or an id; null: "auto" */
} sbx_host_fence_options;
#define SBX_HOST_FENCE_OPTIONS_INIT \
  { sizeof(sbx_host_fence_options), 0, 0 }

enum {
  SBX_HOST_OPEN_READ = 1u,
  SBX_HOST_OPEN_WRITE = 2u,
  SBX_HOST_OPEN_CREATE = 4u,
  SBX_HOST_OPEN_EXCLUSIVE = 8u,
  SBX_HOST_OPEN_TRUNCATE = 16u,
  SBX_HOST_OPEN_APPEND = 32u,
  SBX_HOST_OPEN_DIRECTORY = 64u,
  SBX_HOST_OPEN_NO_FOLLOW = 128u
};
enum { SBX_HOST_RENAME_REPLACE = 0, SBX_HOST_RENAME_KEEP = 1, SBX_HOST_RENAME_EXCHANGE = 2 };

sbx_status sbx_host_fence_new(sbx_host_engine* engine, const sbx_host_policy* policy,
                              const sbx_host_fence_options* options, sbx_host_fence** fence,
                              sbx_host_error* error) SBX_NOEXCEPT; /* [any] */
void sbx_host_fence_free(sbx_host_fence* fence) SBX_NOEXCEPT;      /* [serial]; null is nothing */

/* SBX_E_REFUSED where the policy denies: the deciding rule is copied to `rule`, cut to
 * `rule_size` with its zero, where that is not 0; it is empty after every other end.
 * SBX_E_OS with os_error where the call failed; ECANCELED and ETIMEDOUT: no answer came.
 * *fd is the caller's to close, close-on-exec, and -1 after a failure. All are [any]. */
sbx_status sbx_host_fence_open(sbx_host_fence* fence, const char* path, uint32_t flags,
                               uint32_t mode, int32_t* fd, char* rule, size_t rule_size,
                               sbx_host_error* error) SBX_NOEXCEPT;
sbx_status sbx_host_fence_mkdir(sbx_host_fence* fence, const char* path, uint32_t mode, char* rule,
                                size_t rule_size, sbx_host_error* error) SBX_NOEXCEPT;
sbx_status sbx_host_fence_rename(sbx_host_fence* fence, const char* from, const char* to,
                                 uint32_t replace, char* rule, size_t rule_size,
                                 sbx_host_error* error) SBX_NOEXCEPT;
/* `directory`: 1 for an empty directory, 0 for anything else. */
sbx_status sbx_host_fence_remove(sbx_host_fence* fence, const char* path, uint32_t directory,
                                 char* rule, size_t rule_size, sbx_host_error* error) SBX_NOEXCEPT;
void sbx_host_fence_cancel(sbx_host_fence* fence) SBX_NOEXCEPT; /* what goes on fails */

/* ---- run ---- */

enum { SBX_HOST_STREAM_NULL = 0, SBX_HOST_STREAM_CAPTURE = 1, SBX_HOST_STREAM_INHERIT = 2 };

typedef struct sbx_host_launch {
  uint32_t size;
  uint32_t timeout_ms;            /* then the whole tree is ended; 0: never */
  const char* const* argv;        /* required */
  const char* cwd;                /* null: the policy's base */
  const char* const* environment; /* null: the engine's */
  const char* const* changes;     /* NAME=VALUE, last */
  uint32_t in, out, err;          /* SBX_HOST_STREAM_… */
  uint32_t reserved;
  uint64_t keep;      /* bytes of each captured stream, half head and half tail */
  const char* runner; /* "auto" or an id; null: "auto" */
  const char *session, *parent_session, *request, *tool; /* who asked; null: not said */
  const char* origin;                                    /* "user" or "agent"; null: "agent" */
} sbx_host_launch;
#define SBX_HOST_LAUNCH_INIT                                                               \
  {                                                                                        \
    sizeof(sbx_host_launch), 0, 0, 0, 0, 0, SBX_HOST_STREAM_NULL, SBX_HOST_STREAM_CAPTURE, \
        SBX_HOST_STREAM_CAPTURE, 0, 1 << 20, 0, 0, 0, 0, 0, 0                              \
  }

enum {
  SBX_HOST_EXITED = 0,       /* code */
  SBX_HOST_SIGNALED = 1,     /* signal; code is 128 + signal */
  SBX_HOST_TIMED_OUT = 2,    /* the tree was ended; code 124 */
  SBX_HOST_KILLED = 3,       /* code 137 */
  SBX_HOST_NOT_EXECUTED = 4, /* error; code 126 or 127 */
  SBX_HOST_NOT_STARTED = 5   /* it could not be confined: error; nothing ran; code 125 */
};

/* Borrowed from the run, until it is freed. */
typedef struct sbx_host_outcome {
  uint32_t size;
  uint32_t end; /* SBX_HOST_EXITED … */
  int32_t code, signal;
  sbx_str runner;
  sbx_str error; /* a sentence, or empty */
  sbx_str out_head, out_tail, err_head, err_tail;
  uint64_t out_dropped, err_dropped; /* between head and tail */
  uint64_t wall_us, user_us, system_us, peak_memory;
} sbx_host_outcome;
#define SBX_HOST_OUTCOME_INIT                                                                      \
  {                                                                                                \
    sizeof(sbx_host_outcome), 0, 0, 0, {0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}, 0, 0, 0, 0, \
        0, 0                                                                                       \
  }

/* Called from _dispatch, _wait and _wait_for alone, on their thread. They may call
 * every function of the run but those and _free. Any may be null. */
typedef struct sbx_host_handlers {
  uint32_t size;
  void* ctx;                                                             /* passed to each */
  void (*output)(void* ctx, int32_t stream, const char* data, size_t n); /* 1 or 2; for the call */
  void (*notice)(void* ctx, const char* sentence); /* something is weaker than planned */
  void (*exit)(void* ctx);                         /* last, exactly once; see _outcome */
} sbx_host_handlers;
#define SBX_HOST_HANDLERS_INIT \
  { sizeof(sbx_host_handlers), 0, 0, 0, 0 }

sbx_status sbx_host_run_start(sbx_host_engine* engine, const sbx_host_policy* policy,
                              const sbx_host_launch* launch, const sbx_host_handlers* handlers,
                              sbx_host_run** run, sbx_host_error* error) SBX_NOEXCEPT; /* [any] */
/* Readable when _dispatch has something to do; the run's own, the same for its life. */
int32_t sbx_host_run_poll_fd(const sbx_host_run* run) SBX_NOEXCEPT; /* [any] */
void sbx_host_run_dispatch(sbx_host_run* run) SBX_NOEXCEPT;         /* [serial]; never blocks */
void sbx_host_run_wait(sbx_host_run* run) SBX_NOEXCEPT;             /* [serial] */
int32_t sbx_host_run_wait_for(sbx_host_run* run, uint32_t ms) SBX_NOEXCEPT; /* [serial]; 1: over */
void sbx_host_run_kill(sbx_host_run* run) SBX_NOEXCEPT; /* [any]; the whole tree */
void sbx_host_run_signal(sbx_host_run* run, int32_t number) SBX_NOEXCEPT; /* [any]; the command */
int32_t sbx_host_run_finished(const sbx_host_run* run) SBX_NOEXCEPT;      /* [serial] */
/* Fails with SBX_E_INVALID while it goes on. Fills as much as outcome->size says. */
sbx_status sbx_host_run_outcome(const sbx_host_run* run,
                                sbx_host_outcome* outcome) SBX_NOEXCEPT; /* [serial] */
/* Ends the tree if it still runs, and waits for that. Null is nothing. */
void sbx_host_run_free(sbx_host_run* run) SBX_NOEXCEPT; /* [serial] */

#ifdef __cplusplus
}
#endif

#endif /* SBX_SBX_H_ */
