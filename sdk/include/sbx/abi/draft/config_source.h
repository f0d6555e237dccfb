/* SPDX-License-Identifier: MIT
 *
 * sbx.config-source/1: brings settings that somebody wrote for another program,
 * or in another place, to sbx.
 *
 * A source reads and translates; it does not merge and does not decide whom to
 * trust. It says of every value which layer it belongs to and where it was
 * written, and of every word that sbx cannot express that it cannot: a rule that
 * is passed over in silence is a rule that the user believes in.
 *
 * A source that fails closes: after SBX_OK and no error its answer counts whole;
 * else none of it does, and the host refuses to run under what is left.
 */
#ifndef SBX_ABI_DRAFT_CONFIG_SOURCE_H_
#define SBX_ABI_DRAFT_CONFIG_SOURCE_H_

#include "sbx/abi/base.h"
#include "sbx/abi/draft/setting.h"

#ifdef __cplusplus
extern "C" {
#endif

#define SBX_CONFIG_SOURCE_INTERFACE "sbx.config-source/1"

/* Whose settings these are: what they may change depends on it. */
enum {
  SBX_LAYER_USER = 1,        /* of the user, for everything */
  SBX_LAYER_PROJECT = 2,     /* came with a project; may only narrow unless trusted */
  SBX_LAYER_ORGANISATION = 3 /* of the administrator; cannot be lifted */
};

/* Bits of sbx_config_context.flags. */
#define SBX_CONFIG_ELEVATED 1u /* with rights of another user: believe no environment */

/* Where to look. The host makes it; everything is borrowed for the call of read().
 * Paths are absolute; a folder need not exist. */
typedef struct sbx_config_context {
  uint32_t size;          /* of this struct as the host knows it */
  uint32_t flags;         /* SBX_CONFIG_* */
  sbx_str home;           /* empty when the user has none */
  const sbx_str* folders; /* of the user's configuration, the most important first */
  size_t folder_count;
  sbx_str workspace;
  sbx_str managed;      /* the organisation's folder */
  uint32_t deadline_ms; /* from the call on, > 0; a later answer is a failure */
  uint32_t reserved;

  /* [any] The value of an environment variable: 1 and a value that is borrowed until
   * read() returns, or 0 when it is not set. getenv() may say something else. */
  uint32_t (*variable)(void* ctx, sbx_str name, sbx_str* value) SBX_NOEXCEPT;
  void* variable_ctx;
} sbx_config_context;

/* Where something was written. Lines and columns count from 1; 0 is not known. */
typedef struct sbx_place {
  sbx_str file; /* absolute; for a value of the environment: "$NAME" */
  uint32_t line;
  uint32_t column; /* in bytes */
} sbx_place;

/* Where read() says what it found, in any order of calls but before it returns. The
 * host copies at once. At most 4096 calls, 1 MiB per text and 8 MiB in all: more is a
 * failure. Every sentence is one line of UTF-8. */
typedef struct sbx_config_sink {
  void* ctx;

  /* [serial] A whole file in sbx's own form, for the host to parse. */
  void (*layer)(void* ctx, uint32_t kind, sbx_str file, sbx_str bytes) SBX_NOEXCEPT;

  /* [serial] One value: `key` in sbx's own dotted names ("filesystem.denyWrite"),
   * `json` its value as JSON text, with a line break wherever the file has one, so that
   * each entry of a list has its own line. A key may come once per layer and file. */
  void (*value)(void* ctx, uint32_t kind, sbx_str key, sbx_str json,
                const sbx_place* place) SBX_NOEXCEPT;

  /* [serial] Something that is written there and that sbx cannot express: `key` as it
   * is written, and what therefore does not hold. The run goes on, with a notice. */
  void (*cannot)(void* ctx, sbx_str key, sbx_str sentence, const sbx_place* place) SBX_NOEXCEPT;

  /* [serial] A file that was looked for, whether or not it is there: each one that
   * could have changed the answer, so that it can be watched and protected. */
  void (*consulted)(void* ctx, sbx_str file) SBX_NOEXCEPT;

  /* [serial] A file that exists and cannot be read, or that is wrong. The source has
   * failed by it, but may go on to name other errors. */
  void (*error)(void* ctx, sbx_str sentence, const sbx_place* place) SBX_NOEXCEPT;
} sbx_config_sink;

typedef struct sbx_config_source {
  uint32_t size; /* sizeof(sbx_config_source) of the plugin's build */
  uint32_t reserved;

  /* [serial] Before anything else, at most once. Unknown keys are SBX_E_INVALID. */
  sbx_status (*configure)(void* self, const sbx_setting* settings, size_t count,
                          const sbx_error_sink* errors) SBX_NOEXCEPT;

  /* [serial] Reads everything anew; the same files give the same calls in the same
   * order. Changes nothing, starts nothing, asks no network. A file that is absent is
   * no error. Any status but SBX_OK is a failure. */
  sbx_status (*read)(void* self, const sbx_config_context* context, const sbx_config_sink* sink,
                     const sbx_error_sink* errors) SBX_NOEXCEPT;

  void (*destroy)(void* self) SBX_NOEXCEPT; /* [serial] */
} sbx_config_source;

#ifdef __cplusplus
}
#endif

#include "sbx/abi/draft/config_source_layout.h" /* checked wherever a source is built */

#endif /* SBX_ABI_DRAFT_CONFIG_SOURCE_H_ */
