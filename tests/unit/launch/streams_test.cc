// SPDX-License-Identifier: MIT
//
// Streams that the command inherits: what it sets on them is undone.
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include <cstdlib>

#include <gtest/gtest.h>

#include "tests/unit/launch/support.hpp"

namespace sbx::test {
namespace {

// dd sets flags on the streams that it is given, and on nothing else.
constexpr char kUnblockInput[] =
    "dd iflag=nonblock count=0 status=none; grep ^flags: /proc/self/fdinfo/0";
constexpr char kAppendOutput[] = "dd oflag=append,nonblock conv=notrunc count=0 status=none";

RunRequest WithInherited(const std::string& script, int stream) {
  RunRequest request;
  request.launch = Shell(script);
  (stream == 0 ? request.launch.in : request.launch.out).kind = Stream::Kind::kInherit;
  return request;
}

int FlagsOf(int fd) {
  return fcntl(fd, F_GETFL) & (O_APPEND | O_NONBLOCK);
}

class Streams : public ::testing::TestWithParam<Way> {};
INSTANTIATE_TEST_SUITE_P(Ways, Streams, ::testing::Values(Way::kOneShot, Way::kLauncher),
                         [](const auto& shown) {
                           return shown.param == Way::kOneShot ? "OneShot" : "Launcher";
                         });

TEST_P(Streams, InputThatWasMadeNonBlockingBlocksAgain) {
  EXPECT_EQ(InChild([&] {
              int ends[2];
              if (pipe(ends) != 0 || dup2(ends[0], 0) != 0)
                return 90;
              const auto spawner = MakeSpawner(GetParam());
              const Ended ended = RunToEnd(*spawner, WithInherited(kUnblockInput, 0));
              if (Out(ended).find("04000") == std::string::npos)
                return 1;  // the control
              return FlagsOf(0) == 0 ? 0 : 2;
            }),
            0);
}

TEST_P(Streams, AFlagThatWasSetBeforeIsSetAgain) {
  EXPECT_EQ(InChild([&] {
              int ends[2];
              if (pipe(ends) != 0 || dup2(ends[0], 0) != 0)
                return 90;
              fcntl(0, F_SETFL, O_NONBLOCK);
              const auto spawner = MakeSpawner(GetParam());
              const std::string block = "import fcntl; fcntl.fcntl(0, fcntl.F_SETFL, 0)";
              const Ended ended =
                  RunToEnd(*spawner, WithInherited("/usr/bin/python3 -SEc '" + block +
                                                       "'; grep ^flags: /proc/self/fdinfo/0",
                                                   0));
              if (Out(ended).find("04000") != std::string::npos)
                return 1;
              return FlagsOf(0) == O_NONBLOCK ? 0 : 2;
            }),
            0);
}

TEST_P(Streams, OutputIsPutBackWhereAJobOfTheCommandChangedIt) {
  EXPECT_EQ(InChild([&] {
              const Scratch scratch;
              const int file = open((scratch.path() + "/out").c_str(), O_RDWR | O_CREAT, 0600);
              if (file < 0 || dup2(file, 1) != 1)
                return 90;
              const auto spawner = MakeSpawner(GetParam());
              const std::string job =
                  std::string("(") + kAppendOutput + "; grep ^flags: /proc/self/fdinfo/1)";
              const Ended ended = RunToEnd(*spawner, WithInherited(job + " & wait", 1));
              if (ended.outcome.code != 0)
                return 1;
              char text[64] = {};
              if (pread(file, text, sizeof text - 1, 0) <= 0)
                return 2;
              if (std::string(text).find("06") == std::string::npos)
                return 3;  // the control: 02000 | 04000
              return FlagsOf(file) == 0 ? 0 : 4;
            }),
            0);
}

// Not the controlling one, or not shared: --tty off.
TEST_P(Streams, ModesOfATerminalThatIsNotSharedArePutBack) {
  EXPECT_EQ(InChild([&] {
              const int master = posix_openpt(O_RDWR | O_NOCTTY);
              if (master < 0 || grantpt(master) != 0 || unlockpt(master) != 0)
                return 90;
              const int tty = open(ptsname(master), O_RDWR | O_NOCTTY);
              if (tty < 0 || dup2(tty, 0) != 0)
                return 91;
              const auto spawner = MakeSpawner(GetParam());
              const Ended ended = RunToEnd(*spawner, WithInherited("stty -echo raw && stty -a", 0));
              if (Out(ended).find("-echo ") == std::string::npos)
                return 1;  // the control
              termios modes{};
              tcgetattr(tty, &modes);
              return (modes.c_lflag & ECHO) != 0 && (modes.c_lflag & ICANON) != 0 ? 0 : 2;
            }),
            0);
}

TEST_P(Streams, ArePutBackWhenTheSupervisorIsKilled) {
  EXPECT_EQ(InChild([&] {
              int ends[2];
              if (pipe(ends) != 0 || dup2(ends[0], 0) != 0)
                return 90;
              const pid_t supervisor = fork();
              if (supervisor == 0) {
                const auto spawner = MakeSpawner(GetParam());
                (void)RunToEnd(*spawner,
                               WithInherited(std::string(kUnblockInput) + "; sleep 30", 0));
                _exit(0);
              }
              for (int i = 0; i < 500 && FlagsOf(0) == 0; ++i)
                usleep(10000);
              if (FlagsOf(0) == 0)
                return 1;
              kill(supervisor, SIGKILL);
              waitpid(supervisor, nullptr, 0);
              for (int i = 0; i < 500 && FlagsOf(0) != 0; ++i)
                usleep(10000);
              return FlagsOf(0) == 0 ? 0 : 2;
            }),
            0);
}

}  // namespace
}  // namespace sbx::test
