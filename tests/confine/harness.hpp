// SPDX-License-Identifier: MIT
//
// What the confinement tests share: the build's own layout as an installation,
// an engine on it, and what the machine was promised to be able to do.
#ifndef SBX_TESTS_CONFINE_HARNESS_HPP_
#define SBX_TESTS_CONFINE_HARNESS_HPP_

#include <memory>
#include <string>
#include <vector>

#include "core/doctor/confine.hpp"
#include "core/doctor/doctor.hpp"
#include "core/doctor/lab.hpp"
#include "core/engine/engine.hpp"
#include "core/platform/host.hpp"

namespace sbx::confine {

// SBX_EXPECT says "landlock=7,userns=1,bwrap=1": the number after `name`, or 0.
int Expected(const std::string& name);

struct Bench {
  Host host;
  Installation installation;
  Surroundings around;
  std::unique_ptr<Engine> engine;
  std::unique_ptr<Lab> lab;
};

// Null after a failure, which is reported.
std::unique_ptr<Bench> MakeBench(std::vector<const sbx_plugin_entry*> linked_in = {});

// The same, made once in a process.
Bench* TheBench(std::vector<const sbx_plugin_entry*> linked_in = {});

// Nothing when `runner` works here; else why it does not.
std::string WhyNot(Bench& bench, const std::string& runner);

const Attack& AttackNamed(std::string_view id);

// The sbx program of this build, or SBX_BIN.
std::string Program(const Bench& bench);

// For names of parametrised tests: letters, digits and underscores only.
std::string TestName(std::string_view text);

}  // namespace sbx::confine

// Fails where the machine was promised to run it, else skips and says why.
#define SBX_NEED_RUNNER(bench, runner)                                                        \
  do {                                                                                        \
    if (const std::string why = ::sbx::confine::WhyNot(bench, runner); !why.empty()) {        \
      ASSERT_EQ(::sbx::confine::Expected(runner), 0) << (runner) << " was promised: " << why; \
      GTEST_SKIP() << (runner) << " does not work here: " << why;                             \
    }                                                                                         \
  } while (false)

#endif  // SBX_TESTS_CONFINE_HARNESS_HPP_
