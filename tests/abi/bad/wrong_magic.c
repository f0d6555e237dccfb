/* SPDX-License-Identifier: MIT
 * Something else under the name of the entry. */
#define BAD_ID "wrong_magic"
#define MAGIC 42
#include "tests/abi/bad/runner.h"
