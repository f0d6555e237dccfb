// SPDX-License-Identifier: MIT
#include "tests/unit/launch/support.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include "core/plugin/runner.hpp"
#include "tests/unit/launch/runner_entry.hpp"

namespace sbx::test {

std::string HelperPath() {
  return SBX_TEST_HELPER;
}

std::unique_ptr<Spawner> MakeSpawner(Way way, const std::string& helper) {
  return way == Way::kOneShot ? MakeOneShotSpawner() : MakeLauncherSpawner(helper);
}

Launch Shell(const std::string& script) {
  Launch launch;
  launch.argv = {"/bin/sh", "-c", script};
  launch.env = {"PATH=/usr/local/bin:/usr/bin:/bin"};
  launch.cwd = "/";
  launch.in.kind = Stream::Kind::kNull;
  launch.out.kind = Stream::Kind::kCapture;
  launch.err.kind = Stream::Kind::kCapture;
  return launch;
}

Ended RunToEnd(Spawner& spawner, RunRequest request) {
  Ended ended;
  RunEvents events;
  events.output = [&](int stream, std::span<const char> bytes) {
    EXPECT_EQ(ended.told.exits, 0) << "output after exit";
    std::string& kept = stream == 1 ? ended.told.out : ended.told.err;
    if (kept.size() < 1 << 20)
      kept.append(bytes.data(), bytes.size());
  };
  events.notice = [&](const std::string& sentence) { ended.told.notices.push_back(sentence); };
  events.exit = [&](const Outcome&) { ++ended.told.exits; };
  auto run = Run::Start(spawner, HelperPath(), std::move(request), std::move(events));
  if (!run) {
    ADD_FAILURE() << run.error().Sentence();
    return ended;
  }
  ended.outcome = (*run)->Wait();
  ended.enforcement = (*run)->enforcement();
  EXPECT_EQ(ended.told.exits, 1);
  return ended;
}

Ended RunToEnd(Way way, Launch launch) {
  const auto spawner = MakeSpawner(way);
  RunRequest request;
  request.launch = std::move(launch);
  return RunToEnd(*spawner, std::move(request));
}

std::string Out(const Ended& ended) {
  return ended.outcome.out.head + ended.outcome.out.tail;
}

std::shared_ptr<const ResolvedPolicy> MakePolicy(sbx_restrictions wanted, sbx_restrictions required,
                                                 Limits limits) {
  Policy policy;
  policy.limits = limits;
  Surroundings around;
  around.uid = geteuid();
  std::vector<Zone> zones(1);
  zones[0].path = "/";
  zones[0].fd.reset(open("/", O_PATH | O_DIRECTORY | O_CLOEXEC));
  zones[0].access = Access::kWrite;
  zones[0].rule = "test";
  return std::make_shared<ResolvedPolicy>(policy, around, std::move(zones), std::vector<Notice>{},
                                          "/", "", wanted, required);
}

std::unique_ptr<Plan> MakePlan(const std::shared_ptr<const ResolvedPolicy>& policy,
                               std::uint32_t kind, const Fill& fill) {
  NextPlan() = std::make_unique<plugin::PlanBuilder>(kind);
  fill(*NextPlan());
  auto runner = RunnerHandle::Create(hand_made_entry, {});
  if (!runner) {
    ADD_FAILURE() << runner.error().Sentence();
    return nullptr;
  }
  auto profile = (*runner)->Compile(policy);
  if (!profile) {
    ADD_FAILURE() << profile.error().Sentence();
    return nullptr;
  }
  sbx_launch launch{};
  launch.size = sizeof launch;
  auto plan = (*runner)->Bind(*profile, launch);
  if (!plan) {
    ADD_FAILURE() << plan.error().Sentence();
    return nullptr;
  }
  return std::move(*plan);
}

std::vector<pid_t> ProcessesWith(const std::string& text) {
  std::vector<pid_t> found;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    const pid_t pid = std::atoi(entry.path().filename().c_str());
    if (pid <= 0 || pid == getpid())
      continue;
    std::ifstream file(entry.path() / "cmdline");
    std::stringstream line;
    line << file.rdbuf();
    if (line.str().find(text) != std::string::npos)
      found.push_back(pid);
  }
  return found;
}

std::vector<pid_t> LeftAfter(const std::string& text, double seconds) {
  std::vector<pid_t> left = ProcessesWith(text);
  for (int i = 0; !left.empty() && i < seconds * 100; ++i) {
    usleep(10000);
    left = ProcessesWith(text);
  }
  return left;
}

Scratch::Scratch() {
  char name[] = "/tmp/sbx-launch-test-XXXXXX";
  path_ = mkdtemp(name);
}

Scratch::~Scratch() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

std::vector<std::string> Scratch::List() const {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(path_)) {
    names.push_back(entry.path().filename());
  }
  return names;
}

int InChild(const std::function<int()>& body) {
  const pid_t pid = fork();
  if (pid == 0)
    _exit(body());
  int status = 0;
  waitpid(pid, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace sbx::test
