// SPDX-License-Identifier: MIT
//
// Is right for one thread, and for two at once answers for the other.
#include <atomic>
#include <thread>

#include "tests/abi/conformance/faulty.hpp"

namespace {
std::atomic<int> inside{0};

class SharedCount final : public sbx::faulty::Runner {
  void Fill(sbx_restrictions wanted, sbx::plugin::PlanBuilder& plan) override {
    Runner::Fill(wanted, plan);
    ++inside;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    plan.AddExplain("binding " + std::to_string(inside));
    --inside;
  }
};
}  // namespace

SBX_RUNNER_PLUGIN(SharedCount, "shared_count", "1.0.0");
