/* SPDX-License-Identifier: MIT
 * Built for the draft before, with all that a host needs: it is accepted. */
#define BAD_ID "older_minor"
#define MINOR (SBX_ABI_MINOR - 1)
#include "tests/abi/bad/runner.h"
