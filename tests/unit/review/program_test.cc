// SPDX-License-Identifier: MIT
//
// What a program gets, and how it ends, whatever it does about it.
#include "core/platform/program.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>

#include <thread>

#include <gmock/gmock.h>

#include "tests/unit/review/program_folder.hpp"

namespace sbx {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;
using ::testing::HasSubstr;
using How = ProgramEnd::How;

class Program : public ::testing::Test {
 protected:
  Result<ProgramEnd> Run(const std::string& script, milliseconds patience = milliseconds(20000),
                         const std::stop_token& stop = {}, std::string_view input = "question") {
    const auto plugin = folder_.Add("p", "sbx.reviewer/1", script);
    if (!plugin)
      return plugin.failure();
    return RunProgram({plugin->program.get(),
                       plugin->file,
                       {"PATH=/usr/bin:/bin", "ONE=1"},
                       input,
                       patience,
                       1000},
                      stop);
  }
  ProgramFolder folder_;
};

TEST_F(Program, GetsItsStreamsItselfAndNothingElse) {
  const UniqueFd leaked(open("/dev/null", O_RDONLY));  // not close-on-exec
  const auto end = Run("cat; echo; ls /proc/self/fd | tr '\\n' ' '; pwd; env | sort; echo no >&2");
  ASSERT_TRUE(end) << end.error().Sentence();
  EXPECT_EQ(end->how, How::kExited);
  EXPECT_EQ(end->status, 0);
  // 4 is the list that `ls` has open itself, or the script that the shell reads.
  EXPECT_THAT(end->output,
              ::testing::MatchesRegex("question\n0 1 2 3 4 (5 |10 )?/\n(_=.*\n)?ONE=1\n"
                                      "PATH=/usr/bin:/bin\nPWD=/\n(_=.*\n)?"));
  EXPECT_EQ(end->errors, "no\n");
}

TEST_F(Program, EndsAsItEnds) {
  EXPECT_EQ(Run("exit 3")->status, 3);
  const auto killed = Run("kill -9 $$");
  EXPECT_EQ(killed->how, How::kSignaled);
  EXPECT_EQ(killed->status, SIGKILL);
  // It may ignore its question, however long that is.
  const std::string question(4 << 20, 'q');
  EXPECT_EQ(Run("exit 0", milliseconds(20000), {}, question)->how, How::kExited);
  EXPECT_EQ(Run("wc -c", milliseconds(20000), {}, question)->output, "4194304\n");
}

TEST_F(Program, ThatCannotBeExecutedIsSaid) {
  const auto plugin = folder_.Add("q", "sbx.reviewer/1", "exit 0");
  chmod((folder_.path() + "/q").c_str(), 0644);
  const auto end =
      RunProgram({plugin->program.get(), plugin->file, {}, {}, milliseconds(20000), 10}, {});
  ASSERT_FALSE(end);
  EXPECT_THAT(end.error().Sentence(), HasSubstr("Permission denied; run: chmod u+x /"));
}

// A name that now leads to another program does not change what is executed.
TEST_F(Program, IsTheObjectThatWasJudged) {
  const auto plugin = folder_.Add("r", "sbx.reviewer/1", "echo judged");
  std::filesystem::remove(folder_.path() + "/r");
  ASSERT_TRUE(folder_.Add("r", "sbx.reviewer/1", "echo other"));
  const auto end = RunProgram(
      {plugin->program.get(), plugin->file, {"PATH=/bin"}, {}, milliseconds(20000), 100}, {});
  ASSERT_TRUE(end) << end.error().Sentence();
  EXPECT_EQ(end->output, "judged\n");
}

bool Lives(const std::string& marker) {
  return std::system(("pgrep -f '^sleep " + marker + "' >/dev/null").c_str()) == 0;
}

struct Ending {
  const char* name;
  const char* after;
  How how;
};

class Leaves : public Program, public ::testing::WithParamInterface<Ending> {};

// A process in a session of its own, whose parent is gone, dies all the same.
TEST_P(Leaves, NothingBehind) {
  const std::string marker =
      "97" + std::to_string(getpid()) + std::to_string(GetParam().how == How::kExited);
  const auto begin = steady_clock::now();
  std::stop_source source;
  const std::jthread stopper([&](const std::stop_token& over) {
    for (int i = 0; i < 100 && !over.stop_requested(); ++i)
      std::this_thread::sleep_for(milliseconds(10));
    if (GetParam().how == How::kStopped)
      source.request_stop();
  });
  const auto end = Run("(setsid sh -c 'sleep " + marker + " & :' &)\nwhile ! pgrep -f '^sleep " +
                           marker + "' >/dev/null; do :; done\n" + GetParam().after,
                       GetParam().how == How::kTimedOut ? milliseconds(1500) : milliseconds(20000),
                       source.get_token());
  ASSERT_TRUE(end) << end.error().Sentence();
  EXPECT_EQ(end->how, GetParam().how);
  EXPECT_FALSE(Lives(marker));
  EXPECT_LT(steady_clock::now() - begin, milliseconds(10000));
}

INSTANTIATE_TEST_SUITE_P(All, Leaves,
                         ::testing::Values(Ending{"ended", "exit 0", How::kExited},
                                           Ending{"late", "sleep 100", How::kTimedOut},
                                           Ending{"unwanted", "sleep 100", How::kStopped},
                                           Ending{"flood", "cat /dev/zero", How::kTooMuch},
                                           Ending{"deaf", "trap '' 1 2 3 15; sleep 100",
                                                  How::kTimedOut}),
                         [](const auto& one) { return std::string(one.param.name); });

std::atomic<int> children_heard{0};

TEST_F(Program, IsNoChildOfTheHost) {
  struct sigaction hear {};
  struct sigaction before {};
  hear.sa_handler = [](int) { ++children_heard; };
  sigaction(SIGCHLD, &hear, &before);
  EXPECT_EQ(Run("exit 0")->how, How::kExited);
  EXPECT_EQ(children_heard, 0);
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1);
  EXPECT_EQ(errno, ECHILD);
  sigaction(SIGCHLD, &before, nullptr);
}

}  // namespace
}  // namespace sbx
