// SPDX-License-Identifier: MIT
#include <bit>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plugins/linux/ruleset.hpp"
#include "plugins/linux/uapi/landlock.h"

namespace sbx::runner {
namespace {

using ::testing::HasSubstr;
using ::testing::UnorderedElementsAre;

constexpr RulesetRequest kEverything = {.no_tcp = true, .no_udp = true, .unix_outside = true};

struct Row {
  int abi;
  std::uint64_t fs;
  std::uint64_t net;
  std::uint64_t scoped;
  std::size_t gaps;
};

constexpr std::uint64_t Low(int bits) {
  return (std::uint64_t{1} << bits) - 1;
}

TEST(Downgrade, EachAbiGetsTheBitsItKnows) {
  constexpr std::uint64_t kAbi5 = Low(16);
  const Row rows[] = {
      {0, 0, 0, 0, 1},       {1, Low(13), 0, 0, 6},   {2, Low(14), 0, 0, 5},
      {3, Low(15), 0, 0, 4}, {4, Low(15), 3, 0, 3},   {5, kAbi5, 3, 0, 3},
      {6, kAbi5, 3, 3, 1},   {7, kAbi5, 3, 3, 1},     {8, kAbi5, 3, 3, 1},
      {9, Low(17), 3, 3, 1}, {10, Low(17), 15, 3, 0}, {11, Low(17), 15, 3, 0},
  };
  for (const Row& row : rows) {
    const RulesetShape shape = Downgrade(kEverything, row.abi);
    EXPECT_EQ(shape.handled_fs, row.fs) << "ABI " << row.abi;
    EXPECT_EQ(shape.handled_net, row.net) << "ABI " << row.abi;
    EXPECT_EQ(shape.scoped, row.scoped) << "ABI " << row.abi;
    EXPECT_EQ(shape.gaps.size(), row.gaps) << "ABI " << row.abi;
  }
}

// The kernel refuses a rule with a right that its ruleset does not handle.
TEST(Downgrade, GrantsStayWithinWhatIsHandled) {
  for (int abi = 0; abi <= 10; ++abi) {
    const RulesetShape shape = Downgrade(kEverything, abi);
    for (const std::uint64_t granted :
         {shape.read_rights, shape.write_rights, shape.device_rights, shape.file_mask}) {
      EXPECT_EQ(granted & ~shape.handled_fs, 0U) << "ABI " << abi;
    }
    EXPECT_EQ(shape.file_mask & (SBX_LL_READ_DIR | SBX_LL_REFER | SBX_LL_MAKE_REG), 0U);
    EXPECT_EQ(shape.read_rights & shape.write_rights, shape.read_rights);
    EXPECT_EQ(shape.read_rights & (SBX_LL_WRITE_FILE | SBX_LL_TRUNCATE), 0U);
  }
}

TEST(Downgrade, NobodyMakesDevicesAndDevicesAreNotReplaced) {
  const RulesetShape shape = Downgrade(kEverything, 7);
  EXPECT_EQ(shape.write_rights & (SBX_LL_MAKE_CHAR | SBX_LL_MAKE_BLOCK), 0U);
  EXPECT_EQ(shape.device_rights & (SBX_LL_MAKE_REG | SBX_LL_MAKE_DIR | SBX_LL_MAKE_SYM |
                                   SBX_LL_MAKE_SOCK | SBX_LL_MAKE_FIFO | SBX_LL_REMOVE_FILE |
                                   SBX_LL_REMOVE_DIR | SBX_LL_REFER | SBX_LL_EXECUTE),
            0U);
}

TEST(Downgrade, OnlyWhatIsAskedFor) {
  const RulesetShape shape =
      Downgrade({.files = false, .scope_abstract = false, .scope_signal = true}, 7);
  EXPECT_EQ(shape.handled_fs, 0U);
  EXPECT_EQ(shape.handled_net, 0U);
  EXPECT_EQ(shape.scoped, SBX_LL_SCOPE_SIGNAL);
  EXPECT_TRUE(shape.gaps.empty());
}

TEST(Downgrade, GapsAreSentences) {
  const RulesetShape shape = Downgrade({}, 2);
  EXPECT_THAT(shape.gaps, UnorderedElementsAre(HasSubstr("truncated"), HasSubstr("abstract"),
                                               HasSubstr("signalled")));
}

TEST(Devices, SharedMemoryGoesWithSharedTemp) {
  EXPECT_THAT(LandlockDevices(true), ::testing::Contains("/dev/shm"));
  EXPECT_THAT(LandlockDevices(false), ::testing::Not(::testing::Contains("/dev/shm")));
}

TEST(FileSystems, NinePLosesRules) {
  EXPECT_FALSE(KeepsRules(0x01021997));
  EXPECT_TRUE(KeepsRules(0xef53));
}

}  // namespace
}  // namespace sbx::runner
