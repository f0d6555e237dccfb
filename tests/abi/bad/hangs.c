/* SPDX-License-Identifier: MIT
 *
 * Says that it was asked to compile, and never answers.
 */
#include <stdio.h>
#include <unistd.h>

#include "sbx/abi/draft/runner.h"

static sbx_status Hang(void* self, const sbx_policy* policy, const sbx_error_sink* errors,
                       void** profile) {
  (void)self, (void)policy, (void)errors, (void)profile;
  fputs("hangs\n", stderr);
  while (pause() != 0) {
  }
  return SBX_OK;
}

#define BAD_ID "hangs"
#define COMPILE Hang
#include "tests/abi/bad/runner.h"
