/* SPDX-License-Identifier: MIT
 * A table of an earlier draft. */
#define BAD_ID "small_table"
#define TABLE_SIZE offsetof(sbx_runner, destroy)
#include "tests/abi/bad/runner.h"
