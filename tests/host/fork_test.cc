// SPDX-License-Identifier: MIT
//
// A host that forks while runs go on: its child holds a copy of every descriptor,
// which may neither keep a run or an engine from ending nor a tree alive.
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <thread>

#include "tests/host/workspace.hpp"

namespace sbx::host {
namespace {

// A child that holds what this process had, until it is ended.
class Fork {
 public:
  Fork() : pid_(fork()) {
    if (pid_ != 0)
      return;
    for (;;)
      pause();
  }
  ~Fork() {
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
  }

 private:
  pid_t pid_;
};

TEST_F(Workspace, EndsWhileAForkHoldsItsDescriptors) {
  // It closes its output and misses its deadline: what is over stays quiet, so
  // that a poll loop sleeps.
  Launch launch = Shell("echo said; exec >&- 2>&-; sleep 600");
  launch.timeout = std::chrono::seconds(1);
  const auto run = Start(std::move(launch));
  ASSERT_NE(run, nullptr);
  const Fork held;
  int calls = 0;
  while (!run->finished()) {
    pollfd entry = {run->poll_fd(), POLLIN, 0};
    ASSERT_EQ(poll(&entry, 1, 30000), 1);
    run->Dispatch();
    ++calls;
  }
  EXPECT_EQ(run->outcome().end, Outcome::End::kTimedOut);
  EXPECT_LT(calls, 50);
  pollfd entry = {run->poll_fd(), POLLIN, 0};
  EXPECT_EQ(poll(&entry, 1, 0), 0);
}

TEST_F(Workspace, IsDestroyedWhileAForkHoldsItsDescriptors) {
  auto run = Start(Shell("setsid sleep 600 & sleep 600"));
  ASSERT_NE(run, nullptr);
  const Fork held;
  const auto begun = std::chrono::steady_clock::now();
  run.reset();
  policy_.reset();
  engine_.reset();  // waits for the launcher
  EXPECT_LT(std::chrono::steady_clock::now() - begun, std::chrono::seconds(9));
}

TEST_F(Workspace, StartsCommandsAfterAFork) {
  ASSERT_EQ(RunShell("exit 2").code, 2);
  const Fork held;
  for (int i = 0; i < 5; ++i)
    EXPECT_EQ(RunShell("exit 2").code, 2);
}

// The processes that this thread has started, as text.
std::string Children() {
  std::ifstream file("/proc/thread-self/children");
  return {std::istreambuf_iterator<char>(file), {}};
}

// A fork that ends in an orderly way destroys a copy of the engine.
TEST_F(Workspace, IsNotEndedByAForkThatDestroysItsCopy) {
  ASSERT_EQ(RunShell("exit 2").code, 2);
  const std::string launcher = Children();
  EXPECT_NE(launcher, "");
  const pid_t pid = fork();
  if (pid == 0) {
    policy_.reset();
    engine_.reset();
    _exit(0);
  }
  int status = 0;
  ASSERT_EQ(waitpid(pid, &status, 0), pid);
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(RunShell("exit 2").code, 2);
  EXPECT_EQ(Children(), launcher) << "it had to be started again";
}

// Starts a command that writes its heartbeat to `beat`, forks, tells the pid of the
// fork and waits. Never returns.
[[noreturn]] void BeHost(const EngineOptions& options, const Policy& wanted, int tell_fd) {
  auto engine = Engine::Make(options);
  if (!engine)
    _exit(1);
  auto policy = (*engine)->Resolve(wanted);
  if (!policy)
    _exit(1);
  Launch launch;
  launch.argv = {"sh", "-c", "i=0; while :; do i=$((i + 1)); echo $i > beat; sleep 0.1; done"};
  auto run = (*engine)->Start(*policy, launch);
  if (!run)
    _exit(1);
  const pid_t holder = fork();
  while (holder == 0)
    pause();
  if (write(tell_fd, &holder, sizeof holder) != sizeof holder)
    _exit(1);
  (*run)->Wait();
  _exit(1);
}

// The host is killed, its fork lives on: the tree is ended all the same.
TEST_F(Workspace, EndsTheTreeOfAKilledHostWhoseForkLives) {
  policy_.reset();
  engine_.reset();
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  const pid_t host = fork();
  if (host == 0)
    BeHost(Options(), Wanted(), ends[1]);
  close(ends[1]);
  pid_t holder = 0;
  ASSERT_EQ(read(ends[0], &holder, sizeof holder), static_cast<ssize_t>(sizeof holder));
  const std::string beat = workspace_ + "/beat";
  const int first = NumberIn(beat);
  std::this_thread::sleep_for(std::chrono::milliseconds(500));
  EXPECT_GT(NumberIn(beat), first) << "it does not run";

  kill(host, SIGKILL);
  waitpid(host, nullptr, 0);
  bool ended = false;
  for (int i = 0; i < 10 && !ended; ++i) {
    const auto before = std::filesystem::last_write_time(beat);
    std::this_thread::sleep_for(std::chrono::seconds(1));
    ended = std::filesystem::last_write_time(beat) == before;
  }
  EXPECT_TRUE(ended);
  EXPECT_EQ(kill(holder, 0), 0) << "the fork did not live on";
  kill(holder, SIGKILL);
  close(ends[0]);
}

}  // namespace
}  // namespace sbx::host
