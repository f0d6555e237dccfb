/* SPDX-License-Identifier: MIT
 * Needs a feature that no host knows. */
#define BAD_ID "unknown_flag"
#define FLAGS 0x80000000u
#include "tests/abi/bad/runner.h"
