// SPDX-License-Identifier: MIT
//
// Its probe can enforce what the runner does not understand.
#include "tests/abi/conformance/faulty.hpp"

namespace {
class Overprobes final : public sbx::faulty::Runner {
  sbx::Result<sbx::plugin::ProbeResult> Probe(std::uint32_t /*timeout_ms*/) override {
    return sbx::plugin::ProbeResult{SBX_NET_BIND, {}};
  }
};
}  // namespace

SBX_RUNNER_PLUGIN(Overprobes, "overprobes", "1.0.0");
