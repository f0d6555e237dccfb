// SPDX-License-Identifier: MIT
//
// kill -9 of sbx at 200 random moments: no process and no file is left.
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <random>
#include <thread>

#include <gtest/gtest.h>

#include "tests/confine/harness.hpp"
#include "tests/confine/watch.hpp"

namespace sbx::confine {
namespace {

constexpr int kMoments = 100;  // for each of the two runners
constexpr unsigned kLongest = 60000;  // microseconds: well after the command has started

class Kill9 : public ::testing::TestWithParam<const char*> {};

TEST_P(Kill9, LeavesNothing) {
  auto bench = MakeBench();
  ASSERT_NE(bench, nullptr);
  const std::string runner = GetParam();
  SBX_NEED_RUNNER(*bench, runner);
  const std::string program = Program(*bench);
  ASSERT_TRUE(std::filesystem::exists(program)) << program;
  const std::string folder = bench->lab->folder();
  const std::string workspace = folder + "/bare";
  bench->engine.reset();  // its launcher would be a child that stays
  bench->lab.reset();
  std::filesystem::create_directories(workspace);
  AdoptOrphans();

  const char* given = std::getenv("SBX_SEED");  // NOLINT(concurrency-mt-unsafe)
  const unsigned seed = given != nullptr ? std::strtoul(given, nullptr, 10) : std::random_device{}();
  std::printf("SBX_SEED=%u\n", seed);
  std::mt19937 random(seed);
  std::vector<std::string> argv = {program, "--runner", runner, "--tmp", "private"};
  if (runner == "bwrap") argv.insert(argv.end(), {"--deny-write", "absent/file"});
  argv.insert(argv.end(), {"--", "/bin/sh", "-c",
                           "setsid sleep 600 & sleep 600 & echo x > $TMPDIR/x; echo x > written; "
                           "wait"});
  const std::string before = HostState();
  int started = 0;
  for (int i = 0; i < kMoments; ++i) {
    std::filesystem::remove(workspace + "/written");
    const pid_t pid = StartQuiet(argv, workspace);
    ASSERT_GT(pid, 0);
    std::this_thread::sleep_for(std::chrono::microseconds(random() % kLongest));
    kill(pid, SIGKILL);
    for (const std::string& one : Survivors(std::chrono::seconds(10))) {
      ADD_FAILURE() << "moment " << i << ": " << one << " is left";
    }
    const bool written = std::filesystem::exists(workspace + "/written");
    started += written ? 1 : 0;
    ASSERT_EQ(NamesBelow(workspace), written ? workspace + "/written\n" : "") << "moment " << i;
    ASSERT_EQ(HostState(), before) << "moment " << i;
  }
  std::printf("in %d of %d the command had started\n", started, kMoments);
  std::filesystem::remove_all(folder);
  EXPECT_GT(started, 0) << "all moments were before the command";
}

INSTANTIATE_TEST_SUITE_P(Moments, Kill9, ::testing::Values("landlock", "bwrap"),
                         [](const auto& one) { return std::string(one.param); });

}  // namespace
}  // namespace sbx::confine
