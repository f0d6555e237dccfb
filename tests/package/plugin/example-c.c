/* SPDX-License-Identifier: MIT
 *
 * The same in C. */
#include <stddef.h>

#include "sbx/abi/draft/runner.h"
#include "sbx/abi/plugin.h"

static sbx_status Configure(void* self, const sbx_setting* settings, size_t count,
                            const sbx_error_sink* errors) {
  (void)self, (void)settings, (void)count, (void)errors;
  return SBX_OK;
}

static sbx_status Probe(void* self, uint32_t timeout_ms, const sbx_error_sink* errors,
                        sbx_restrictions* can, void (*note)(void*, sbx_str), void* note_ctx) {
  (void)self, (void)timeout_ms, (void)errors, (void)note, (void)note_ctx;
  *can = 0;
  return SBX_OK;
}

static sbx_status Compile(void* self, const sbx_policy* policy, const sbx_error_sink* errors,
                          void** profile) {
  static const char kTried[] = "run";
  static const char kHint[] = "the example plans nothing";
  const sbx_str tried = {kTried, sizeof kTried - 1};
  const sbx_str nothing = {NULL, 0};
  const sbx_str hint = {kHint, sizeof kHint - 1};
  (void)self, (void)policy, (void)profile;
  errors->report(errors->ctx, SBX_E_UNSUPPORTED, 0, tried, nothing, hint);
  return SBX_E_UNSUPPORTED;
}

static void DestroyProfile(void* self, void* profile) {
  (void)self, (void)profile;
}

static sbx_status Bind(void* self, const void* profile, const sbx_launch* launch,
                       const sbx_error_sink* errors, const sbx_plan** plan) {
  (void)self, (void)profile, (void)launch, (void)errors, (void)plan;
  return SBX_E_UNSUPPORTED;
}

static void DestroyPlan(void* self, const sbx_plan* plan) {
  (void)self, (void)plan;
}

static sbx_status Classify(void* self, const sbx_failure* failure, const sbx_error_sink* errors) {
  (void)self, (void)failure, (void)errors;
  return SBX_E_UNSUPPORTED;
}

static void Destroy(void* self) {
  (void)self;
}

static const sbx_runner kTable = {
    sizeof(sbx_runner), 0,    SBX_RESTRICTIONS_ALL, Configure, Probe,  Compile,
    DestroyProfile,     Bind, DestroyPlan,          Classify,  Destroy};

static sbx_status Create(const sbx_host* host, const char* interface_id,
                         const sbx_error_sink* errors, void** self, const void** table) {
  (void)host, (void)interface_id, (void)errors;
  *self = NULL;
  *table = &kTable;
  return SBX_OK;
}

extern __attribute__((visibility("default"))) const sbx_plugin_entry sbx_plugin_entry_v1;
const sbx_plugin_entry sbx_plugin_entry_v1 = {SBX_PLUGIN_MAGIC,
                                              sizeof(sbx_plugin_entry),
                                              SBX_ABI_MAJOR,
                                              SBX_ABI_MINOR,
                                              0,
                                              0,
                                              "example-c",
                                              "1.0.0",
                                              "C",
                                              Create};
