// SPDX-License-Identifier: MIT
//
// What the launch itself takes away from a target, and that it is the named
// mechanism that does: each is switched off once.
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/launch/support.hpp"

namespace sbx::test {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using End = Outcome::End;

constexpr sbx_restrictions kOurs = SBX_FD_INHERIT | SBX_PRIVILEGE | SBX_IPC_KEYRING;

RunRequest Confined(const std::string& script, sbx_restrictions wanted = kOurs,
                    sbx_restrictions required = 0, const Fill& fill = {}, Limits limits = {}) {
  RunRequest request;
  request.policy = MakePolicy(wanted, required, limits);
  request.plan = MakePlan(request.policy, SBX_PLAN_STEPS, [&](plugin::PlanBuilder& plan) {
    if (fill)
      fill(plan);
  });
  request.launch = Shell(script);
  return request;
}

const Enforcement* Find(const std::vector<Enforcement>& all, sbx_restrictions restriction) {
  for (const Enforcement& one : all) {
    if (one.restriction == restriction)
      return &one;
  }
  return nullptr;
}

class Confinement : public ::testing::TestWithParam<Way> {
 protected:
  std::unique_ptr<Spawner> spawner_ = MakeSpawner(GetParam());
  Ended Run(RunRequest request) { return RunToEnd(*spawner_, std::move(request)); }
};
INSTANTIATE_TEST_SUITE_P(Ways, Confinement, ::testing::Values(Way::kOneShot, Way::kLauncher),
                         [](const auto& shown) {
                           return shown.param == Way::kOneShot ? "OneShot" : "Launcher";
                         });

constexpr char kCapabilities[] =
    "grep -E '^(Cap(Inh|Prm|Eff|Bnd|Amb)|NoNewPrivs)' /proc/self/status";

#define NEEDS_ROOT()  \
  if (geteuid() != 0) \
  GTEST_SKIP() << "an ordinary user has no capabilities and one identity"

TEST_P(Confinement, NoCapabilityIsLeft) {
  NEEDS_ROOT();
  const Ended ended = Run(Confined(kCapabilities));
  EXPECT_EQ(Out(ended),
            "CapInh:\t0000000000000000\nCapPrm:\t0000000000000000\nCapEff:\t0000000000000000\n"
            "CapBnd:\t0000000000000000\nCapAmb:\t0000000000000000\nNoNewPrivs:\t1\n");
  const Enforcement* entry = Find(ended.enforcement, SBX_PRIVILEGE);
  ASSERT_NE(entry, nullptr);
  // Whether modes that lend an identity are refused is the runner's to say.
  EXPECT_EQ(entry->level, std::uint32_t{SBX_LEVEL_PARTIAL});
  EXPECT_EQ(entry->mechanism, "capabilities, no_new_privs");
}

TEST_P(Confinement, CapabilitiesStayWhereTheMechanismIsOff) {
  NEEDS_ROOT();
  RunRequest request = Confined(kCapabilities);
  request.weaken.keep_capabilities = true;
  EXPECT_THAT(Out(Run(std::move(request))), Not(HasSubstr("CapEff:\t0000000000000000")));
}

TEST_P(Confinement, AnotherIdentityHoldsNothingOfOurs) {
  NEEDS_ROOT();
  RunRequest request = Confined("id -u; id -g; id -G; grep -E '^Cap(Eff|Bnd)' /proc/self/status");
  request.launch.identity = Identity{12345, 12346, {12346, 12347}};
  const Ended ended = Run(std::move(request));
  EXPECT_EQ(Out(ended),
            "12345\n12346\n12346 12347\nCapEff:\t0000000000000000\nCapBnd:\t0000000000000000\n");
}

TEST_P(Confinement, APrivateDirectoryBelongsToTheIdentity) {
  NEEDS_ROOT();
  const Scratch scratch;
  chmod(scratch.path().c_str(), 0755);
  RunRequest request = Confined(
      "cd " + scratch.path() + "/t && touch f && stat -c %u . f", kOurs, 0,
      [&](plugin::PlanBuilder& plan) {
        plan.AddHold(SBX_HOLD_TEMP,
                     plan.AddFd(UniqueFd(open(scratch.path().c_str(), O_PATH | O_CLOEXEC))), "t");
      });
  request.launch.identity = Identity{12345, 12345, {}};
  EXPECT_EQ(Out(Run(std::move(request))), "12345\n12345\n");
  EXPECT_THAT(scratch.List(), IsEmpty());
}

TEST(Descriptors, LeakWhereTheMechanismIsOff) {
  const int leaked = open("/", O_RDONLY | O_DIRECTORY);
  RunRequest request = Confined("[ -e /proc/$$/fd/" + std::to_string(leaked) + " ] && echo leaked");
  RunRequest closed = Confined("[ -e /proc/$$/fd/" + std::to_string(leaked) + " ] || echo closed");
  request.weaken.keep_descriptors = true;
  const auto spawner = MakeSpawner(Way::kOneShot);
  EXPECT_EQ(Out(RunToEnd(*spawner, std::move(request))), "leaked\n");
  EXPECT_EQ(Out(RunToEnd(*spawner, std::move(closed))), "closed\n");
  close(leaked);
}

TEST_P(Confinement, TheSessionKeyringIsItsOwn) {
  const auto ring = [&](bool keep) {
    RunRequest request =
        Confined("cat /proc/keys | grep -c '_ses' ; awk '/_ses/ {print $1}' /proc/keys");
    request.weaken.keep_keyring = keep;
    return Out(Run(std::move(request)));
  };
  EXPECT_NE(ring(false), ring(true));
  const Ended ended = Run(Confined("true"));
  const Enforcement* entry = Find(ended.enforcement, SBX_IPC_KEYRING);
  ASSERT_NE(entry, nullptr);
  EXPECT_EQ(entry->level, std::uint32_t{SBX_LEVEL_PARTIAL});
}

TEST_P(Confinement, LimitsHold) {
  Limits limits;
  limits.file_size = 4096;
  limits.open_files = 40;
  limits.cpu_seconds = 77;
  limits.memory = 512u << 20;
  Ended ended =
      Run(Confined("ulimit -n; ulimit -t; ulimit -d; f=/tmp/sbx-limit-test-$$; "
                   "head -c 9000 /dev/zero > $f; stat -c %s $f; rm -f $f",
                   SBX_LIMITS, 0, {}, limits));
  EXPECT_EQ(Out(ended), "40\n77\n524288\n4096\n");
  const Enforcement* entry = Find(ended.enforcement, SBX_LIMITS);
  ASSERT_NE(entry, nullptr);
  EXPECT_EQ(entry->level, std::uint32_t{SBX_LEVEL_PARTIAL});
  RunRequest weak = Confined("ulimit -t", SBX_LIMITS, 0, {}, limits);
  weak.weaken.no_limits = true;
  EXPECT_EQ(Out(Run(std::move(weak))), "unlimited\n");
}

std::string RefuseMkdir(std::uint32_t answer) {
  const sock_filter program[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_mkdirat, 1, 0),
#ifdef SYS_mkdir
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_mkdir, 0, 1),
#else
      BPF_JUMP(BPF_JMP | BPF_JA, 1, 0, 0),
#endif
      BPF_STMT(BPF_RET | BPF_K, answer),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  return {reinterpret_cast<const char*>(program), sizeof program};
}

TEST_P(Confinement, StepsOfThePlanAreRun) {
  const Ended ended = Run(Confined("mkdir /tmp/sbx-never 2>&1", kOurs, 0, [](auto& plan) {
    plan.AddStep(SBX_STEP_SECCOMP, -1, RefuseMkdir(SECCOMP_RET_ERRNO | EXDEV));
    plan.AddStep(SBX_STEP_UMASK, -1, {}, 027);
  }));
  EXPECT_THAT(Out(ended), HasSubstr("Invalid cross-device link"));
}

TEST_P(Confinement, AStepThatFailsEndsTheLaunch) {
  const Ended ended = Run(Confined("echo never", kOurs, 0, [](auto& plan) {
    plan.AddStep(SBX_STEP_LANDLOCK, plan.AddFd(UniqueFd(open("/dev/null", O_RDONLY | O_CLOEXEC))));
  }));
  EXPECT_EQ(ended.outcome.end, End::kNotStarted);
  EXPECT_EQ(ended.outcome.code, 125);
  EXPECT_TRUE(ended.outcome.try_next);
  EXPECT_THAT(ended.outcome.error.Sentence(), HasSubstr("restrict files with Landlock"));
  EXPECT_EQ(Out(ended), "");
}

TEST_P(Confinement, AStepThatMayFailIsANotice) {
  const Ended ended = Run(Confined("echo ran", kOurs, 0, [](auto& plan) {
    // The launch has made a session already, and a second one cannot be made.
    plan.AddStep(SBX_STEP_SESSION, -1, {}, 0, 0, 0, SBX_STEP_MAY_FAIL);
  }));
  EXPECT_EQ(Out(ended), "ran\n");
  ASSERT_EQ(ended.told.notices.size(), 1u);
}

TEST_P(Confinement, ThePlansEnvironmentReplacesThatOfTheLaunch) {
  RunRequest request =
      Confined("echo $TMPDIR $KEPT", kOurs, 0, [](auto& plan) { plan.AddEnv("TMPDIR=/plan"); });
  request.launch.env.insert(request.launch.env.end(), {"TMPDIR=/launch", "KEPT=yes"});
  EXPECT_EQ(Out(Run(std::move(request))), "/plan yes\n");
}

// The listener changes the calling process for good where it is dispatched
// there, so each of these runs in a process of its own.
int CapabilitiesLeft() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.rfind("CapEff:", 0) == 0)
      return line == "CapEff:\t0000000000000000" ? 0 : 1;
  }
  return 2;
}

Fill Listening() {
  return [](plugin::PlanBuilder& plan) {
    plan.Listen(SBX_LISTEN_UNIX);
    plan.Enforce(SBX_IPC_UNIX, SBX_LEVEL_FULL, "seccomp listener, and a filter as it were");
  };
}

// A listener alone does not see datagrams: the runner says what its filter holds.
TEST_P(Confinement, AListenerAloneHoldsSocketsInPart) {
  const auto alone = [](plugin::PlanBuilder& plan) { plan.Listen(SBX_LISTEN_UNIX); };
  EXPECT_EQ(InChild([way = GetParam(), &alone] {
              const auto spawner = MakeSpawner(way);
              const Ended ended = RunToEnd(*spawner, Confined("exit 3", SBX_IPC_UNIX, 0, alone));
              const Enforcement* entry = Find(ended.enforcement, SBX_IPC_UNIX);
              const bool partial =
                  entry != nullptr && entry->level == SBX_LEVEL_PARTIAL && !entry->gap.empty();
              return ended.outcome.code == 3 && partial ? 0 : 1;
            }),
            0);
}

TEST_P(Confinement, AListenerIsDispatchedWithoutCapabilities) {
  const Way way = GetParam();
  EXPECT_EQ(InChild([way] {
              const auto spawner = MakeSpawner(way);
              const Ended ended =
                  RunToEnd(*spawner, Confined("exit 3", SBX_IPC_UNIX, SBX_IPC_UNIX, Listening()));
              const Enforcement* entry = Find(ended.enforcement, SBX_IPC_UNIX);
              if (ended.outcome.code != 3)
                return 10;
              if (entry == nullptr || entry->level != SBX_LEVEL_FULL)
                return 11;
              const bool host_keeps_its_own = way == Way::kLauncher && geteuid() == 0;
              if (CapabilitiesLeft() != (host_keeps_its_own ? 1 : 0))
                return 12;
              return 0;
            }),
            0);
}

// Inside another listener: none can be had.
bool BecomeWatched() {
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  const sock_filter allow = BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  const sock_fprog program = {1, const_cast<sock_filter*>(&allow)};
  return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER,
                 &program) >= 0;
}

TEST_P(Confinement, WithoutAListenerTheRunGoesOnAndSaysSo) {
  const Way way = GetParam();
  EXPECT_EQ(InChild([way] {
              if (!BecomeWatched())
                return 20;
              const auto spawner = MakeSpawner(way);
              const Ended ended =
                  RunToEnd(*spawner, Confined("exit 3", SBX_IPC_UNIX, 0, Listening()));
              const Enforcement* entry = Find(ended.enforcement, SBX_IPC_UNIX);
              if (ended.outcome.code != 3)
                return 10;
              if (entry == nullptr || entry->level != SBX_LEVEL_NONE || entry->gap.empty())
                return 11;
              if (ended.told.notices.size() != 1)
                return 12;
              return 0;
            }),
            0);
}

// What the plan claims with the listener's help is then no longer full.
TEST_P(Confinement, WithoutAListenerAClaimThatLeansOnItIsWeaker) {
  const Way way = GetParam();
  const auto leaning = [](std::uint32_t level) {
    return [level](plugin::PlanBuilder& plan) {
      plan.Listen(SBX_LISTEN_SCHEDULE);
      plan.Enforce(SBX_PROC_SIGNAL, level, "a scope", level == SBX_LEVEL_FULL ? "" : "no scope");
    };
  };
  const auto level_of = [&](std::uint32_t claimed, bool watched) {
    return InChild([&] {
      if (watched && !BecomeWatched())
        return 20;
      const auto spawner = MakeSpawner(way);
      const Ended ended =
          RunToEnd(*spawner, Confined("exit 3", SBX_PROC_SIGNAL, 0, leaning(claimed)));
      const Enforcement* entry = Find(ended.enforcement, SBX_PROC_SIGNAL);
      if (ended.outcome.code != 3)
        return 10;
      if (entry == nullptr || (entry->level != SBX_LEVEL_FULL && entry->gap.empty()))
        return 11;
      return 30 + static_cast<int>(entry->level);
    });
  };
  EXPECT_EQ(level_of(SBX_LEVEL_FULL, false), 30 + SBX_LEVEL_FULL);
  EXPECT_EQ(level_of(SBX_LEVEL_FULL, true), 30 + SBX_LEVEL_PARTIAL);
  EXPECT_EQ(level_of(SBX_LEVEL_NONE, true), 30 + SBX_LEVEL_NONE);
  EXPECT_EQ(InChild([&] {
              if (!BecomeWatched())
                return 20;
              const auto spawner = MakeSpawner(way);
              const Ended ended = RunToEnd(
                  *spawner,
                  Confined("exit 3", SBX_PROC_SIGNAL, SBX_PROC_SIGNAL, leaning(SBX_LEVEL_FULL)));
              return ended.outcome.end == End::kNotStarted && ended.outcome.code == 125 ? 0 : 10;
            }),
            0);
}

TEST_P(Confinement, ARequiredListenerThatIsNotHadIsARefusal) {
  const Way way = GetParam();
  EXPECT_EQ(InChild([way] {
              if (!BecomeWatched())
                return 20;
              const auto spawner = MakeSpawner(way);
              const Ended ended =
                  RunToEnd(*spawner, Confined("exit 3", SBX_IPC_UNIX, SBX_IPC_UNIX, Listening()));
              if (ended.outcome.end != End::kNotStarted || ended.outcome.code != 125)
                return 10;
              if (ended.outcome.error.Sentence().find("listener") == std::string::npos)
                return 11;
              return 0;
            }),
            0);
}

}  // namespace
}  // namespace sbx::test
