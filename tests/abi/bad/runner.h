/* SPDX-License-Identifier: MIT
 *
 * A runner that is right in every way. Each file beside this one makes it wrong
 * in exactly one, by defining a word before it includes this.
 */
#include <stddef.h>

#include "sbx/abi/draft/runner.h"
#include "sbx/abi/plugin.h"

#ifndef BAD_ID
#error "BAD_ID is the id that the manifest has"
#endif

#ifndef MAGIC
#define MAGIC SBX_PLUGIN_MAGIC
#endif
#ifndef MAJOR
#define MAJOR SBX_ABI_MAJOR
#endif
#ifndef MINOR
#define MINOR SBX_ABI_MINOR
#endif
#ifndef ENTRY_SIZE
#define ENTRY_SIZE sizeof(sbx_plugin_entry)
#endif
#ifndef FLAGS
#define FLAGS 0
#endif
#ifndef ID
#define ID BAD_ID
#endif
#ifndef CREATE
#define CREATE Create
#endif
#ifndef TABLE
#define TABLE &kTable
#endif
#ifndef TABLE_SIZE
#define TABLE_SIZE sizeof(sbx_runner)
#endif
#ifndef BIND
#define BIND Bind
#endif
#ifndef COMPILE
#define COMPILE Compile
#endif
#ifndef CONFIGURE_STATUS
#define CONFIGURE_STATUS SBX_OK
#endif

static sbx_status Configure(void* self, const sbx_setting* settings, size_t count,
                            const sbx_error_sink* errors) {
  (void)self, (void)settings, (void)count, (void)errors;
  return CONFIGURE_STATUS;
}

static sbx_status Probe(void* self, uint32_t timeout_ms, const sbx_error_sink* errors,
                        sbx_restrictions* can, void (*note)(void*, sbx_str), void* note_ctx) {
  (void)self, (void)timeout_ms, (void)errors, (void)note, (void)note_ctx;
  *can = 0;
  return SBX_OK;
}

__attribute__((unused)) static sbx_status Compile(void* self, const sbx_policy* policy,
                                                  const sbx_error_sink* errors, void** profile) {
  (void)self, (void)policy, (void)errors;
  *profile = NULL;
  return SBX_OK;
}

static void DestroyProfile(void* self, void* profile) {
  (void)self, (void)profile;
}

__attribute__((unused)) static sbx_status Bind(void* self, const void* profile,
                                               const sbx_launch* launch,
                                               const sbx_error_sink* errors,
                                               const sbx_plan** plan) {
  (void)self, (void)profile, (void)launch, (void)errors, (void)plan;
  return SBX_E_UNSUPPORTED;
}

static void DestroyPlan(void* self, const sbx_plan* plan) {
  (void)self, (void)plan;
}

static sbx_status Classify(void* self, const sbx_failure* failure, const sbx_error_sink* errors) {
  (void)self, (void)failure, (void)errors;
  return SBX_E_OS;
}

static void Destroy(void* self) {
  (void)self;
}

__attribute__((unused)) static const sbx_runner kTable = {
    TABLE_SIZE,     0,    0,           Configure, Probe,  COMPILE,
    DestroyProfile, BIND, DestroyPlan, Classify,  Destroy};

__attribute__((unused)) static sbx_status Create(const sbx_host* host, const char* interface_id,
                                                 const sbx_error_sink* errors, void** self,
                                                 const void** table) {
  (void)host, (void)interface_id, (void)errors;
  *self = NULL;
  *table = TABLE;
  return SBX_OK;
}

#ifndef NO_ENTRY
extern __attribute__((visibility("default"))) const sbx_plugin_entry sbx_plugin_entry_v1;
const sbx_plugin_entry sbx_plugin_entry_v1 = {MAGIC, ENTRY_SIZE, MAJOR,   MINOR, FLAGS,
                                              0,     ID,         "1.0.0", "C",   CREATE};
#endif
