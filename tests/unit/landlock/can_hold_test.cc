// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plugins/linux/ruleset.hpp"
#include "tests/unit/landlock/zone_policy.hpp"
#include "tests/unit/seccomp/confined_child.hpp"

namespace sbx::runner {
namespace {

using sbx::testing::ScratchFolder;
using sbx::testing::Who;
using sbx::testing::ZonePolicy;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

class CanHoldTest : public ::testing::Test {
 protected:
  CanHoldTest() : folder_(Who::kUser) {
    folder_.Folder("ws");
    folder_.Folder("ws/.git");
    folder_.Folder("secret");
  }
  ScratchFolder folder_;
};

TEST_F(CanHoldTest, WritableInsideReadableAndClosedInsideReadable) {
  ZonePolicy policy;
  policy.Zone(folder_ / "ws", SBX_ACCESS_WRITE, SBX_ZONE_WORKSPACE)
      .Zone(folder_ / "secret", SBX_ACCESS_NONE, SBX_ZONE_EXPLICIT);
  EXPECT_TRUE(CanHold(policy.get()));
}

TEST_F(CanHoldTest, DenyInsideWritableNamesTheRuleAndAMend) {
  for (const std::uint32_t access : {SBX_ACCESS_READ, SBX_ACCESS_NONE}) {
    ZonePolicy policy;
    policy.Zone(folder_ / "ws", SBX_ACCESS_WRITE)
        .Zone(folder_ / "ws/.git", access, SBX_ZONE_EXPLICIT, "--deny-write .git");
    const Result<void> held = CanHold(policy.get());
    ASSERT_FALSE(held);
    EXPECT_EQ(held.error().status, SBX_E_REFUSED);
    EXPECT_THAT(
        held.error().Sentence(),
        AllOf(HasSubstr("--deny-write .git"), HasSubstr(folder_ / "ws/.git"),
              HasSubstr("the writable '" + (folder_ / "ws") + "'"), HasSubstr("--runner=bwrap")));
  }
}

TEST_F(CanHoldTest, AbsentNamesAreTheSame) {
  ZonePolicy policy;
  policy.Zone(folder_ / "ws", SBX_ACCESS_WRITE)
      .Zone(folder_ / "ws/.envrc", SBX_ACCESS_NONE, SBX_ZONE_EXPLICIT, "--deny-read .envrc");
  EXPECT_THAT(CanHold(policy.get()).error().Sentence(), HasSubstr("--deny-read .envrc"));
}

TEST_F(CanHoldTest, OwnConfigurationInsideTheWorkspace) {
  ZonePolicy policy;
  policy.Zone(folder_ / "ws", SBX_ACCESS_WRITE)
      .Zone(folder_ / "ws/.config", SBX_ACCESS_READ, SBX_ZONE_OWN_CONFIG);
  EXPECT_THAT(CanHold(policy.get()).error().Sentence(), HasSubstr("protect files of sbx"));
}

TEST_F(CanHoldTest, BestEffortIsLeftOpenByName) {
  ZonePolicy policy;
  policy.Zone(folder_ / "ws", SBX_ACCESS_WRITE)
      .Zone(folder_ / "ws/.sbx", SBX_ACCESS_READ, SBX_ZONE_OWN_CONFIG | SBX_ZONE_BEST_EFFORT);
  EXPECT_TRUE(CanHold(policy.get()));
  EXPECT_THAT(LeftOpen(policy.get(), SBX_ZONE_OWN_CONFIG), ElementsAre(folder_ / "ws/.sbx"));
  EXPECT_THAT(LeftOpen(policy.get(), SBX_ZONE_PROTECT), ElementsAre());
}

TEST_F(CanHoldTest, RuleThroughALinkAsksForItsTarget) {
  ZonePolicy policy;
  policy.Zone(folder_ / "secret", SBX_ACCESS_READ, SBX_ZONE_EXPLICIT | SBX_ZONE_VIA_LINK,
              "--deny-write ws/link");
  EXPECT_THAT(CanHold(policy.get()).error().Sentence(), HasSubstr("name its target"));
}

TEST_F(CanHoldTest, ClosedDevicesLeaveTheList) {
  ZonePolicy policy;
  policy.get().tmp = SBX_TMP_SHARED;
  EXPECT_THAT(LandlockDevices(policy.get()), ::testing::Contains("/dev/pts"));
  policy.Zone("/dev/pts", SBX_ACCESS_NONE, SBX_ZONE_EXPLICIT);
  EXPECT_THAT(LandlockDevices(policy.get()), ::testing::Not(::testing::Contains("/dev/pts")));
  policy.get().mode = SBX_MODE_READ_ONLY;
  EXPECT_THAT(LandlockDevices(policy.get()), ElementsAre("/dev/null"));
}

}  // namespace
}  // namespace sbx::runner
