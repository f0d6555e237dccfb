// SPDX-License-Identifier: MIT
//
// The runner through its class: what it claims, and that each claim stands on
// the mechanism that it names.
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/ptrace.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <map>
#include <optional>
#include <string>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plugins/landlock/landlock_runner.hpp"
#include "plugins/linux/ruleset.hpp"
#include "tests/unit/landlock/zone_policy.hpp"
#include "tests/unit/seccomp/confined_child.hpp"

namespace sbx::runner {
namespace {

using sbx::testing::Bystander;
using sbx::testing::Confinement;
using sbx::testing::ErrnoOf;
using sbx::testing::InChild;
using sbx::testing::ScratchFolder;
using sbx::testing::Who;
using sbx::testing::ZonePolicy;
using ::testing::Contains;
using ::testing::HasSubstr;

struct Claim {
  std::uint32_t level = SBX_LEVEL_NONE;
  std::string mechanism, gap, mend;
};

std::map<sbx_restrictions, Claim> ClaimsOf(const sbx_plan& plan) {
  std::map<sbx_restrictions, Claim> claims;
  for (std::size_t i = 0; i < plan.enforcement_count; ++i) {
    const sbx_enforcement& entry = plan.enforcement[i];
    claims[entry.restriction] = {entry.level, std::string(View(entry.mechanism)),
                                 std::string(View(entry.gap)), std::string(View(entry.mend))};
  }
  return claims;
}

// What the host's interpreter does with the steps of this plan.
Confinement Steps(const sbx_plan& plan, Who who) {
  Confinement confinement{who, -1, {}};
  for (std::size_t i = 0; i < plan.step_count; ++i) {
    const sbx_step& step = plan.steps[i];
    if (step.kind == SBX_STEP_LANDLOCK)
      confinement.ruleset_fd = plan.fds[step.fd];
    if (step.kind == SBX_STEP_SECCOMP) {
      const auto* first = static_cast<const sock_filter*>(step.data);
      confinement.filter.assign(first, first + step.data_size / sizeof(sock_filter));
    }
  }
  return confinement;
}

class RunnerTest : public ::testing::TestWithParam<Who> {
 protected:
  RunnerTest() : folder_(GetParam()) {
    folder_.Folder("ws");
    folder_.File("outside");
    folder_.File("secret");
    policy_.Zone(folder_ / "ws", SBX_ACCESS_WRITE, SBX_ZONE_WORKSPACE, "workspace")
        .Zone(folder_ / "secret", SBX_ACCESS_NONE, SBX_ZONE_EXPLICIT, "--deny-read secret");
    policy_.get().uid = GetParam() == Who::kRoot ? 0 : sbx::testing::kOrdinaryUser;
  }

  int Run(const LandlockSwitches& switches, const std::function<int()>& action) {
    LandlockRunner runner(switches);
    auto profile = runner.Compile(policy_.get());
    EXPECT_TRUE(profile) << profile.error().Sentence();
    const sbx_launch launch{};
    auto plan = runner.Bind(**profile, launch);
    EXPECT_TRUE(plan);
    return InChild(Steps((*plan)->view(), GetParam()), action);
  }

  // Held by the plan, and not when `without` leaves the mechanism out.
  void ExpectHeldBy(const LandlockSwitches& without, int refusal,
                    const std::function<int()>& action, int otherwise = 0) {
    EXPECT_EQ(Run({}, action), refusal);
    EXPECT_EQ(Run(without, action), otherwise);
  }

  ScratchFolder folder_;
  ZonePolicy policy_;
};

INSTANTIATE_TEST_SUITE_P(As, RunnerTest, ::testing::ValuesIn(sbx::testing::Everybody()),
                         [](const auto& who) { return sbx::testing::NameOf(who.param); });

TEST_P(RunnerTest, FilesAreHeldByLandlock) {
  const LandlockSwitches without{.omit_files = true};
  ExpectHeldBy(without, EACCES, [this] {
    return ErrnoOf(open((folder_ / "outside").c_str(), O_WRONLY | O_CLOEXEC));
  });
  ExpectHeldBy(without, EACCES, [this] {
    return ErrnoOf(open((folder_ / "secret").c_str(), O_RDONLY | O_CLOEXEC));
  });
}

TEST_P(RunnerTest, SignalsAndTracing) {
  const Bystander other(GetParam());
  ExpectHeldBy({.omit_signal_scope = true}, EPERM, [&] { return ErrnoOf(kill(other.pid(), 0)); });
  ExpectHeldBy({.omit_landlock = true}, EPERM,
               [&] { return ErrnoOf(ptrace(PTRACE_SEIZE, other.pid(), nullptr, nullptr)); });
}

TEST_P(RunnerTest, NetworkNone) {
  policy_.get().network = SBX_NET_NONE;
  const LandlockSwitches without{.filter = {.omit_sockets = true}};
  ExpectHeldBy(without, EPERM,
               [] { return ErrnoOf(socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0)); });
  ExpectHeldBy(without, EPERM,
               [] { return ErrnoOf(socket(AF_INET6, SOCK_STREAM | SOCK_CLOEXEC, 0)); });
}

TEST_P(RunnerTest, KernelKeyringsAndTerminal) {
  ExpectHeldBy({.filter = {.omit_kernel = true}}, ENOSYS, [] {
    char params[120] = {};
    return ErrnoOf(syscall(SYS_io_uring_setup, 4, params));
  });
  ExpectHeldBy({.filter = {.omit_keyring = true}}, EPERM,
               [] { return ErrnoOf(syscall(SYS_keyctl, 0, -2, 1)); });
  ExpectHeldBy(
      {.filter = {.omit_terminal = true}}, EPERM,
      [] {
        const int fd = open("/dev/null", O_RDWR | O_CLOEXEC);
        return ErrnoOf(ioctl(fd, TIOCSTI, "x"));
      },
      ENOTTY);
  ExpectHeldBy({.omit_filter = true}, EPERM, [] { return ErrnoOf(unshare(CLONE_NEWUSER)); });
}

TEST_P(RunnerTest, UnixDatagramSocketsUnlessAllowed) {
  const auto datagram = [] { return ErrnoOf(socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0)); };
  policy_.get().unix_sockets = SBX_UNIX_INSIDE;
  ExpectHeldBy({.omit_unix_datagram = true}, EPERM, datagram);
  policy_.get().unix_sockets = SBX_UNIX_ALLOW;
  EXPECT_EQ(Run({}, datagram), 0);
}

TEST_P(RunnerTest, SystemVOnlyWhenRequired) {
  const auto shared_memory = [] {
    const int id = shmget(IPC_PRIVATE, 4096, 0600);
    return id < 0 ? errno : ErrnoOf(shmctl(id, IPC_RMID, nullptr));
  };
  EXPECT_EQ(Run({}, shared_memory), 0);
  policy_.get().required = SBX_IPC_SYSV;
  EXPECT_EQ(Run({}, shared_memory), EPERM);
}

TEST_P(RunnerTest, ProbeTries) {
  LandlockRunner runner;
  const auto probe = runner.Probe(5000);
  ASSERT_TRUE(probe) << probe.error().Sentence();
  EXPECT_NE(probe->can & SBX_FS_WRITE, 0U);
  EXPECT_NE(probe->can & SBX_KERNEL, 0U);
  EXPECT_EQ(probe->can & SBX_PROC_LIST, 0U);
  LandlockRunner older({.abi_limit = 2});
  EXPECT_EQ(older.Probe(5000)->can & SBX_FS_WRITE, 0U);
  EXPECT_THAT(older.Probe(5000)->notes, Contains(HasSubstr("truncated")));
  LandlockRunner none({.abi_limit = 0});
  EXPECT_EQ(none.Probe(5000)->can & SBX_FS_READ, 0U);
  EXPECT_EQ(none.Compile(policy_.get()).error().status, SBX_E_UNSUPPORTED);
}

TEST_P(RunnerTest, SettingsAreRefused) {
  LandlockRunner runner;
  EXPECT_TRUE(runner.Configure({}));
  const sbx_setting setting = {Borrow("program"), Borrow("/bin/bwrap")};
  EXPECT_EQ(runner.Configure({&setting, 1}).error().status, SBX_E_INVALID);
}

std::map<sbx_restrictions, Claim> ClaimsWith(ZonePolicy& policy, int abi) {
  LandlockRunner runner({.abi_limit = abi});
  auto profile = runner.Compile(policy.get());
  EXPECT_TRUE(profile) << profile.error().Sentence();
  const sbx_launch launch{};
  return ClaimsOf((*runner.Bind(**profile, launch))->view());
}

constexpr sbx_restrictions kOfTheHost = SBX_FD_INHERIT | SBX_LIMITS | SBX_FS_METADATA;

TEST(Claims, EveryWantedRestrictionIsSpokenOf) {
  for (int abi = 1; abi <= LandlockAbi(); ++abi) {
    ZonePolicy policy;
    const auto claims = ClaimsWith(policy, abi);
    for (int bit = 0; bit < SBX_RESTRICTION_COUNT; ++bit) {
      const sbx_restrictions one = sbx_restrictions{1} << bit;
      EXPECT_EQ(claims.count(one), (one & kOfTheHost) != 0 ? 0U : 1U) << bit;
    }
    for (const auto& [bit, claim] : claims) {
      EXPECT_EQ(claim.gap.empty(), claim.level == SBX_LEVEL_FULL) << bit;
      EXPECT_EQ(claim.mechanism.empty(), claim.level == SBX_LEVEL_NONE) << bit;
    }
  }
}

TEST(Claims, ByAbi) {
  const auto level = [](int abi, sbx_restrictions bit) {
    ZonePolicy policy;
    return ClaimsWith(policy, abi)[bit].level;
  };
  EXPECT_EQ(level(2, SBX_FS_WRITE), std::uint32_t{SBX_LEVEL_PARTIAL});
  EXPECT_EQ(level(3, SBX_FS_WRITE), std::uint32_t{SBX_LEVEL_FULL});
  EXPECT_EQ(level(1, SBX_FS_READ), std::uint32_t{SBX_LEVEL_FULL});
  EXPECT_EQ(level(5, SBX_PROC_SIGNAL), std::uint32_t{SBX_LEVEL_NONE});
  EXPECT_EQ(level(6, SBX_PROC_SIGNAL), std::uint32_t{SBX_LEVEL_FULL});
  EXPECT_EQ(level(5, SBX_IPC_ABSTRACT), std::uint32_t{SBX_LEVEL_NONE});
  EXPECT_EQ(level(6, SBX_IPC_ABSTRACT), std::uint32_t{SBX_LEVEL_FULL});
  EXPECT_EQ(level(1, SBX_KERNEL), std::uint32_t{SBX_LEVEL_FULL});
  EXPECT_EQ(level(7, SBX_PROC_LIST), std::uint32_t{SBX_LEVEL_NONE});
}

TEST(Claims, OwnConfigurationLeftOpenIsNamed) {
  ScratchFolder folder(Who::kUser);
  folder.Folder("ws");
  ZonePolicy policy;
  policy.Zone(folder / "ws", SBX_ACCESS_WRITE)
      .Zone(folder / "ws/.sbx", SBX_ACCESS_READ, SBX_ZONE_OWN_CONFIG | SBX_ZONE_BEST_EFFORT);
  const Claim claim = ClaimsWith(policy, LandlockAbi())[SBX_OWN_CONFIG];
  EXPECT_EQ(claim.level, std::uint32_t{SBX_LEVEL_PARTIAL});
  EXPECT_THAT(claim.gap, HasSubstr(folder / "ws/.sbx"));
}

TEST(Claims, UnwantedIsNotMentionedAndNotListenedTo) {
  ZonePolicy policy;
  policy.get().wanted = SBX_FS_WRITE;
  LandlockRunner runner;
  auto profile = runner.Compile(policy.get());
  const sbx_launch launch{};
  auto plan = runner.Bind(**profile, launch);
  EXPECT_EQ((*plan)->view().enforcement_count, 1U);
  EXPECT_EQ((*plan)->view().listen, 0U);
  policy.get().wanted = SBX_RESTRICTIONS_ALL;
  EXPECT_EQ((*runner.Bind(**runner.Compile(policy.get()), launch))->view().listen,
            SBX_LISTEN_UNIX | SBX_LISTEN_METADATA | SBX_LISTEN_SCHEDULE);
}

TEST(Plans, PrivateTempIsAHoldWithARuleset) {
  ScratchFolder folder(Who::kUser);
  ZonePolicy policy;
  policy.TempRoot(folder.path());
  LandlockRunner runner;
  auto profile = runner.Compile(policy.get());
  ASSERT_TRUE(profile) << profile.error().Sentence();
  sbx_launch launch{};
  launch.temp_name = Borrow("sbx-abc");
  auto first = runner.Bind(**profile, launch);
  auto second = runner.Bind(**profile, launch);
  const sbx_plan& plan = (*first)->view();
  ASSERT_EQ(plan.hold_count, 1U);
  EXPECT_EQ(plan.holds[0].kind, std::uint32_t{SBX_HOLD_TEMP});
  EXPECT_EQ(View(plan.holds[0].name), "sbx-abc");
  EXPECT_NE(plan.fds[plan.holds[0].fd2], (*second)->view().fds[0]) << "rules are not shared";
  ASSERT_EQ(plan.env_count, 4U);  // TMPPREFIX for zsh
  EXPECT_EQ(View(plan.env[0]), "TMPDIR=" + folder.path() + "/sbx-abc");
  EXPECT_EQ(ClaimsOf(plan)[SBX_FS_TMP].level, std::uint32_t{SBX_LEVEL_FULL});

  // The host adds its rule to the ruleset; the directory is then writable.
  folder.Folder("sbx-abc");
  const UniqueFd made(open((folder / "sbx-abc").c_str(), O_PATH | O_CLOEXEC));
  struct {
    std::uint64_t access;
    std::int32_t fd;
  } __attribute__((packed)) const rule = {plan.holds[0].access, made.get()};
  ASSERT_EQ(syscall(445, plan.fds[plan.holds[0].fd2], 1, &rule, 0), 0);
  EXPECT_EQ(InChild(Steps(plan, Who::kUser),
                    [&folder] {
                      return ErrnoOf(open((folder / "sbx-abc/x").c_str(),
                                          O_CREAT | O_WRONLY | O_CLOEXEC, 0600));
                    }),
            0);
  EXPECT_EQ(InChild(Steps(plan, Who::kUser),
                    [] { return ErrnoOf(open("/tmp", O_RDONLY | O_DIRECTORY | O_CLOEXEC)); }),
            EACCES);
}

TEST(Plans, ManyThreadsBindOneProfile) {
  ZonePolicy policy;
  LandlockRunner runner;
  auto profile = runner.Compile(policy.get());
  ASSERT_TRUE(profile);
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int round = 0; round < 1000; ++round) {
        const sbx_launch launch{};
        auto plan = runner.Bind(**profile, launch);
        ASSERT_TRUE(plan);
        ASSERT_EQ((*plan)->view().step_count, 2U);
      }
    });
  }
  for (std::thread& thread : threads)
    thread.join();
}

TEST(Plans, ExplainSpeaksOfRulesAndGaps) {
  ScratchFolder folder(Who::kUser);
  folder.Folder("ws");
  ZonePolicy policy;
  policy.Zone(folder / "ws", SBX_ACCESS_WRITE, 0, "workspace");
  LandlockRunner runner;
  auto profile = runner.Compile(policy.get());
  const sbx_launch launch{};
  auto plan = runner.Bind(**profile, launch);
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < (*plan)->view().explain_count; ++i) {
    lines.emplace_back(View((*plan)->view().explain[i]));
  }
  EXPECT_THAT(lines,
              Contains("landlock: read and write below " + (folder / "ws") + " (workspace)"));
  EXPECT_THAT(lines, Contains(HasSubstr("devices /dev/null")));
  EXPECT_THAT(lines, Contains(HasSubstr("seccomp: ")));
}

TEST(Classify, FailureBeforeTheTarget) {
  LandlockRunner runner;
  sbx_failure failure{};
  failure.wait_status = 125 << 8;
  EXPECT_EQ(runner.Classify(failure).status, SBX_E_UNSUPPORTED);
  failure.wait_status = SIGKILL;
  EXPECT_EQ(runner.Classify(failure).status, SBX_E_OS);
}

}  // namespace
}  // namespace sbx::runner
