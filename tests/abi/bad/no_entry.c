/* SPDX-License-Identifier: MIT
 * A library that is no plugin. */
#define BAD_ID "no_entry"
#define NO_ENTRY
#include "tests/abi/bad/runner.h"
