// SPDX-License-Identifier: MIT
//
// 1,000 runs, or as many as a minute holds, leave the same files, mounts,
// processes and descriptors as before.
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>

#include <gtest/gtest.h>

#include "tests/confine/harness.hpp"
#include "tests/confine/watch.hpp"

namespace sbx::confine {
namespace {

using Clock = std::chrono::steady_clock;
constexpr int kRuns = 1000;
constexpr std::chrono::seconds kPatience{60};

// Leaves an orphan in a session of its own, a file, and ends.
constexpr const char* kCommand = "setsid sleep 600 >/dev/null 2>&1 & echo x > written; exit 7";

class Leaks : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    bench_ = MakeBench();
    ASSERT_NE(bench_, nullptr);
    SBX_NEED_RUNNER(*bench_, GetParam());
    workspace_ = bench_->lab->folder() + "/bare";
    temp_ = bench_->lab->folder() + "/own-temp";
    std::filesystem::create_directory(temp_);
    setenv("TMPDIR", temp_.c_str(), 1);  // NOLINT(concurrency-mt-unsafe)
    bench_->around.tmpdir = temp_;
    AdoptOrphans();
  }

  // The engine's launcher and the lab's companion are children as well.
  void ExpectNoProcess() {
    bench_.reset();
    for (const std::string& one : Survivors(std::chrono::seconds(5)))
      ADD_FAILURE() << one;
  }

  std::unique_ptr<Bench> bench_;  // of each case its own: the library's is taken apart
  std::string workspace_, temp_;
};

TEST_P(Leaks, OfTheProgram) {
  const std::string program = Program(*bench_);
  ASSERT_TRUE(std::filesystem::exists(program)) << program;
  const std::string before = HostState(temp_);
  const auto start = Clock::now();
  int runs = 0;
  for (; runs < kRuns && Clock::now() - start < kPatience; ++runs) {
    const std::vector<std::string> argv = {
        program, "--runner", GetParam(), "--tmp", runs % 2 == 0 ? "private" : "shared",
        "--",    "/bin/sh",  "-c",       kCommand};
    const pid_t pid = StartQuiet(argv, workspace_);
    ASSERT_GT(pid, 0);
    int status = 0;
    ASSERT_EQ(waitpid(pid, &status, 0), pid);
    ASSERT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 7) << "run " << runs << ": " << status;
  }
  std::printf("%d runs\n", runs);
  EXPECT_GT(runs, 50);
  EXPECT_EQ(HostState(temp_), before);
  EXPECT_EQ(NamesBelow(workspace_), workspace_ + "/written\n");
  ExpectNoProcess();
}

TEST_P(Leaks, OfTheLibrary) {
  Policy policy;
  policy.workspace = workspace_;
  policy.workspace_named = true;
  Launch launch;
  launch.argv = {"/bin/sh", "-c", kCommand};
  launch.env = {"PATH=/usr/bin:/bin"};
  launch.cwd = workspace_;
  launch.in.kind = Stream::Kind::kNull;
  launch.out.kind = Stream::Kind::kCapture;
  launch.err.kind = Stream::Kind::kCapture;
  const auto once = [&](Tmp tmp) {
    policy.tmp = tmp;
    auto confined = ConfineWith(*bench_->engine, GetParam(), bench_->around)(policy, launch);
    ASSERT_TRUE(confined) << confined.error().Sentence();
    ASSERT_EQ(confined->outcome.code, 7) << confined->outcome.err.head;
  };
  // What an engine keeps (its launcher, as many profiles as it holds) is there after these.
  for (int i = 0; i < 40; ++i) {
    once(i % 2 == 0 ? Tmp::kPrivate : Tmp::kShared);
    if (HasFatalFailure())
      return;
  }
  const std::string before = HostState(temp_);
  const auto start = Clock::now();
  int runs = 0;
  for (; runs < kRuns && Clock::now() - start < kPatience; ++runs) {
    once(runs % 2 == 0 ? Tmp::kPrivate : Tmp::kShared);
    if (HasFatalFailure())
      return;
  }
  std::printf("%d runs\n", runs);
  EXPECT_GT(runs, 50);
  EXPECT_EQ(HostState(temp_), before);
  EXPECT_EQ(NamesBelow(workspace_), workspace_ + "/written\n");
  ExpectNoProcess();
}

INSTANTIATE_TEST_SUITE_P(Runs, Leaks, ::testing::Values("landlock", "bwrap"),
                         [](const auto& one) { return std::string(one.param); });

}  // namespace
}  // namespace sbx::confine
