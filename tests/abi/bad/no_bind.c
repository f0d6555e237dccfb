/* SPDX-License-Identifier: MIT
 * A table that lacks a function. */
#define BAD_ID "no_bind"
#define BIND NULL
#include "tests/abi/bad/runner.h"
