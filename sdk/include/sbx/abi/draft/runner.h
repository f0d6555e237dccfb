/* SPDX-License-Identifier: MIT
 *
 * sbx.runner/1: turns (policy, launch) into a plan.
 *
 * The host calls compile() once per policy generation and keeps the profile,
 * then bind() once per command. A run starts no probe.
 */
#ifndef SBX_ABI_DRAFT_RUNNER_H_
#define SBX_ABI_DRAFT_RUNNER_H_

#include "sbx/abi/base.h"
#include "sbx/abi/draft/plan.h"
#include "sbx/abi/draft/policy.h"
#include "sbx/abi/draft/setting.h"

#ifdef __cplusplus
extern "C" {
#endif

#define SBX_RUNNER_INTERFACE "sbx.runner/1"

/* The command to run, as far as a runner needs to know it. */
typedef struct sbx_launch {
  uint32_t size;
  uint32_t flags;      /* SBX_LAUNCH_* */
  const sbx_str* argv; /* for messages and explain only; the host execs it */
  size_t argc;
  sbx_str cwd;       /* absolute, no links */
  sbx_str temp_name; /* a fresh random component for a private temporary directory */
} sbx_launch;
#define SBX_LAUNCH_TERMINAL 1u /* the target shares the caller's terminal */

/* Settings of a runner: bwrap has "program" (absolute path of a bwrap), "command"
 * (one entry per word: a compatible runner), "failure-signature" (repeatable). */

/* How a run ended before its target was executed, for classify(). */
typedef struct sbx_failure {
  uint32_t size;
  int32_t wait_status;  /* of the process that the host started, as from waitpid */
  sbx_str wrapper_text; /* what the wrapper wrote on its standard error, tail */
} sbx_failure;

typedef struct sbx_runner {
  uint32_t size; /* sizeof(sbx_runner) of the plugin's build */
  uint32_t reserved;
  sbx_restrictions understood; /* bits whose meaning this build knows */

  /* [serial] Before anything else, at most once. */
  sbx_status (*configure)(void* self, const sbx_setting* settings, size_t count,
                          const sbx_error_sink* errors) SBX_NOEXCEPT;

  /* [any] Really tries, in a throw-away child, what this host can enforce.
   * `timeout_ms` > 0. Writes the bits and a sentence about what is missing. */
  sbx_status (*probe)(void* self, uint32_t timeout_ms, const sbx_error_sink* errors,
                      sbx_restrictions* can, void (*note)(void* ctx, sbx_str line) SBX_NOEXCEPT,
                      void* note_ctx) SBX_NOEXCEPT;

  /* [any] The costly part. SBX_E_REFUSED with a sentence that names the rule
   * when the policy holds a rule that this runner cannot. */
  sbx_status (*compile)(void* self, const sbx_policy* policy, const sbx_error_sink* errors,
                        void** profile) SBX_NOEXCEPT;
  void (*profile_destroy)(void* self, void* profile) SBX_NOEXCEPT; /* [any] */

  /* [any] Cheap; borrows `profile` and the policy it was compiled from. The plan
   * belongs to the plugin until plan_destroy. */
  sbx_status (*bind)(void* self, const void* profile, const sbx_launch* launch,
                     const sbx_error_sink* errors, const sbx_plan** plan) SBX_NOEXCEPT;
  void (*plan_destroy)(void* self, const sbx_plan* plan) SBX_NOEXCEPT; /* [any] */

  /* [any] Why a run failed before its target: reports one sentence with a mend
   * and returns SBX_E_UNSUPPORTED where another runner may do better, else
   * SBX_E_OS. */
  sbx_status (*classify)(void* self, const sbx_failure* failure,
                         const sbx_error_sink* errors) SBX_NOEXCEPT;

  void (*destroy)(void* self) SBX_NOEXCEPT; /* [serial] */
} sbx_runner;

#ifdef __cplusplus
}
#endif

#include "sbx/abi/draft/layout.h" /* checked wherever a runner is built */

#endif /* SBX_ABI_DRAFT_RUNNER_H_ */
