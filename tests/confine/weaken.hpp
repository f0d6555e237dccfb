// SPDX-License-Identifier: MIT
//
// A mechanism switched off: the attack that it holds must get through, so that
// the conformance suite would fail, or the run must be refused for the lack.
#ifndef SBX_TESTS_CONFINE_WEAKEN_HPP_
#define SBX_TESTS_CONFINE_WEAKEN_HPP_

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <functional>
#include <ostream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/confine/harness.hpp"

namespace sbx::confine {

struct Off {
  std::string mechanism;  // what is off, for the test's name
  std::string attack;
  std::function<void(bool on)> runner = {};  // switches a part of the runner off and on
  WeakenForTests launch = {};                // a part of the launch
  bool root_only = false;
  bool user_only = false;  // root's own lack of capabilities would hold it as well
};

inline std::ostream& operator<<(std::ostream& out, const Off& off) {
  return out << off.mechanism << ": " << off.attack;
}

struct Seen {
  Held held = Held::kUnclear;
  std::string detail;
};

// One attack in a process of its own: a one-shot run gives up what its caller
// may do, and only such a run's target could inherit what the caller has open.
inline Seen Try(Bench& bench, const std::string& runner, const Attack& attack,
                const std::vector<const sbx_plugin_entry*>& linked_in,
                const WeakenForTests& weaken) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0)
    return {Held::kUnclear, "no pipe"};
  const pid_t pid = fork();
  if (pid == 0) {
    EngineOptions options;
    options.plugin_folders = bench.installation.plugin_folders;
    options.helper = bench.installation.helper;
    options.static_plugins = linked_in;
    Engine engine(std::move(options), MakeOneShotSpawner());
    const Row row =
        MakeAttack(*bench.lab, attack, ConfineWith(engine, runner, bench.around, weaken));
    const std::string text = std::to_string(static_cast<int>(row.held)) + row.detail;
    _exit(write(ends[1], text.data(), text.size()) > 0 ? 0 : 1);
  }
  close(ends[1]);
  std::string text;
  char buffer[1024];
  for (ssize_t got = 0; (got = read(ends[0], buffer, sizeof buffer)) > 0;) {
    text.append(buffer, static_cast<std::size_t>(got));
  }
  close(ends[0]);
  waitpid(pid, nullptr, 0);
  if (text.empty())
    return {Held::kUnclear, "the process of the attack died"};
  return {static_cast<Held>(text[0] - '0'), text.substr(1)};
}

// Held first, not held with the mechanism off, held again.
inline void ExpectCaught(Bench& bench, const std::string& runner, const Off& off,
                         const std::vector<const sbx_plugin_entry*>& linked_in) {
  if (off.root_only && geteuid() != 0) {
    GTEST_SKIP() << "the attack needs root to be possible at all";
  }
  if (off.user_only && geteuid() == 0) {
    GTEST_SKIP() << "for root something else holds it as well";
  }
  const Attack& attack = AttackNamed(off.attack);
  const Seen before = Try(bench, runner, attack, linked_in, {});
  if (before.held == Held::kNotApplicable)
    GTEST_SKIP() << before.detail;
  ASSERT_EQ(before.held, Held::kHeld) << WordOf(before.held) << ": " << before.detail;
  if (off.runner)
    off.runner(true);
  const Seen weak = Try(bench, runner, attack, linked_in, off.launch);
  if (off.runner)
    off.runner(false);
  // A runner that notices says so, and then the run is refused for it.
  const bool noticed = weak.held == Held::kRefusedRun &&
                       weak.detail.find("cannot fully enforce") != std::string::npos;
  EXPECT_TRUE(weak.held == Held::kOpen || noticed)
      << off.mechanism << " is off, yet " << WordOf(weak.held) << ": " << weak.detail;
  const Seen after = Try(bench, runner, attack, linked_in, {});
  EXPECT_EQ(after.held, Held::kHeld) << after.detail;
}

}  // namespace sbx::confine

#endif  // SBX_TESTS_CONFINE_WEAKEN_HPP_
