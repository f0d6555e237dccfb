// SPDX-License-Identifier: MIT
#include "tests/confine/watch.hpp"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

namespace sbx::confine {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

std::string Slurp(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<pid_t> Children() {
  std::vector<pid_t> pids;
  std::error_code ignored;
  for (const auto& task : fs::directory_iterator("/proc/self/task", ignored)) {
    std::istringstream words(Slurp(task.path().string() + "/children"));
    for (pid_t pid = 0; words >> pid;)
      pids.push_back(pid);
  }
  return pids;
}

std::string Describe(pid_t pid) {
  const std::string folder = "/proc/" + std::to_string(pid);
  std::string words = Slurp(folder + "/cmdline");
  std::replace(words.begin(), words.end(), '\0', ' ');
  return std::to_string(pid) + " " + Slurp(folder + "/comm") + words;
}

void Sort(std::vector<std::string>& lines, std::string& text) {
  std::sort(lines.begin(), lines.end());
  for (const std::string& line : lines)
    text += line + "\n";
}

}  // namespace

void AdoptOrphans() {
  prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
}

std::vector<std::string> Survivors(std::chrono::milliseconds patience) {
  const auto deadline = Clock::now() + patience;
  std::vector<std::string> left;
  while (true) {
    const pid_t pid = waitpid(-1, nullptr, WNOHANG);
    if (pid < 0)
      return left;
    if (pid > 0)
      continue;
    if (Clock::now() < deadline) {
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
      continue;
    }
    for (const pid_t child : Children()) {
      left.push_back(Describe(child));
      kill(child, SIGKILL);
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    if (Clock::now() > deadline + std::chrono::seconds(5))
      return left;
  }
}

std::string HostState(const std::string& temp) {
  std::vector<std::string> lines;
  std::error_code ignored;
  for (const auto& entry : fs::recursive_directory_iterator(temp, ignored)) {
    lines.push_back(entry.path());
  }
  const std::pair<const char*, const char*> others[] = {{"/tmp", "sbx-tmp-"}, {"/dev/shm", "sbx"}};
  for (const auto& [folder, part] : others) {
    for (const auto& entry : fs::directory_iterator(folder, ignored)) {
      const std::string path = entry.path();
      if (path.find(part) != std::string::npos)
        lines.push_back(path);
    }
  }
  std::istringstream mounts(Slurp("/proc/self/mountinfo"));
  for (std::string line; std::getline(mounts, line);)
    lines.push_back(line);
  std::size_t descriptors = 0;
  for ([[maybe_unused]] const auto& entry : fs::directory_iterator("/proc/self/fd", ignored)) {
    ++descriptors;
  }
  lines.push_back("descriptors: " + std::to_string(descriptors));
  std::string text;
  Sort(lines, text);
  return text;
}

std::string NamesBelow(const std::string& folder) {
  std::vector<std::string> lines;
  std::error_code ignored;
  for (const auto& entry : fs::recursive_directory_iterator(folder, ignored)) {
    lines.push_back(entry.path());
  }
  std::string text;
  Sort(lines, text);
  return text;
}

pid_t StartQuiet(const std::vector<std::string>& argv, const std::string& cwd) {
  std::vector<char*> words;
  for (const std::string& word : argv)
    words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDWR, 0);
  posix_spawn_file_actions_adddup2(&actions, 0, 1);
  posix_spawn_file_actions_adddup2(&actions, 0, 2);
  posix_spawn_file_actions_addchdir_np(&actions, cwd.c_str());
  pid_t pid = -1;
  const int error = posix_spawn(&pid, words[0], &actions, nullptr, words.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  return error == 0 ? pid : -1;
}

}  // namespace sbx::confine
