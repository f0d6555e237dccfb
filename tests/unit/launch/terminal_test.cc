// SPDX-License-Identifier: MIT
//
// A terminal that is shared with the target, and given back as it was.
#include <fcntl.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include <cstdlib>

#include <gtest/gtest.h>

#include "tests/unit/launch/support.hpp"

namespace sbx::test {
namespace {

// Runs `body` as the leader of a session whose terminal is a fresh pty.
int OnTerminal(const std::function<int(int tty)>& body) {
  const int master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
  grantpt(master);
  unlockpt(master);
  const std::string name = ptsname(master);
  const int code = InChild([&] {
    setsid();
    signal(SIGHUP, SIG_IGN);
    signal(SIGTTOU, SIG_IGN);
    const int tty = open(name.c_str(), O_RDWR | O_CLOEXEC);
    if (tty < 0 || ioctl(tty, TIOCSCTTY, 0) != 0)
      return 90;
    return body(tty);
  });
  close(master);
  return code;
}

bool Echoes(int tty) {
  termios modes{};
  tcgetattr(tty, &modes);
  return (modes.c_lflag & ECHO) != 0;
}

RunRequest OnItsTerminal(const std::string& script) {
  RunRequest request;
  request.launch = Shell(script);
  request.launch.terminal = true;
  return request;
}

class Terminal : public ::testing::TestWithParam<Way> {};
INSTANTIATE_TEST_SUITE_P(Ways, Terminal, ::testing::Values(Way::kOneShot, Way::kLauncher),
                         [](const auto& shown) {
                           return shown.param == Way::kOneShot ? "OneShot" : "Launcher";
                         });

TEST_P(Terminal, TheTargetStaysInTheCallersGroup) {
  EXPECT_EQ(OnTerminal([&](int) {
              const auto spawner = MakeSpawner(GetParam());
              const Ended ended = RunToEnd(
                  *spawner, OnItsTerminal("ps -o pgid=,sid= -p $$ | tr -s ' ' | sed 's/^ //'"));
              const std::string expected =
                  std::to_string(getpgrp()) + " " + std::to_string(getsid(0)) + "\n";
              return Out(ended) == expected ? 0 : 1;
            }),
            0);
}

TEST_P(Terminal, WithoutOneItHasASessionOfItsOwn) {
  const Ended ended = RunToEnd(GetParam(), Shell("[ $(ps -o sid= -p $$) -eq $$ ] && echo own"));
  EXPECT_EQ(Out(ended), "own\n");
}

TEST_P(Terminal, ModesArePutBack) {
  EXPECT_EQ(OnTerminal([&](int tty) {
              const auto spawner = MakeSpawner(GetParam());
              const Ended ended =
                  RunToEnd(*spawner, OnItsTerminal("stty -echo < /dev/tty && stty -a < /dev/tty"));
              if (Out(ended).find("-echo ") == std::string::npos)
                return 1;
              return Echoes(tty) ? 0 : 2;
            }),
            0);
}

// An interactive shell that is the target puts jobs of its own in the
// foreground; when it is killed the terminal must not stay with a dead group.
TEST_P(Terminal, TheForegroundIsPutBack) {
  EXPECT_EQ(OnTerminal([&](int tty) {
              const auto spawner = MakeSpawner(GetParam());
              RunRequest request = OnItsTerminal("set -m; exec < /dev/tty; sleep 30");
              request.launch.timeout = std::chrono::milliseconds(500);
              const Ended ended = RunToEnd(*spawner, std::move(request));
              if (ended.outcome.end != Outcome::End::kTimedOut)
                return 1;
              return tcgetpgrp(tty) == getpgrp() ? 0 : 2;
            }),
            0);
}

TEST_P(Terminal, ModesArePutBackWhenTheSupervisorIsKilled) {
  EXPECT_EQ(OnTerminal([&](int tty) {
              const pid_t supervisor = fork();
              if (supervisor == 0) {
                setpgid(0, 0);
                tcsetpgrp(tty, getpgrp());
                const auto spawner = MakeSpawner(GetParam());
                (void)RunToEnd(*spawner, OnItsTerminal("stty -echo < /dev/tty; sleep 30"));
                _exit(0);
              }
              for (int i = 0; i < 500 && Echoes(tty); ++i)
                usleep(10000);
              if (Echoes(tty))
                return 1;
              kill(supervisor, SIGKILL);
              waitpid(supervisor, nullptr, 0);
              for (int i = 0; i < 500 && !Echoes(tty); ++i)
                usleep(10000);
              return Echoes(tty) ? 0 : 2;
            }),
            0);
}

}  // namespace
}  // namespace sbx::test
