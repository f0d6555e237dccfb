/* SPDX-License-Identifier: MIT
 * An entry without an id. */
#define BAD_ID "no_id"
#define ID NULL
#include "tests/abi/bad/runner.h"
