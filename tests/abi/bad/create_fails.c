/* SPDX-License-Identifier: MIT
 * Cannot make an instance, and says why. */
#define BAD_ID "create_fails"
#define CREATE FailingCreate
#include "sbx/abi/plugin.h"

static sbx_status FailingCreate(const sbx_host* host, const char* interface_id,
                                const sbx_error_sink* errors, void** self, const void** table) {
  static const char kOperation[] = "find the moon";
  static const char kHint[] = "wait for the night";
  const sbx_str operation = {kOperation, sizeof kOperation - 1};
  const sbx_str subject = {NULL, 0};
  const sbx_str hint = {kHint, sizeof kHint - 1};
  (void)host, (void)interface_id, (void)self, (void)table;
  errors->report(errors->ctx, SBX_E_OS, 2, operation, subject, hint);
  return SBX_E_OS;
}

#include "tests/abi/bad/runner.h"
