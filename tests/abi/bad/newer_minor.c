/* SPDX-License-Identifier: MIT
 * Built for a later minor: nothing that must be understood, so it is accepted. */
#define BAD_ID "newer_minor"
#define MINOR (SBX_ABI_MINOR + 1)
#include "tests/abi/bad/runner.h"
