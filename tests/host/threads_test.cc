// SPDX-License-Identifier: MIT
//
// One engine and one policy from many threads.
#include <signal.h>

#include <atomic>
#include <thread>

#include "tests/host/workspace.hpp"

namespace sbx::host {
namespace {

TEST_F(Workspace, IsUsedFromManyThreads) {
  std::atomic<int> right{0};
  std::vector<std::jthread> threads;
  for (int thread = 0; thread < 16; ++thread) {
    threads.emplace_back([&, thread] {
      for (int i = 0; i < 8; ++i) {
        // Every other one resolves a policy of its own.
        auto own = engine_->Resolve(Wanted());
        if (!own)
          continue;
        const std::string word = std::to_string(thread) + "-" + std::to_string(i);
        std::string heard;
        Handlers handlers;
        handlers.output = [&](int, std::string_view bytes) { heard += bytes; };
        auto run = engine_->Start(i % 2 == 0 ? *policy_ : *own, Shell("echo " + word), handlers);
        if (!run)
          continue;
        const Outcome& outcome = (*run)->Wait();
        auto judged = Check(*own, Access::kWrite, folder_);
        if (outcome.code == 0 && heard == word + "\n" && judged && !judged->allowed)
          ++right;
      }
    });
  }
  threads.clear();
  EXPECT_EQ(right, 16 * 8);
}

// A command does not end because the thread that asked for it does.
TEST_F(Workspace, OutlivesTheThreadThatStartedIt) {
  std::unique_ptr<host::Run> run;
  std::jthread([&] { run = Start(Shell("sleep 0.3; exit 9")); }).join();
  ASSERT_NE(run, nullptr);
  EXPECT_EQ(run->Wait().code, 9);
}

TEST_F(Workspace, IsKilledFromAnotherThread) {
  const auto run = Start(Shell("setsid sleep 600 & echo $! > pid; wait"));
  ASSERT_NE(run, nullptr);
  std::jthread killer([&] {
    NumberIn(workspace_ + "/pid");
    run->Kill();
  });
  EXPECT_EQ(run->Wait().end, Outcome::End::kKilled);
  killer.join();
  run->Kill();  // over: nothing
  EXPECT_EQ(run->outcome().code, 137);
}

TEST_F(Workspace, IsKilledByItsHandler) {
  host::Run* at = nullptr;
  int exits = 0;
  Handlers handlers;
  handlers.output = [&](int, std::string_view) { at->Kill(); };
  handlers.exit = [&](const Outcome&) { ++exits; };
  const auto run = Start(Shell("echo now; sleep 600"), handlers);
  ASSERT_NE(run, nullptr);
  at = run.get();
  EXPECT_EQ(run->Wait().end, Outcome::End::kKilled);
  EXPECT_EQ(exits, 1);
}

TEST_F(Workspace, HearsASignal) {
  host::Run* at = nullptr;
  Handlers handlers;
  handlers.output = [&](int, std::string_view bytes) {
    if (bytes.find("ready") != std::string_view::npos)
      at->Signal(SIGUSR1);
  };
  const auto run =
      Start(Shell("trap 'exit 6' USR1; echo ready; while :; do sleep 0.1; done"), handlers);
  ASSERT_NE(run, nullptr);
  at = run.get();
  EXPECT_EQ(run->Wait().code, 6);
}

}  // namespace
}  // namespace sbx::host
