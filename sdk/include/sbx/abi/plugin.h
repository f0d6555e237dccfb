/* SPDX-License-Identifier: MIT
 *
 * How the host finds out what a library is, before it calls anything in it.
 *
 * A plugin exports one symbol, the constant `sbx_plugin_entry_v1`. It is data,
 * so the host checks it without running plugin code (static initialisers have
 * run by then; that is why a manifest is read first, and why plugins have no
 * global objects with constructors).
 *
 * A plugin is trusted code with all rights of the host process. The contract
 * guards against mistakes and against another build, not against malice.
 */
#ifndef SBX_ABI_PLUGIN_H_
#define SBX_ABI_PLUGIN_H_

#include "sbx/abi/base.h"

#ifdef __cplusplus
extern "C" {
#endif

#define SBX_PLUGIN_MAGIC UINT64_C(0x314e4947554c5058) /* "XPLUGIN1" in memory, little endian */
#define SBX_ABI_MAJOR 0
#define SBX_ABI_MINOR 2

/* Bits of sbx_plugin_entry.flags. A host refuses an entry with a bit that it
 * does not know: each bit means "do not use me unless you understand this". */
#define SBX_PLUGIN_FLAGS_KNOWN 0u

/* What the host lends to a plugin for the length of the process. */
typedef struct sbx_host {
  uint32_t size; /* of this struct, as the host knows it */
  uint32_t reserved;
  const char* version; /* of the host, for diagnostics only */
} sbx_host;

typedef struct sbx_plugin_entry {
  uint64_t magic;     /* SBX_PLUGIN_MAGIC */
  uint32_t size;      /* sizeof(sbx_plugin_entry) of the plugin's build */
  uint16_t abi_major; /* must equal the host's */
  uint16_t abi_minor; /* may be newer or older than the host's */
  uint32_t flags;
  uint32_t reserved;
  const char* id;         /* as in the manifest, e.g. "landlock" */
  const char* version;    /* of the plugin */
  const char* build_info; /* compiler and library; printed, never used to decide */

  /* [serial] Makes one instance of an interface and its function table (for
   * SBX_RUNNER_INTERFACE an sbx_runner). Both stay owned by the plugin; the
   * table's destroy() ends the instance. An interface id that the plugin does
   * not have is SBX_E_UNSUPPORTED. */
  sbx_status (*create)(const sbx_host* host, const char* interface_id, const sbx_error_sink* errors,
                       void** self, const void** table) SBX_NOEXCEPT;
} sbx_plugin_entry;

#ifdef __cplusplus
}
#endif

#endif /* SBX_ABI_PLUGIN_H_ */
