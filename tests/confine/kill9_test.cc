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
#include <system_error>
#include <thread>

#include <gtest/gtest.h>

#include "tests/confine/harness.hpp"
#include "tests/confine/watch.hpp"

namespace sbx::confine {
namespace {

constexpr int kMoments = 100;  // for each of the two runners

// How long until the command has written its file, on this machine as it is now.
std::chrono::microseconds TimeToStart(const std::vector<std::string>& argv,
                                      const std::string& workspace) {
  const auto start = std::chrono::steady_clock::now();
  const pid_t pid = StartQuiet(argv, workspace);
  auto took = std::chrono::steady_clock::duration::zero();
  while (took < std::chrono::seconds(20) && !std::filesystem::exists(workspace + "/written")) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    took = std::chrono::steady_clock::now() - start;
  }
  kill(pid, SIGKILL);
  for (const std::string& one : Survivors(std::chrono::seconds(10))) {
    ADD_FAILURE() << one << " is left";
  }
  return std::chrono::duration_cast<std::chrono::microseconds>(took);
}

struct Folder {
  explicit Folder(std::string at) : path(std::move(at)) {}
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path, ignored);
  }
  std::string path;
};

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
  const Folder place(folder);
  std::filesystem::create_directories(workspace);  // the lab is gone, its place is taken
  const std::string temp = folder + "/own-temp";
  std::filesystem::create_directories(temp);
  setenv("TMPDIR", temp.c_str(), 1);  // NOLINT(concurrency-mt-unsafe)
  AdoptOrphans();

  const char* given = std::getenv("SBX_SEED");  // NOLINT(concurrency-mt-unsafe)
  const unsigned seed =
      given != nullptr ? std::strtoul(given, nullptr, 10) : std::random_device{}();
  std::printf("SBX_SEED=%u\n", seed);
  std::mt19937 random(seed);
  std::vector<std::string> argv = {program, "--runner", runner, "--tmp", "private"};
  if (runner == "bwrap")
    argv.insert(argv.end(), {"--deny-write", "absent/file"});
  argv.insert(argv.end(), {"--", "/bin/sh", "-c",
                           "setsid sleep 600 & sleep 600 & echo x > $TMPDIR/x; echo x > written; "
                           "wait"});
  const std::string before = HostState(temp);
  const auto typical = TimeToStart(argv, workspace);
  ASSERT_LT(typical, std::chrono::seconds(20)) << "the command does not start";
  const auto longest = static_cast<unsigned>(2 * typical.count());
  int started = 0;
  for (int i = 0; i < kMoments; ++i) {
    std::filesystem::remove(workspace + "/written");
    const pid_t pid = StartQuiet(argv, workspace);
    ASSERT_GT(pid, 0);
    std::this_thread::sleep_for(std::chrono::microseconds(random() % longest));
    kill(pid, SIGKILL);
    for (const std::string& one : Survivors(std::chrono::seconds(10))) {
      ADD_FAILURE() << "moment " << i << ": " << one << " is left";
    }
    const bool written = std::filesystem::exists(workspace + "/written");
    started += written ? 1 : 0;
    EXPECT_EQ(NamesBelow(workspace), written ? workspace + "/written\n" : "") << "moment " << i;
    EXPECT_EQ(HostState(temp), before) << "moment " << i;
    if (HasFailure())
      break;
  }
  std::printf("in %d of %d the command had started\n", started, kMoments);
  EXPECT_GT(started, 0) << "all moments were before the command";
}

INSTANTIATE_TEST_SUITE_P(Moments, Kill9, ::testing::Values("landlock", "bwrap"),
                         [](const auto& one) { return std::string(one.param); });

}  // namespace
}  // namespace sbx::confine
