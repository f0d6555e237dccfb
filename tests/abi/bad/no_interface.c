/* SPDX-License-Identifier: MIT
 * Its manifest promises an interface that it does not have. */
#define BAD_ID "no_interface"
#define CREATE OtherCreate
#include "sbx/abi/plugin.h"

static sbx_status OtherCreate(const sbx_host* host, const char* interface_id,
                              const sbx_error_sink* errors, void** self, const void** table) {
  (void)host, (void)interface_id, (void)errors, (void)self, (void)table;
  return SBX_E_UNSUPPORTED;
}

#include "tests/abi/bad/runner.h"
