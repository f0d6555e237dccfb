// SPDX-License-Identifier: MIT
//
// Compiles only with SBX_TEST_RIGHT: a table takes no function that may throw.
#include "sbx/abi/draft/runner.h"

#ifdef SBX_TEST_RIGHT
#define SBX_TEST_NOEXCEPT noexcept
#else
#define SBX_TEST_NOEXCEPT
#endif

static void Destroy(void* /*self*/) SBX_TEST_NOEXCEPT {
}

sbx_runner MakeTable() {
  sbx_runner table{};
  table.destroy = &Destroy;
  return table;
}
