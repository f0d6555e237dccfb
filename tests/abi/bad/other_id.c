/* SPDX-License-Identifier: MIT
 * Another plugin under this manifest. */
#define BAD_ID "other_id"
#define ID "somebody_else"
#include "tests/abi/bad/runner.h"
