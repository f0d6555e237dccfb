// SPDX-License-Identifier: MIT
#include "core/policy/requirements.hpp"

#include "tests/unit/policy/lab.hpp"

namespace sbx {
namespace {

using ::testing::HasSubstr;

constexpr sbx_restrictions kAlwaysRequired = SBX_FS_WRITE | SBX_PRIVILEGE | SBX_FD_INHERIT;
constexpr sbx_restrictions kAlwaysWanted =
    kAlwaysRequired | SBX_FS_METADATA | SBX_OWN_CONFIG | SBX_IPC_SYSV | SBX_IPC_KEYRING |
    SBX_PROC_SIGNAL | SBX_PROC_TRACE | SBX_PROC_LIST | SBX_KERNEL | SBX_TTY_INPUT;
constexpr sbx_restrictions kSockets = SBX_IPC_UNIX | SBX_IPC_ABSTRACT;

TEST(Requirements, DefaultPolicy) {
  const Requirements r = Require({}, {});
  EXPECT_EQ(r.required, kAlwaysRequired);
  EXPECT_EQ(r.wanted, kAlwaysWanted | kSockets);
}

TEST(Requirements, EachPartOfAPolicyClosesItsBits) {
  Policy policy;
  policy.network = Network::kNone;
  EXPECT_EQ(Require(policy, {}).required, kAlwaysRequired | SBX_NET_CONNECT | SBX_NET_BIND);
  policy = {};
  policy.tmp = Tmp::kPrivate;
  EXPECT_EQ(Require(policy, {false, true}).required, kAlwaysRequired | SBX_FS_TMP);
  EXPECT_EQ(Require(policy, {false, false}).required, kAlwaysRequired);
  EXPECT_EQ(Require(policy, {false, false}).wanted, kAlwaysWanted | kSockets | SBX_FS_TMP);
  policy = {};
  policy.limits.memory = 1;
  EXPECT_EQ(Require(policy, {}).required, kAlwaysRequired);
  EXPECT_EQ(Require(policy, {}).wanted, kAlwaysWanted | kSockets | SBX_LIMITS);
  policy = {};
  policy.unix_sockets = UnixSockets::kAllow;
  EXPECT_EQ(Require(policy, {}).wanted, kAlwaysWanted);
  policy = {};
  policy.require = SBX_PROC_LIST | SBX_IPC_UNIX;
  EXPECT_EQ(Require(policy, {}).required, kAlwaysRequired | SBX_PROC_LIST | SBX_IPC_UNIX);
  policy = {};
  EXPECT_EQ(Require(policy, {true, false}).required, kAlwaysRequired | SBX_FS_READ);
  policy.mode = Mode::kDangerFullAccess;
  EXPECT_EQ(Require(policy, {true, true}).wanted, 0u);
}

TEST(Requirements, WhatThereIsNothingOfIsNotAskedFor) {
  Policy policy;
  policy.require = SBX_FS_READ | SBX_LIMITS;
  EXPECT_EQ(Require(policy, {}).required, kAlwaysRequired);
}

class RequirementsTest : public Lab {};

TEST_F(RequirementsTest, AReadDenyIsRequiredToBeHeld) {
  EXPECT_EQ(Make()->required() & SBX_FS_READ, 0u);
  Deny(Access::kRead, out_);
  EXPECT_NE(Make()->required() & SBX_FS_READ, 0u);
  EXPECT_NE(Make()->view().wanted & SBX_FS_READ, 0u);
}

TEST_F(RequirementsTest, ContradictionsAreNamed) {
  const auto refused = [this](const char* sentence, auto change) {
    policy_ = {};
    change(policy_);
    EXPECT_THAT(Refusal(), HasSubstr(sentence));
  };
  const char* unknown = "a value that this version does not know";
  refused(unknown, [](Policy& p) { p.mode = Mode{3}; });
  refused(unknown, [](Policy& p) { p.network = Network{2}; });
  refused(unknown, [](Policy& p) {
    p.rules.push_back({Access{9}, Effect::kAllow, "/x", "--allow-write"});
  });
  refused("combine mode read-only with '--allow-write /x'", [](Policy& p) {
    p.mode = Mode::kReadOnly;
    p.rules.push_back({Access::kWrite, Effect::kAllow, "/x", "--allow-write"});
  });
  refused("combine danger-full-access with '--deny-read /x'", [](Policy& p) {
    p.mode = Mode::kDangerFullAccess;
    p.rules.push_back({Access::kRead, Effect::kDeny, "/x", "--deny-read"});
  });
  refused("danger-full-access with 'network none'", [](Policy& p) {
    p.mode = Mode::kDangerFullAccess;
    p.network = Network::kNone;
  });
  refused("danger-full-access with 'required restrictions'", [](Policy& p) {
    p.mode = Mode::kDangerFullAccess;
    p.require = SBX_FS_WRITE;
  });
  refused("danger-full-access with 'tmp private'", [](Policy& p) {
    p.mode = Mode::kDangerFullAccess;
    p.tmp = Tmp::kPrivate;
  });
  refused("danger-full-access with 'rules for Unix sockets'", [](Policy& p) {
    p.mode = Mode::kDangerFullAccess;
    p.unix_sockets = UnixSockets::kDeny;
  });
  refused("--net none", [](Policy& p) { p.require = SBX_NET_BIND; });
  refused("Unix sockets", [](Policy& p) {
    p.require = SBX_IPC_UNIX;
    p.unix_sockets = UnixSockets::kAllow;
  });
  refused("tmp private", [](Policy& p) { p.require = SBX_FS_TMP; });
  refused("does not know", [](Policy& p) { p.require = UINT64_C(1) << 40; });
}

}  // namespace
}  // namespace sbx
