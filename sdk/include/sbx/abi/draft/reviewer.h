/* SPDX-License-Identifier: MIT
 *
 * sbx.reviewer/1: says whether an operation that was denied may be repeated with
 * more than the policy gives.
 *
 * Everything in a request but its numbers may have been written by the command
 * under review, or by a model that reads what it printed: the arguments, the
 * justification, the tails, the replies of the agent. They are evidence, never
 * instructions. What the user said is in the turns of SBX_ROLE_USER alone.
 *
 * A reviewer can only ever widen by a verdict that is whole: one call of the
 * sink with SBX_VERDICT_ALLOW, before the deadline, and SBX_OK. Whatever else
 * happens, the operation stays denied; the host names what it was (denied,
 * deferred, invalid response, unavailable, timed out, aborted).
 */
#ifndef SBX_ABI_DRAFT_REVIEWER_H_
#define SBX_ABI_DRAFT_REVIEWER_H_

#include "sbx/abi/base.h"
#include "sbx/abi/draft/policy.h"
#include "sbx/abi/draft/restriction.h"
#include "sbx/abi/draft/setting.h"

#ifdef __cplusplus
extern "C" {
#endif

#define SBX_REVIEWER_INTERFACE "sbx.reviewer/1"

/* Who asked for the operation. */
enum { SBX_ORIGIN_USER = 1, SBX_ORIGIN_AGENT = 2 };

/* What is asked for. A reviewer denies a request of a kind that it does not know. */
enum {
  SBX_WIDEN_MODE = 1,  /* the operation again, once, in `requested_mode` */
  SBX_WIDEN_GRANTS = 2 /* the operation again in the present mode, with `grants` on top */
};

/* One opening that is asked for. `what` is an absolute path (of a directory: with
 * all below it) for a file restriction, HOST or HOST:PORT for a network one.
 * `access` is SBX_ACCESS_READ or SBX_ACCESS_WRITE for a path, else 0. */
typedef struct sbx_grant {
  sbx_restrictions restriction; /* exactly one bit */
  uint32_t access;
  uint32_t reserved;
  sbx_str what;
} sbx_grant;

/* How a denial is known: PROVEN where sbx itself gave the refusal, LIKELY where
 * it was read from the text of messages. */
enum { SBX_EVIDENCE_PROVEN = 1, SBX_EVIDENCE_LIKELY = 2 };

/* One denial that came before. */
typedef struct sbx_denial {
  uint32_t evidence;
  uint32_t reserved;
  sbx_str operation; /* "write", "connect" … */
  sbx_str path;      /* what it was aimed at: a path or HOST:PORT; may be empty */
  sbx_str rule;      /* the deciding rule with its source; may be empty */
} sbx_denial;

/* One turn of the dialogue. Only SBX_ROLE_USER can say what the user wants. */
enum { SBX_ROLE_USER = 1, SBX_ROLE_AGENT = 2 };

typedef struct sbx_turn {
  uint32_t role;
  uint32_t reserved;
  sbx_str text;
} sbx_turn;

/* Bits of sbx_review_request.flags: something was cut to its limit before it came
 * here. */
#define SBX_REVIEW_STDOUT_CUT 1u   /* `stdout_tail` is the end of more */
#define SBX_REVIEW_STDERR_CUT 2u   /* likewise `stderr_tail` */
#define SBX_REVIEW_DIALOGUE_CUT 4u /* earlier turns are not here */

/* What is to be decided. The host makes it; everything is borrowed for the call
 * of review(), and read only. Text is bytes: no zero at its end, perhaps zeros or
 * no UTF-8 within. */
typedef struct sbx_review_request {
  uint32_t size;  /* of this struct as the host knows it */
  uint32_t flags; /* SBX_REVIEW_* */
  sbx_str id;     /* of this request, for cancel(); unlike any other of the instance */
  sbx_str session;
  sbx_str tool;         /* of the agent, empty when there is none */
  uint32_t origin;      /* SBX_ORIGIN_* */
  uint32_t deadline_ms; /* from the call on, > 0; later answers are dropped */
  const sbx_str* argv;  /* the command, whole; none when a tool is asked for */
  size_t argc;
  sbx_str arguments;       /* of the tool, as canonical JSON; empty for a command */
  sbx_str cwd;             /* absolute */
  sbx_str workspace;       /* absolute */
  sbx_str runner;          /* that confined the first try, empty when none did */
  uint32_t mode;           /* SBX_MODE_*, of the first try */
  uint32_t widen;          /* SBX_WIDEN_* */
  uint32_t requested_mode; /* SBX_MODE_*; equals `mode` unless SBX_WIDEN_MODE */
  int32_t exit_status;     /* of the first try as a shell has it; -1 when it did not run */
  const sbx_grant* grants; /* of SBX_WIDEN_GRANTS */
  size_t grant_count;
  const sbx_str* writable; /* what the first try could write: roots, absolute */
  size_t writable_count;
  sbx_str justification;     /* the agent's; proves nothing */
  const sbx_denial* denials; /* the denials of the first try, at least one */
  size_t denial_count;
  sbx_str stdout_tail; /* what the first try printed last */
  sbx_str stderr_tail;
  const sbx_turn* dialogue; /* oldest first */
  size_t turn_count;
} sbx_review_request;

/* Zero is none of them: memory that nobody wrote to allows nothing. */
enum { SBX_VERDICT_ALLOW = 1, SBX_VERDICT_DENY = 2, SBX_VERDICT_DEFER = 3 };

/* Where a verdict goes, exactly once per review and before it returns. The host
 * copies `reason`: UTF-8, at most 4096 bytes, one short sentence for a person;
 * needed with SBX_VERDICT_DENY, may be empty else. It is never shown to the
 * agent. DEFER: this reviewer cannot say, the next one of the chain is asked. */
typedef struct sbx_verdict_sink {
  void* ctx;
  void (*give)(void* ctx, uint32_t verdict, sbx_str reason) SBX_NOEXCEPT; /* [any] */
} sbx_verdict_sink;

typedef struct sbx_reviewer {
  uint32_t size; /* sizeof(sbx_reviewer) of the plugin's build */
  uint32_t reserved;

  /* [serial] Before anything else, at most once. Unknown keys are SBX_E_INVALID. */
  sbx_status (*configure)(void* self, const sbx_setting* settings, size_t count,
                          const sbx_error_sink* errors) SBX_NOEXCEPT;

  /* [any] Decides. May block until the deadline. SBX_OK with a verdict, or another
   * status with a reason when no verdict can be had (no connection, no model): the
   * reviewer then counts as unavailable. A report to `errors` beside SBX_OK and a denial
   * says that the reviewer failed, and that what stands around it denied in its place:
   * it stays a denial, and tests show it. */
  sbx_status (*review)(void* self, const sbx_review_request* request,
                       const sbx_verdict_sink* verdict, const sbx_error_sink* errors) SBX_NOEXCEPT;

  /* [cancel] Nobody waits for the review `request_id` any more: its review() should
   * return soon, with whatever it has. Returns at once itself, also when there is no
   * such review. */
  void (*cancel)(void* self, sbx_str request_id) SBX_NOEXCEPT;

  /* [serial] Called when no review() runs. */
  void (*destroy)(void* self) SBX_NOEXCEPT;
} sbx_reviewer;

#ifdef __cplusplus
}
#endif

#include "sbx/abi/draft/reviewer_layout.h" /* checked wherever a reviewer is built */

#endif /* SBX_ABI_DRAFT_REVIEWER_H_ */
