// SPDX-License-Identifier: MIT
#include "tests/host/workspace.hpp"

#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>

namespace sbx::host {
namespace {

constexpr std::chrono::milliseconds kStep{10};
constexpr int kSteps = 2000;

bool WasPromised() {
  const char* expected = std::getenv("SBX_EXPECT");  // NOLINT(concurrency-mt-unsafe)
  const std::string text = expected == nullptr ? "" : expected;
  return text.find("landlock=") != std::string::npos || text.find("bwrap=1") != std::string::npos;
}

}  // namespace

void Workspace::SetUp() {
  char name[] = "/var/tmp/sbx-host.XXXXXX";
  ASSERT_NE(mkdtemp(name), nullptr);
  folder_ = std::filesystem::canonical(name).string();
  workspace_ = folder_ + "/ws";
  std::filesystem::create_directory(workspace_);
  auto engine = Engine::Make(Options());
  ASSERT_TRUE(engine) << engine.error().Sentence();
  engine_ = std::move(*engine);
  auto policy = engine_->Resolve(Wanted());
  ASSERT_TRUE(policy) << policy.error().Sentence();
  policy_ = std::move(*policy);
  auto status = engine_->StatusOf(*policy_);
  if (status)
    return;
  ASSERT_FALSE(WasPromised()) << status.error().Sentence();
  GTEST_SKIP() << "no runner works here: " << status.error().Sentence();
}

void Workspace::TearDown() {
  policy_.reset();
  engine_.reset();
  std::filesystem::remove_all(folder_);
}

EngineOptions Workspace::Options() {
  EngineOptions options;
  options.environment = {"PATH=/usr/bin:/bin"};
  return options;
}

Policy Workspace::Wanted() const {
  Policy policy;
  policy.base = policy.workspace = workspace_;
  policy.tmp = Tmp::kNone;
  return policy;
}

Launch Workspace::Shell(const std::string& script) {
  Launch launch;
  launch.argv = {"sh", "-c", script};
  launch.timeout = std::chrono::seconds(60);
  return launch;
}

std::unique_ptr<host::Run> Workspace::Start(Launch launch, Handlers handlers) {
  auto run = engine_->Start(*policy_, std::move(launch), std::move(handlers));
  if (run)
    return std::move(*run);
  ADD_FAILURE() << run.error().Sentence();
  return nullptr;
}

Outcome Workspace::RunShell(const std::string& script) {
  const auto run = Start(Shell(script));
  return run == nullptr ? Outcome{} : run->Wait();
}

int CountOf(const std::string& what) {
  int count = 0;
  for ([[maybe_unused]] const auto& entry :
       std::filesystem::directory_iterator("/proc/self/" + what)) {
    ++count;
  }
  return count;
}

int NumberIn(const std::string& path) {
  for (int i = 0; i < kSteps; ++i) {
    int number = 0;
    char newline = 0;
    std::ifstream file(path);
    if (file >> number && file.get(newline))
      return number;  // whole
    std::this_thread::sleep_for(kStep);
  }
  ADD_FAILURE() << path << " did not come";
  return -1;
}

}  // namespace sbx::host
