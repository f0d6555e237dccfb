// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/plugin/error_collector.hpp"
#include "core/plugin/restriction_names.hpp"

namespace sbx {
namespace {

using ::testing::HasSubstr;

TEST(RestrictionNames, EveryBitHasOneAndFindsItBack) {
  for (int i = 0; i < SBX_RESTRICTION_COUNT; ++i) {
    const sbx_restrictions bit = sbx_restrictions{1} << i;
    const std::string_view name = RestrictionName(bit);
    ASSERT_FALSE(name.empty());
    EXPECT_EQ(RestrictionByName(name), bit) << name;
  }
  EXPECT_EQ(RestrictionName(SBX_FS_READ), "fs.read");
  EXPECT_EQ(RestrictionName(SBX_OWN_CONFIG), "own-config");
  EXPECT_EQ(RestrictionName(SBX_IPC_KEYRING), "ipc.keyring");
  EXPECT_EQ(RestrictionName(SBX_PROC_TRACE), "proc.trace");
  EXPECT_EQ(RestrictionName(SBX_TTY_INPUT), "tty.input");
  EXPECT_EQ(RestrictionName(SBX_LIMITS), "limits");
  EXPECT_EQ(RestrictionName(SBX_FS_PROTECT), "fs.protect");
  EXPECT_EQ(RestrictionName(SBX_FS_PATTERN), "fs.pattern");
  EXPECT_EQ(RestrictionName(0), "");
  EXPECT_EQ(RestrictionName(3), "");
  EXPECT_EQ(RestrictionName(sbx_restrictions{1} << SBX_RESTRICTION_COUNT), "");
}

TEST(RestrictionNames, ListsAreReadStrictly) {
  const auto set = ParseRestrictions("fs.read, net.connect");
  ASSERT_TRUE(set);
  EXPECT_EQ(*set, SBX_FS_READ | SBX_NET_CONNECT);
  for (const char* bad : {"", ",", "fs.read,", " ", "fs.read,,kernel"}) {
    EXPECT_FALSE(ParseRestrictions(bad)) << bad;
  }
  EXPECT_THAT(ParseRestrictions("fs.raed").error().Sentence(),
              HasSubstr("did you mean 'fs.read'?"));
  EXPECT_THAT(ParseRestrictions("something-else").error().Sentence(),
              HasSubstr("the names are fs.read, fs.write"));
  EXPECT_FALSE(ParseRestrictions("FS.READ"));
}

TEST(RestrictionNames, UnknownBitsAreCounted) {
  EXPECT_EQ(RestrictionList(SBX_KERNEL | sbx_restrictions{3} << 40), "kernel and 2 unknown");
  EXPECT_EQ(RestrictionList(0), "");
}

TEST(ErrorCollector, KeepsTheFirstReportOnOneLine) {
  ErrorCollector errors("do it with runner", "x");
  const sbx_error_sink* sink = errors.sink();
  sink->report(sink->ctx, SBX_E_OS, 1 << 20, Borrow("open\nthe door"), {nullptr, 5}, Borrow("key"));
  sink->report(sink->ctx, SBX_E_OS, 2, Borrow("second"), {}, {});
  const Error error = errors.Take(SBX_E_REFUSED);
  EXPECT_EQ(error.status, SBX_E_REFUSED);
  EXPECT_EQ(error.os_error, 0);
  EXPECT_EQ(error.Sentence(), "cannot open the door; key");
}

TEST(ErrorCollector, MakesOneOfNothing) {
  ErrorCollector errors("do it with runner", "x");
  EXPECT_EQ(errors.Take(SBX_E_OS).Sentence(),
            "cannot do it with runner 'x'; the plugin gave no reason");
  ErrorCollector odd("do it with runner", "x");
  const Error error = odd.Take(-3);
  EXPECT_EQ(error.status, SBX_E_INTERNAL);
  EXPECT_THAT(error.Sentence(), HasSubstr("unknown status -3"));
}

}  // namespace
}  // namespace sbx
