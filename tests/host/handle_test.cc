// SPDX-License-Identifier: MIT
//
// The handle of a run: one descriptor, events in Dispatch only, its end, and who
// keeps what alive.
#include <poll.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "tests/host/workspace.hpp"

namespace sbx::host {
namespace {

bool Readable(int fd, int ms) {
  pollfd entry = {fd, POLLIN, 0};
  return poll(&entry, 1, ms) > 0;
}

TEST_F(Workspace, TellsNothingOutsideOfDispatch) {
  int events = 0;
  Handlers handlers;
  handlers.output = [&](int, std::string_view) { ++events; };
  handlers.exit = [&](const Outcome&) { ++events; };
  const auto run = Start(Shell("echo said"), handlers);
  ASSERT_NE(run, nullptr);
  ASSERT_TRUE(Readable(run->poll_fd(), 10000));
  EXPECT_EQ(events, 0);
  EXPECT_FALSE(run->finished());
  while (!run->finished()) {
    ASSERT_TRUE(Readable(run->poll_fd(), 10000));
    run->Dispatch();
  }
  EXPECT_EQ(events, 2);
  EXPECT_FALSE(Readable(run->poll_fd(), 0));
  EXPECT_EQ(run->outcome().out.head, "said\n");
}

TEST_F(Workspace, WaitsForAsLongAsItIsTold) {
  const auto run = Start(Shell("sleep 600"));
  ASSERT_NE(run, nullptr);
  EXPECT_FALSE(run->WaitFor(std::chrono::milliseconds(50)));
  run->Kill();
  EXPECT_TRUE(run->WaitFor(std::chrono::seconds(30)));
}

TEST_F(Workspace, ConfinesAndNamesWhat) {
  const auto run = Start(Shell("echo x > inside && echo x > ../outside"));
  ASSERT_NE(run, nullptr);
  EXPECT_NE(run->Wait().code, 0);
  EXPECT_TRUE(std::filesystem::exists(workspace_ + "/inside"));
  EXPECT_FALSE(std::filesystem::exists(folder_ + "/outside"));
  bool found = false;
  for (const Enforcement& entry : run->enforcement()) {
    if (entry.name != "fs.write")
      continue;
    found = true;
    EXPECT_EQ(entry.restriction, SBX_FS_WRITE);
    EXPECT_EQ(entry.level, Level::kFull);
    EXPECT_NE(entry.mechanism, "");
  }
  EXPECT_TRUE(found);
  auto status = engine_->StatusOf(*policy_);
  ASSERT_TRUE(status);
  EXPECT_EQ(status->runner, run->runner());
}

// The host, and whoever else is on the machine, is not the sandbox's business.
TEST_F(Workspace, Y45_OnlyWhatIsStartedThroughItIsConfined) {
  const auto run = Start(Shell("until [ -e go ]; do sleep 0.02; done; echo x > ../outside"));
  ASSERT_NE(run, nullptr);
  std::ofstream(folder_ + "/outside") << "host";
  EXPECT_EQ(std::system(("echo other >> '" + folder_ + "/outside'").c_str()), 0);
  std::ofstream(workspace_ + "/go") << "";
  EXPECT_NE(run->Wait().code, 0);
  std::string held;
  std::getline(std::ifstream(folder_ + "/outside"), held);
  EXPECT_EQ(held, "hostother");
}

TEST_F(Workspace, OutlivesItsEngineAndPolicy) {
  const auto run = Start(Shell("sleep 0.2; exit 4"));
  ASSERT_NE(run, nullptr);
  policy_.reset();
  engine_.reset();
  EXPECT_EQ(run->Wait().code, 4);
}

TEST_F(Workspace, EndsTheTreeWhenItIsDestroyed) {
  auto run = Start(Shell("setsid sleep 600 & echo $! > pid; wait"));
  ASSERT_NE(run, nullptr);
  NumberIn(workspace_ + "/pid");
  const auto begun = std::chrono::steady_clock::now();
  run.reset();
  EXPECT_LT(std::chrono::steady_clock::now() - begun, std::chrono::seconds(9));
  EXPECT_EQ(RunShell("exit 0").code, 0);  // the engine goes on
}

TEST_F(Workspace, TakesTheNextRunnerAndKeepsItsDescriptor) {
  auto landlock = engine_->StatusOf(*policy_, "landlock");
  if (!landlock) {
    const char* expected = std::getenv("SBX_EXPECT");  // NOLINT(concurrency-mt-unsafe)
    ASSERT_EQ(std::string(expected == nullptr ? "" : expected).find("landlock="), std::string::npos)
        << landlock.error().Sentence();
    GTEST_SKIP() << landlock.error().Sentence();
  }
  EngineOptions options = Options();
  options.order = {"nonsense", "bwrap", "landlock"};
  // A wrapper that ends before it has executed anything, which is seen in Dispatch.
  options.settings["bwrap"] = {{"program", "/bin/false"}};
  auto engine = Engine::Make(options);
  ASSERT_TRUE(engine) << engine.error().Sentence();
  int exits = 0;
  Handlers handlers;
  handlers.exit = [&](const Outcome&) { ++exits; };
  auto run = (*engine)->Start(*policy_, Shell("exit 3"), handlers);
  ASSERT_TRUE(run) << run.error().Sentence();
  const int fd = (*run)->poll_fd();
  while (!(*run)->finished()) {
    ASSERT_TRUE(Readable(fd, 10000));
    (*run)->Dispatch();
  }
  EXPECT_EQ((*run)->outcome().code, 3) << (*run)->outcome().error.Sentence();
  EXPECT_EQ((*run)->runner(), "landlock");
  EXPECT_EQ((*run)->poll_fd(), fd);
  EXPECT_EQ(exits, 1);

  options.order = {"nonsense", "bwrap"};
  engine = Engine::Make(options);
  ASSERT_TRUE(engine);
  run = (*engine)->Start(*policy_, Shell("exit 3"));
  const std::string why = run ? (*run)->Wait().error.Sentence() : run.error().Sentence();
  EXPECT_NE(why.find("nonsense"), std::string::npos) << why;
  EXPECT_NE(why.find("bwrap: "), std::string::npos) << why;
}

TEST_F(Workspace, KeepsHeadAndTail) {
  Launch launch = Shell("i=0; while [ $i -lt 20000 ]; do echo $i; i=$((i + 1)); done");
  launch.keep = 1000;
  const auto run = Start(std::move(launch));
  ASSERT_NE(run, nullptr);
  const Outcome& outcome = run->Wait();
  EXPECT_EQ(outcome.out.head.size(), 500u);
  EXPECT_EQ(outcome.out.tail.substr(outcome.out.tail.size() - 6), "19999\n");
  EXPECT_GT(outcome.out.dropped, 100000u);
}

TEST_F(Workspace, CarriesItsContext) {
  Launch launch = Shell("true");
  launch.context = {"s", "p", "r", "t", "user"};
  const auto run = Start(std::move(launch));
  ASSERT_NE(run, nullptr);
  run->Wait();
  EXPECT_EQ(run->context().parent_session, "p");
  EXPECT_EQ(run->context().origin, "user");
}

}  // namespace
}  // namespace sbx::host
