/* SPDX-License-Identifier: MIT
 * Refuses its settings without a reason. */
#define BAD_ID "configure_fails"
#define CONFIGURE_STATUS SBX_E_INVALID
#include "tests/abi/bad/runner.h"
