/* SPDX-License-Identifier: MIT
 * Calls a function that nobody has: found when it is opened, not when it runs. */
#define BAD_ID "unresolved"
#define CREATE MissingCreate
#include "sbx/abi/plugin.h"

extern sbx_status sbx_test_nobody_has_this(void);

static sbx_status MissingCreate(const sbx_host* host, const char* interface_id,
                                const sbx_error_sink* errors, void** self, const void** table) {
  (void)host, (void)interface_id, (void)errors, (void)self, (void)table;
  return sbx_test_nobody_has_this();
}

#include "tests/abi/bad/runner.h"
