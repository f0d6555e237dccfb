// SPDX-License-Identifier: MIT
//
// Throws out of every function, as a setting or a call asks for it. None of it
// may reach the host.
#include <new>
#include <stdexcept>
#include <string>

#include "sbx/plugin/export.hpp"

namespace {

class Throwing final : public sbx::plugin::Runner {
 public:
  [[nodiscard]] sbx_restrictions Understood() const override { return SBX_FS_WRITE; }
  sbx::Result<void> Configure(std::span<const sbx_setting> settings) override {
    if (!settings.empty())
      throw std::runtime_error("no settings today");
    return {};
  }
  sbx::Result<sbx::plugin::ProbeResult> Probe(std::uint32_t /*timeout_ms*/) override { throw 42; }
  sbx::Result<std::unique_ptr<sbx::plugin::Profile>> Compile(const sbx_policy&) override {
    throw std::bad_alloc();
  }
  sbx::Result<std::unique_ptr<sbx::plugin::Plan>> Bind(const sbx::plugin::Profile&,
                                                       const sbx_launch&) override {
    throw std::string("bind");
  }
  sbx::Error Classify(const sbx_failure&) override { throw std::logic_error("no idea"); }
};

}  // namespace

SBX_RUNNER_PLUGIN(Throwing, "throws", "1.0.0");
