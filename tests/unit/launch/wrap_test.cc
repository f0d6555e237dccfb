// SPDX-License-Identifier: MIT
//
// Plans that wrap: through bwrap, and through small stand-ins for one.
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/launch/support.hpp"

namespace sbx::test {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using End = Outcome::End;

const std::vector<std::string> kBwrap = {"/usr/bin/bwrap",
                                         "--unshare-user",
                                         "--unshare-pid",
                                         "--as-pid-1",
                                         "--die-with-parent",
                                         "--bind",
                                         "/",
                                         "/",
                                         "--dev",
                                         "/dev",
                                         "--proc",
                                         "/proc"};

RunRequest Wrapped(const std::vector<std::string>& words, const std::string& script,
                   const Fill& fill = {}) {
  RunRequest request;
  request.policy = MakePolicy(SBX_PRIVILEGE | SBX_FD_INHERIT, 0);
  request.plan = MakePlan(request.policy, SBX_PLAN_WRAP, [&](plugin::PlanBuilder& plan) {
    for (const std::string& word : words)
      plan.AddWrap(word);
    if (fill)
      fill(plan);
  });
  request.launch = Shell(script);
  return request;
}

class Wrap : public ::testing::TestWithParam<Way> {
 protected:
  std::unique_ptr<Spawner> spawner_ = MakeSpawner(GetParam());
  Ended Run(RunRequest request) { return RunToEnd(*spawner_, std::move(request)); }
};
INSTANTIATE_TEST_SUITE_P(Ways, Wrap, ::testing::Values(Way::kOneShot, Way::kLauncher),
                         [](const auto& shown) {
                           return shown.param == Way::kOneShot ? "OneShot" : "Launcher";
                         });

TEST_P(Wrap, CodesAndStreamsPassThrough) {
  const Ended ended = Run(Wrapped(kBwrap, "echo out; echo err >&2; exit 42"));
  EXPECT_EQ(ended.outcome.end, End::kExited) << ended.outcome.error.Sentence();
  EXPECT_EQ(ended.outcome.code, 42);
  EXPECT_EQ(Out(ended), "out\n");
  EXPECT_EQ(ended.outcome.err.head, "err\n");
}

TEST_P(Wrap, SignalsAreTheTargets) {
  const Ended ended = Run(Wrapped(kBwrap, "kill -TERM $$"));
  EXPECT_EQ(ended.outcome.end, End::kSignaled);
  EXPECT_EQ(ended.outcome.signal, SIGTERM);
}

TEST_P(Wrap, TheTargetIsConfinedAndSeesThreeDescriptors) {
  const Ended ended = Run(
      Wrapped(kBwrap,
              "i=0; while [ $i -lt 100 ]; do [ -e /proc/$$/fd/$i ] && echo $i; i=$((i+1)); done; "
              "grep -E '^(CapEff|CapBnd|NoNewPrivs)' /proc/self/status; cat /proc/1/environ 2>&1 | "
              "head -c 40"));
  EXPECT_THAT(Out(ended), HasSubstr("0\n1\n2\nCapEff:\t0000000000000000\n"));
  EXPECT_THAT(Out(ended), HasSubstr("NoNewPrivs:\t1\n"));
  EXPECT_THAT(Out(ended), HasSubstr("Permission denied"));
}

TEST_P(Wrap, CommandsThatAreNotThere) {
  RunRequest request = Wrapped(kBwrap, "");
  request.launch.argv = {"no-such-command"};
  const Ended ended = Run(std::move(request));
  EXPECT_EQ(ended.outcome.end, End::kNotExecuted);
  EXPECT_EQ(ended.outcome.code, 127);
}

TEST_P(Wrap, AWrapperThatFailsIsClassified) {
  const Ended ended =
      Run(Wrapped({"/bin/sh", "-c", "echo no namespaces >&2; exit 9"}, "echo never"));
  EXPECT_EQ(ended.outcome.end, End::kNotStarted);
  EXPECT_EQ(ended.outcome.code, 125);
  EXPECT_TRUE(ended.outcome.try_next);
  EXPECT_THAT(ended.outcome.error.Sentence(), HasSubstr("no namespaces"));
  EXPECT_EQ(ended.outcome.err.head, "");
}

TEST_P(Wrap, AWrapperThatIsNotThere) {
  const Ended ended = Run(Wrapped({"/no/such/wrapper"}, "echo never"));
  EXPECT_EQ(ended.outcome.end, End::kNotStarted);
  EXPECT_TRUE(ended.outcome.try_next);
}

TEST_P(Wrap, DescriptorsOfThePlanAreOpenInTheWrapper) {
  const Ended ended = Run(Wrapped(
      {"/bin/sh", "-c", "readlink /proc/self/fd/10 >&2; readlink /proc/self/fd/11 >&2; exit 1"}, "",
      [](plugin::PlanBuilder& plan) {
        plan.AddFd(UniqueFd(open("/usr", O_PATH | O_CLOEXEC)));
        plan.AddFd(UniqueFd(open("/etc", O_PATH | O_CLOEXEC)));
      }));
  EXPECT_THAT(ended.outcome.error.Sentence(), HasSubstr("'/usr /etc '"));
}

TEST_P(Wrap, SignalReachesTheTargetAndADeadlineEndsAll) {
  const std::string mark = std::to_string(2000000 + getpid());
  sbx::Run* handle = nullptr;
  std::string seen;
  RunEvents events;
  events.output = [&](int, std::span<const char> bytes) {
    seen.append(bytes.data(), bytes.size());
    if (seen == "up\n")
      handle->Signal(SIGUSR1);
  };
  RunRequest request = Wrapped(kBwrap, "trap 'echo caught' USR1; (setsid sleep " + mark +
                                           " &); echo up; while :; do sleep 0.05; done");
  request.launch.timeout = std::chrono::milliseconds(1500);
  auto run = sbx::Run::Start(*spawner_, HelperPath(), std::move(request), std::move(events));
  ASSERT_TRUE(run);
  handle = run->get();
  EXPECT_EQ(handle->Wait().end, End::kTimedOut);
  EXPECT_EQ(seen, "up\ncaught\n");
  EXPECT_THAT(ProcessesWith(mark), IsEmpty());
}

// More than fit under the usual soft limit while they are moved; the limit that
// the command sees stays the caller's.
TEST_P(Wrap, HundredsOfDescriptors) {
  rlimit before{};
  getrlimit(RLIMIT_NOFILE, &before);
  rlimit tight = before;
  tight.rlim_cur = 1024;
  setrlimit(RLIMIT_NOFILE, &tight);
  const Ended ended =
      Run(Wrapped({"/bin/sh", "-c", "readlink /proc/self/fd/609 >&2; ulimit -n >&2; exit 1"}, "",
                  [](plugin::PlanBuilder& plan) {
                    for (int i = 0; i < 600; ++i)
                      plan.AddFd(UniqueFd(open("/usr", O_PATH | O_CLOEXEC)));
                  }));
  setrlimit(RLIMIT_NOFILE, &before);
  EXPECT_THAT(ended.outcome.error.Sentence(), HasSubstr("'/usr 1024 '"));
}

}  // namespace
}  // namespace sbx::test
