/* SPDX-License-Identifier: MIT
 * Built for another major. */
#define BAD_ID "other_major"
#define MAJOR (SBX_ABI_MAJOR + 1)
#include "tests/abi/bad/runner.h"
