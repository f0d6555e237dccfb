/* SPDX-License-Identifier: MIT
 *
 * Words that every other header of the contract uses: borrowed bytes, status
 * codes, the error sink, and the thread tags.
 *
 * The contract is C11 and crosses compilers and standard libraries, so only
 * fixed-width integers, pointers and plain structs appear in it.
 *
 * Ownership: whoever made a thing frees it. Every argument is borrowed for the
 * length of the call. Results leave through sinks that copy at once, or stay
 * owned by the plugin until the function named beside them gives them back.
 *
 * Thread tags, used on every function pointer:
 *   [any]     may be called from any thread, also while other calls run
 *   [serial]  the host never overlaps two [serial] calls on one instance
 *   [cancel]  may be called from another thread while a [serial] call runs
 *
 * No function here may throw, change the working directory, umask, environment,
 * locale or signal handlers of the process, or keep a borrowed pointer.
 */
#ifndef SBX_ABI_BASE_H_
#define SBX_ABI_BASE_H_

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
#define SBX_NOEXCEPT noexcept
#define SBX_EXTERN_C extern "C"
#else
#define SBX_NOEXCEPT
#define SBX_EXTERN_C extern
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Bytes that are not ended by a zero. Paths, arguments and environment entries
 * are bytes, never text in some encoding. `data` may be null when `size` is 0. */
typedef struct sbx_str {
  const char* data;
  size_t size;
} sbx_str;

/* What a call came to. Values are stable; an unknown value is an error. */
typedef int32_t sbx_status;
enum {
  SBX_OK = 0,
  SBX_E_INVALID = 1,     /* the caller asked for nonsense */
  SBX_E_UNSUPPORTED = 2, /* this host or this plugin cannot do it */
  SBX_E_REFUSED = 3,     /* it could be done with less than was asked, so it is not done */
  SBX_E_OS = 4,          /* a system call failed; os_error says how */
  SBX_E_INTERNAL = 5     /* a fault in the plugin, an exception included */
};

/* Where a failing call says why, at most once per call and before it returns.
 * `operation` is what was tried, `subject` what it was tried on, `hint` what the
 * user can do; each may be empty. The host copies them. os_error is an errno
 * value or 0. */
typedef struct sbx_error_sink {
  void* ctx;
  void (*report)(void* ctx, sbx_status status, int32_t os_error, sbx_str operation, sbx_str subject,
                 sbx_str hint) SBX_NOEXCEPT; /* [any] */
} sbx_error_sink;

#ifdef __cplusplus
}
#endif

#endif /* SBX_ABI_BASE_H_ */
