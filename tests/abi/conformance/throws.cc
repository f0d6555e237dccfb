// SPDX-License-Identifier: MIT
//
// Throws in the place of a refusal.
#include <stdexcept>

#include "tests/abi/conformance/faulty.hpp"

namespace {
class Throws final : public sbx::faulty::Runner {
  sbx::Result<std::unique_ptr<sbx::plugin::Profile>> Compile(
      const sbx_policy& /*policy*/) override {
    throw std::runtime_error("not ready");
  }
};
}  // namespace

SBX_RUNNER_PLUGIN(Throws, "throws", "1.0.0");
