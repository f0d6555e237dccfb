/* SPDX-License-Identifier: MIT
 * An entry without create. */
#define BAD_ID "no_create"
#define CREATE NULL
#include "tests/abi/bad/runner.h"
