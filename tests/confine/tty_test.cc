// SPDX-License-Identifier: MIT
//
// Typing into the terminal that a target shares with the user's shell: the real
// thing, on a pseudo-terminal that stands for the user's.
#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>

#include <gtest/gtest.h>

#include "tests/confine/harness.hpp"

namespace sbx::confine {
namespace {

// Runs `argv` with a terminal of its own as a login would, and returns its exit code.
int OnTerminal(const std::vector<std::string>& argv, const std::string& cwd, std::string& text) {
  std::vector<char*> words;
  for (const std::string& word : argv)
    words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  int master = -1;
  const pid_t pid = forkpty(&master, nullptr, nullptr, nullptr);
  if (pid == 0) {
    if (chdir(cwd.c_str()) == 0)
      execv(words[0], words.data());
    _exit(99);
  }
  if (pid < 0)
    return -1;
  char buffer[4096];
  for (ssize_t got = 0; (got = read(master, buffer, sizeof buffer)) > 0;) {
    text.append(buffer, static_cast<std::size_t>(got));
  }
  int status = 0;
  waitpid(pid, &status, 0);
  close(master);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

class Terminal : public ::testing::TestWithParam<std::tuple<const char*, const char*>> {};

TEST_P(Terminal, IsNotTypedInto) {
  const auto& [runner, how] = GetParam();
  Bench* bench = TheBench();
  ASSERT_NE(bench, nullptr);
  SBX_NEED_RUNNER(*bench, runner);
  const std::string program = Program(*bench);
  ASSERT_TRUE(std::filesystem::exists(program)) << program;
  const std::string cwd = bench->lab->folder() + "/bare";
  const std::vector<std::string> attack = {bench->installation.attack_program, "tiocsti-stdin",
                                           how};
  std::string text;
  if (OnTerminal(attack, cwd, text) != 0)
    GTEST_SKIP() << "not possible unconfined: " << text;
  std::vector<std::string> argv = {program, "--runner", runner, "--"};
  argv.insert(argv.end(), attack.begin(), attack.end());
  text.clear();
  EXPECT_EQ(OnTerminal(argv, cwd, text), 10) << text;
}

INSTANTIATE_TEST_SUITE_P(Typing, Terminal,
                         ::testing::Combine(::testing::Values("landlock", "bwrap"),
                                            ::testing::Values("plain", "high")),
                         [](const auto& one) {
                           return std::string(std::get<0>(one.param)) + "_" +
                                  std::get<1>(one.param);
                         });

}  // namespace
}  // namespace sbx::confine
