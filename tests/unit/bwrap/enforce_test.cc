// SPDX-License-Identifier: MIT
//
// What the runner claims to hold, for each restriction.
#include "plugins/bwrap/enforce.hpp"

#include <algorithm>
#include <map>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sbx::bwrap {
namespace {

std::map<sbx_restrictions, Claim> Claimed(const Mechanisms& held, std::uint32_t uid = 1000,
                                          const Layout& layout = {},
                                          std::uint32_t tmp = SBX_TMP_SHARED) {
  std::map<sbx_restrictions, Claim> claims;
  for (const Claim& claim : Claims(SBX_RESTRICTIONS_ALL, uid, tmp, layout, held)) {
    EXPECT_EQ(claims.count(claim.restriction), 0u);
    EXPECT_EQ(claim.level == SBX_LEVEL_NONE, claim.mechanism.empty());
    EXPECT_EQ(claim.level == SBX_LEVEL_FULL, claim.gap.empty());
    claims[claim.restriction] = claim;
  }
  return claims;
}

TEST(Enforce, OrdinaryUserWithSharedNetwork) {
  Mechanisms held;
  held.landlock_scope = true;
  held.listen = SBX_LISTEN_UNIX;
  auto claims = Claimed(held);
  for (const sbx_restrictions bit :
       {SBX_FS_READ, SBX_FS_WRITE, SBX_FS_METADATA, SBX_OWN_CONFIG, SBX_IPC_ABSTRACT, SBX_IPC_SYSV,
        SBX_IPC_KEYRING, SBX_PROC_SIGNAL, SBX_PROC_TRACE, SBX_PROC_LIST, SBX_PRIVILEGE, SBX_KERNEL,
        SBX_TTY_INPUT}) {
    EXPECT_EQ(claims[bit].level, static_cast<std::uint32_t>(SBX_LEVEL_FULL)) << bit;
  }
  for (const sbx_restrictions bit : {SBX_NET_CONNECT, SBX_NET_BIND, SBX_FS_TMP})
    EXPECT_EQ(claims[bit].level, static_cast<std::uint32_t>(SBX_LEVEL_NONE)) << bit;
  EXPECT_EQ(claims[SBX_IPC_ABSTRACT].mechanism, "landlock scope");
  EXPECT_EQ(claims[SBX_IPC_UNIX].mechanism, "seccomp listener, seccomp");
  // The launch's.
  EXPECT_EQ(claims.count(SBX_FD_INHERIT), 0u);
  EXPECT_EQ(claims.count(SBX_LIMITS), 0u);
}

TEST(Enforce, ANetworkNamespaceHoldsTheNetworkAndAbstractSockets) {
  Mechanisms held;
  held.network_namespace = true;
  auto claims = Claimed(held);
  EXPECT_EQ(claims[SBX_NET_CONNECT].mechanism, "network namespace");
  EXPECT_EQ(claims[SBX_NET_BIND].mechanism, "network namespace");
  EXPECT_EQ(claims[SBX_IPC_ABSTRACT].mechanism, "network namespace");
}

TEST(Enforce, AbstractSocketsAreOpenWithoutScopeOrNamespace) {
  auto claims = Claimed({});
  EXPECT_EQ(claims[SBX_IPC_ABSTRACT].level, static_cast<std::uint32_t>(SBX_LEVEL_NONE));
  EXPECT_THAT(claims[SBX_IPC_ABSTRACT].mend, testing::HasSubstr("--net none"));
}

std::uint32_t Features(std::uint32_t uid, std::uint32_t unix_sockets) {
  sbx_policy policy{};
  policy.uid = uid;
  policy.unix_sockets = unix_sockets;
  policy.wanted = SBX_RESTRICTIONS_ALL;
  return ListenerFeatures(policy);
}

// Of devices for root, and of what a passed descriptor leads to for everybody.
TEST(CAP05, TheListenerJudgesModes) {
  EXPECT_EQ(Features(0, SBX_UNIX_INSIDE), SBX_LISTEN_UNIX | SBX_LISTEN_METADATA);
  EXPECT_EQ(Features(1000, SBX_UNIX_INSIDE), SBX_LISTEN_UNIX | SBX_LISTEN_METADATA);
  EXPECT_EQ(Features(1000, SBX_UNIX_DENY), SBX_LISTEN_UNIX | SBX_LISTEN_METADATA);
  EXPECT_EQ(Features(1000, SBX_UNIX_ALLOW), SBX_LISTEN_METADATA);
  Mechanisms held;
  EXPECT_EQ(Claimed(held, 0)[SBX_FS_METADATA].level, static_cast<std::uint32_t>(SBX_LEVEL_PARTIAL));
  held.listen = SBX_LISTEN_METADATA;
  EXPECT_EQ(Claimed(held, 0).count(SBX_FS_METADATA), 0u);
}

TEST(Enforce, ASharedTerminalIsNamedWithoutTheListener) {
  Mechanisms held;
  held.terminal = true;
  EXPECT_EQ(Claimed(held)[SBX_FS_METADATA].level, static_cast<std::uint32_t>(SBX_LEVEL_PARTIAL));
}

TEST(Enforce, MountsAloneDoNotHoldWriting) {
  Mechanisms held;
  EXPECT_EQ(Claimed(held)[SBX_FS_WRITE].level, static_cast<std::uint32_t>(SBX_LEVEL_FULL));
  held.write_layer = false;
  EXPECT_EQ(Claimed(held)[SBX_FS_WRITE].level, static_cast<std::uint32_t>(SBX_LEVEL_PARTIAL));
}

TEST(Enforce, CustomRunnerIsCalledOne) {
  Mechanisms held;
  held.custom = true;
  for (const auto& [bit, claim] : Claimed(held)) {
    if (claim.level != SBX_LEVEL_NONE) {
      EXPECT_THAT(claim.mechanism, testing::EndsWith("custom runner (as declared)"));
    }
  }
}

TEST(Enforce, SetuidProgramIsPartialAboutTheKernel) {
  Mechanisms held;
  held.setuid = true;
  EXPECT_EQ(Claimed(held)[SBX_KERNEL].level, static_cast<std::uint32_t>(SBX_LEVEL_PARTIAL));
}

TEST(Enforce, PrivateTempAndWhatIsLeftOpen) {
  Layout layout;
  layout.mounts = {{Mount::Kind::kTmp, "/tmp", -1}};
  layout.left_open = {"the link that leads to /x can be replaced"};
  auto claims = Claimed({}, 1000, layout, SBX_TMP_PRIVATE);
  EXPECT_EQ(claims[SBX_FS_TMP].level, static_cast<std::uint32_t>(SBX_LEVEL_FULL));
  EXPECT_EQ(claims[SBX_OWN_CONFIG].level, static_cast<std::uint32_t>(SBX_LEVEL_PARTIAL));
}

TEST(Enforce, LandlockInsideIsNamedWithItsGaps) {
  Layout layout;
  layout.landlock = true;
  Mechanisms held;
  EXPECT_EQ(Claimed(held, 1000, layout)[SBX_FS_WRITE].mechanism, "landlock inside bwrap");
  held.landlock_gaps = {"files can be truncated"};
  EXPECT_EQ(Claimed(held, 1000, layout)[SBX_FS_WRITE].level,
            static_cast<std::uint32_t>(SBX_LEVEL_PARTIAL));
  EXPECT_EQ(Features(1000, SBX_UNIX_ALLOW), SBX_LISTEN_METADATA);
}

TEST(Enforce, SwitchedOffMechanismsAreNotClaimed) {
  Mechanisms held;
  held.ipc_namespace = held.pid_namespace = held.filter = false;
  auto claims = Claimed(held);
  for (const sbx_restrictions bit :
       {SBX_IPC_SYSV, SBX_PROC_SIGNAL, SBX_PROC_TRACE, SBX_PROC_LIST, SBX_TTY_INPUT, SBX_KERNEL}) {
    EXPECT_NE(claims[bit].level, static_cast<std::uint32_t>(SBX_LEVEL_FULL)) << bit;
  }
}

}  // namespace
}  // namespace sbx::bwrap
