/* SPDX-License-Identifier: MIT
 * Returns a status that is none. */
#define BAD_ID "odd_status"
#define CONFIGURE_STATUS 77
#include "tests/abi/bad/runner.h"
