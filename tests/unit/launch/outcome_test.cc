// SPDX-License-Identifier: MIT
//
// How commands end, and what arrives of their output.
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/launch/support.hpp"

namespace sbx::test {
namespace {

using ::testing::HasSubstr;
using End = Outcome::End;

class Outcomes : public ::testing::TestWithParam<Way> {};
INSTANTIATE_TEST_SUITE_P(Ways, Outcomes, ::testing::Values(Way::kOneShot, Way::kLauncher),
                         [](const auto& shown) {
                           return shown.param == Way::kOneShot ? "OneShot" : "Launcher";
                         });

TEST_P(Outcomes, CodesPassThrough) {
  const auto spawner = MakeSpawner(GetParam());
  for (const int code : {0, 1, 42, 125, 126, 127, 255}) {
    RunRequest request;
    request.launch = Shell("exit " + std::to_string(code));
    const Ended ended = RunToEnd(*spawner, std::move(request));
    EXPECT_EQ(ended.outcome.end, End::kExited);
    EXPECT_EQ(ended.outcome.code, code);
  }
}

TEST_P(Outcomes, SignalsAre128More) {
  for (const int number : {SIGTERM, SIGSEGV, SIGKILL, SIGINT, SIGPIPE}) {
    const Ended ended =
        RunToEnd(GetParam(), Shell("ulimit -c 0; kill -" + std::to_string(number) + " $$"));
    EXPECT_EQ(ended.outcome.end, End::kSignaled);
    EXPECT_EQ(ended.outcome.signal, number);
    EXPECT_EQ(ended.outcome.code, 128 + number);
  }
}

TEST_P(Outcomes, StreamsAreKeptApart) {
  const Ended ended = RunToEnd(GetParam(), Shell("echo out; echo err >&2"));
  EXPECT_EQ(Out(ended), "out\n");
  EXPECT_EQ(ended.outcome.err.head, "err\n");
  EXPECT_EQ(ended.told.out, "out\n");
  EXPECT_EQ(ended.told.err, "err\n");
}

TEST_P(Outcomes, WhatIsNotThereIs127) {
  Launch launch = Shell("");
  launch.argv = {"no-such-command-anywhere"};
  Ended ended = RunToEnd(GetParam(), launch);
  EXPECT_EQ(ended.outcome.end, End::kNotExecuted);
  EXPECT_EQ(ended.outcome.code, 127);
  EXPECT_THAT(ended.outcome.error.Sentence(), HasSubstr("no-such-command-anywhere"));
  launch.argv = {"/no/such/path"};
  ended = RunToEnd(GetParam(), launch);
  EXPECT_EQ(ended.outcome.code, 127);
}

TEST_P(Outcomes, WhatMayNotBeExecutedIs126) {
  const Scratch scratch;
  Launch launch = Shell("");
  std::ofstream(scratch.path() + "/plain") << "#!/bin/sh\n";
  launch.argv = {"plain"};
  launch.env = {"PATH=/nowhere:" + scratch.path()};
  Ended ended = RunToEnd(GetParam(), launch);
  EXPECT_EQ(ended.outcome.end, End::kNotExecuted);
  EXPECT_EQ(ended.outcome.code, 126);
  launch.argv = {"/tmp"};
  EXPECT_EQ(RunToEnd(GetParam(), launch).outcome.code, 126);
}

TEST_P(Outcomes, ATextFileIsGivenToTheShell) {
  const Scratch scratch;
  std::ofstream(scratch.path() + "/text") << "echo \"$0:$1:$2\"\n";
  chmod((scratch.path() + "/text").c_str(), 0755);
  Launch launch = Shell("");
  launch.argv = {"text", "a", "b c"};
  launch.env = {"PATH=/nowhere::" + scratch.path()};
  const Ended ended = RunToEnd(GetParam(), launch);
  EXPECT_EQ(Out(ended), scratch.path() + "/text:a:b c\n");
}

TEST_P(Outcomes, AMissingDirectoryIsNotStarted) {
  Launch launch = Shell("echo never");
  launch.cwd = "/no/such/directory";
  const Ended ended = RunToEnd(GetParam(), launch);
  EXPECT_EQ(ended.outcome.end, End::kNotStarted);
  EXPECT_EQ(ended.outcome.code, 125);
  EXPECT_THAT(ended.outcome.error.Sentence(), HasSubstr("'/no/such/directory'"));
  EXPECT_EQ(Out(ended), "");
}

TEST_P(Outcomes, AHundredMegabytesAreKeptInConstantMemory) {
  Launch launch = Shell("echo start; head -c 104857600 /dev/zero | tr '\\0' x; echo; echo end");
  launch.keep = 4096;
  RunRequest request;
  request.launch = launch;
  const auto spawner = MakeSpawner(GetParam());
  rusage before{}, after{};
  getrusage(RUSAGE_SELF, &before);
  auto run = sbx::Run::Start(*spawner, HelperPath(), std::move(request), {});
  ASSERT_TRUE(run);
  const Outcome& outcome = (*run)->Wait();
  getrusage(RUSAGE_SELF, &after);
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.out.head.size(), 2048u);
  EXPECT_EQ(outcome.out.tail.size(), 2048u);
  EXPECT_EQ(outcome.out.head.substr(0, 8), "start\nxx");
  EXPECT_EQ(outcome.out.tail.substr(2048 - 6), "x\nend\n");
  EXPECT_EQ(outcome.out.dropped, 104857600u + 6 + 5 - 4096);
  EXPECT_LT(after.ru_maxrss - before.ru_maxrss, 4096);
}

TEST_P(Outcomes, OnlyTheStandardStreamsAreOpen) {
  const int leaked = open("/", O_RDONLY | O_DIRECTORY);  // without O_CLOEXEC
  ASSERT_GE(leaked, 0);
  const Ended ended =
      RunToEnd(GetParam(), Shell("i=0; while [ $i -lt 1024 ]; do [ -e /proc/$$/fd/$i ] && echo $i; "
                                 "i=$((i+1)); done; true"));
  close(leaked);
  EXPECT_EQ(Out(ended), "0\n1\n2\n");
}

TEST_P(Outcomes, SignalsAreReset) {
  struct sigaction old {};
  struct sigaction ignore {};
  ignore.sa_handler = SIG_IGN;
  sigaction(SIGUSR1, &ignore, &old);
  struct sigaction old_last {};
  sigaction(SIGRTMAX, &ignore, &old_last);
  sigset_t blocked, before;
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGUSR2);
  sigprocmask(SIG_BLOCK, &blocked, &before);
  Launch launch = Shell("");
  launch.argv = {"grep", "-E", "^Sig(Blk|Ign)", "/proc/self/status"};
  const Ended ended = RunToEnd(GetParam(), launch);
  sigprocmask(SIG_SETMASK, &before, nullptr);
  sigaction(SIGUSR1, &old, nullptr);
  sigaction(SIGRTMAX, &old_last, nullptr);
  EXPECT_EQ(Out(ended), "SigBlk:\t0000000000000000\nSigIgn:\t0000000000000000\n");
}

TEST_P(Outcomes, ASpawningThreadMayEnd) {
  const auto spawner = MakeSpawner(GetParam());
  std::unique_ptr<sbx::Run> run;
  std::thread([&] {
    RunRequest request;
    request.launch = Shell("sleep 0.3; echo lived");
    auto started = sbx::Run::Start(*spawner, HelperPath(), std::move(request), {});
    ASSERT_TRUE(started);
    run = std::move(*started);
  }).join();
  ASSERT_NE(run, nullptr);
  EXPECT_EQ(run->Wait().code, 0);
  EXPECT_EQ(run->outcome().out.head, "lived\n");
}

TEST_P(Outcomes, SixtyFourAtOnce) {
  const auto spawner = MakeSpawner(GetParam());
  std::vector<std::unique_ptr<sbx::Run>> runs;
  for (int i = 0; i < 64; ++i) {
    RunRequest request;
    request.launch = Shell("sleep 0.1; echo " + std::to_string(i) + "; exit " + std::to_string(i));
    auto started = sbx::Run::Start(*spawner, HelperPath(), std::move(request), {});
    ASSERT_TRUE(started) << started.error().Sentence();
    runs.push_back(std::move(*started));
  }
  for (int i = 0; i < 64; ++i) {
    EXPECT_EQ(runs[i]->Wait().code, i);
    EXPECT_EQ(runs[i]->outcome().out.head, std::to_string(i) + "\n");
  }
}

}  // namespace
}  // namespace sbx::test
