/* SPDX-License-Identifier: MIT
 * An entry that ends before create. */
#define BAD_ID "small_entry"
#define ENTRY_SIZE offsetof(sbx_plugin_entry, create)
#include "tests/abi/bad/runner.h"
