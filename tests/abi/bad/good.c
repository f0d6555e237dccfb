/* SPDX-License-Identifier: MIT
 * Nothing is wrong with this one. */
#define BAD_ID "good"
#include "tests/abi/bad/runner.h"
