// SPDX-License-Identifier: MIT
//
// Opens a descriptor for each plan, and forgets it.
#include <fcntl.h>

#include "tests/abi/conformance/faulty.hpp"

namespace {
class Leaks final : public sbx::faulty::Runner {
  void Fill(sbx_restrictions wanted, sbx::plugin::PlanBuilder& plan) override {
    Runner::Fill(wanted, plan);
    (void)open("/dev/null", O_RDONLY | O_CLOEXEC);
  }
};
}  // namespace

SBX_RUNNER_PLUGIN(Leaks, "leaks", "1.0.0");
