// SPDX-License-Identifier: MIT
//
// What the tests of the library share: a workspace, an engine on the build's own
// installation, and short ways to run a command.
#ifndef SBX_TESTS_HOST_WORKSPACE_HPP_
#define SBX_TESTS_HOST_WORKSPACE_HPP_

#include <memory>
#include <optional>
#include <string>

#include <gtest/gtest.h>

#include "sbx/host/engine.hpp"

namespace sbx::host {

class Workspace : public ::testing::Test {
 protected:
  // Skips where no runner works and none was promised by SBX_EXPECT.
  void SetUp() override;
  void TearDown() override;

  [[nodiscard]] static EngineOptions Options();
  [[nodiscard]] Policy Wanted() const;
  [[nodiscard]] static Launch Shell(const std::string& script);
  // Runs to the end; a failure to start is a failure of the test.
  Outcome RunShell(const std::string& script);
  std::unique_ptr<host::Run> Start(Launch launch, Handlers handlers = {});

  std::string folder_;     // holds the workspace and is not writable for commands
  std::string workspace_;  // folder_ + "/ws"
  std::unique_ptr<Engine> engine_;
  std::optional<ResolvedPolicy> policy_;
};

// How many entries a folder of /proc/self has: "fd", "task".
int CountOf(const std::string& what);

// The number that a command wrote to `path`; waits until it is there.
int NumberIn(const std::string& path);

}  // namespace sbx::host

#endif  // SBX_TESTS_HOST_WORKSPACE_HPP_
