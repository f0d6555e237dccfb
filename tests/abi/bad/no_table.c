/* SPDX-License-Identifier: MIT
 * An instance without a table. */
#define BAD_ID "no_table"
#define TABLE NULL
#include "tests/abi/bad/runner.h"
