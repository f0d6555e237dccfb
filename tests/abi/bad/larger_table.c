/* SPDX-License-Identifier: MIT
 * Built for a later draft, whose table has one more function at its end. */
#define BAD_ID "larger_table"
#define MINOR (SBX_ABI_MINOR + 1)
#define TABLE_SIZE (sizeof(sbx_runner) + sizeof(void*))
#define CREATE LargerCreate
#include "sbx/abi/plugin.h"

static sbx_status LargerCreate(const sbx_host* host, const char* interface_id,
                               const sbx_error_sink* errors, void** self, const void** table);

#include "tests/abi/bad/runner.h"

static struct {
  sbx_runner table;
  void (*later)(void);
} larger;

static sbx_status LargerCreate(const sbx_host* host, const char* interface_id,
                               const sbx_error_sink* errors, void** self, const void** table) {
  (void)host, (void)interface_id, (void)errors;
  larger.table = kTable;
  *self = NULL;
  *table = &larger;
  return SBX_OK;
}
