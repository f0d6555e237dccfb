// SPDX-License-Identifier: MIT
//
// What sdk/ABI.md says of a plugin that was built for another draft, at the host's
// end: by size where bytes are missing, by meaning where a restriction is new.
#include <cstdlib>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/plugin/registry.hpp"
#include "tests/unit/plugin/policy_double.hpp"

namespace sbx {
namespace {

using ::testing::HasSubstr;

// Why the runner `id` may not run under a policy that requires `required`.
std::string Refusal(const char* folder, const char* id, sbx_restrictions required) {
  const char* plugins = std::getenv("SBX_TEST_PLUGINS");
  Registry registry({(plugins == nullptr ? "" : plugins) + std::string(folder)}, {});
  const auto runner = registry.Runner(id, {});
  if (!runner)
    return runner.error().Sentence();
  const auto profile = (*runner)->Compile(PolicyDouble(SBX_FS_WRITE | required, required));
  if (!profile)
    return profile.error().Sentence();
  const sbx_str word = Borrow("true");
  const sbx_launch launch = {sizeof(sbx_launch), 0, &word, 1, Borrow("/"), Borrow("temp")};
  const auto plan = (*runner)->Bind(*profile, launch);
  return plan ? "" : plan.error().Sentence();
}

constexpr const char* kFaulty = "/conformance/faulty";

TEST(Draft, WhatEndsEarlierIsRefusedByItsSize) {
  EXPECT_THAT(Refusal("/bad", "small_table", 0), HasSubstr("its table has 72 bytes where"));
  EXPECT_THAT(Refusal("/bad", "small_entry", 0), HasSubstr("its entry has 48 bytes where"));
  EXPECT_THAT(Refusal(kFaulty, "old_plan", 0), HasSubstr("it has 112 bytes instead of 136"));
}

TEST(Draft, ARestrictionThatAPluginDoesNotKnowIsNotHeldByIt) {
  EXPECT_EQ(Refusal(kFaulty, "kept", 0), "");
  EXPECT_THAT(Refusal(kFaulty, "kept", SBX_NET_CONNECT),
              HasSubstr("cannot fully enforce net.connect with runner 'kept'; this version of the "
                        "runner does not know net.connect"));
  // Also one that this host has no name for.
  EXPECT_THAT(Refusal(kFaulty, "kept", sbx_restrictions{1} << 40), HasSubstr("1 unknown"));
}

}  // namespace
}  // namespace sbx
