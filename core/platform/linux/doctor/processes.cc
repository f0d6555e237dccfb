// SPDX-License-Identifier: MIT
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <csignal>

#include "core/platform/doctor.hpp"
#include "sbx/plugin/unique_fd.hpp"

namespace sbx {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::seconds kPatience{30};

struct Child {
  pid_t pid = -1;
  UniqueFd in;   // its standard input
  UniqueFd out;  // its standard output and error
};

enum class In { kPipe, kEmpty, kOwn };

Result<Child> Spawn(const std::vector<std::string>& argv, const std::string& cwd, In kind) {
  std::array<int, 2> in{-1, -1};
  std::array<int, 2> out{-1, -1};
  if (pipe2(out.data(), O_CLOEXEC) != 0)
    return FailOs(errno, "make a pipe");
  UniqueFd out_read(out[0]), out_write(out[1]);
  if (kind == In::kOwn) {
    in[0] = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0);
  } else if (kind == In::kEmpty) {
    in[0] = open("/dev/null", O_RDONLY | O_CLOEXEC);
  } else if (pipe2(in.data(), O_CLOEXEC) != 0) {
    return FailOs(errno, "make a pipe");
  }
  UniqueFd in_read(in[0]), in_write(in[1]);
  std::vector<char*> words;
  words.reserve(argv.size() + 1);
  for (const std::string& word : argv)
    words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  char path[] = "PATH=/usr/bin:/bin";
  std::array<char*, 2> env{path, nullptr};
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, in_read.get(), 0);
  posix_spawn_file_actions_adddup2(&actions, out_write.get(), 1);
  posix_spawn_file_actions_adddup2(&actions, out_write.get(), 2);
  if (!cwd.empty())
    posix_spawn_file_actions_addchdir_np(&actions, cwd.c_str());
  Child child;
  const int error =
      posix_spawn(&child.pid, argv[0].c_str(), &actions, nullptr, words.data(), env.data());
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0)
    return FailOs(error, "start", argv[0]);
  child.in = std::move(in_write);
  child.out = std::move(out_read);
  return child;
}

// Appends what comes until `line` is complete, the stream ends or time is up.
bool ReadSome(int fd, Clock::time_point deadline, bool line, std::string& text) {
  while (true) {
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
    pollfd wait{fd, POLLIN, 0};
    if (left <= 0 || poll(&wait, 1, static_cast<int>(left)) == 0)
      return false;
    std::array<char, 4096> buffer{};
    const ssize_t got = read(fd, buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR)
      continue;
    if (got <= 0)
      return !line;
    if (text.size() < 65536)
      text.append(buffer.data(), static_cast<std::size_t>(got));
    if (line && text.find('\n') != std::string::npos)
      return true;
  }
}

int Reap(pid_t pid) {
  int status = 0;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

class LiveCompanion final : public Companion {
 public:
  LiveCompanion(Child child, std::string line) : child_(std::move(child)), line_(std::move(line)) {}
  LiveCompanion(const LiveCompanion&) = delete;
  LiveCompanion& operator=(const LiveCompanion&) = delete;
  ~LiveCompanion() override {
    child_.in.reset();
    std::string rest;
    if (!ReadSome(child_.out.get(), Clock::now() + std::chrono::seconds(5), false, rest)) {
      kill(child_.pid, SIGKILL);
    }
    Reap(child_.pid);
  }

  [[nodiscard]] const std::string& line() const override { return line_; }

 private:
  Child child_;
  std::string line_;
};

}  // namespace

Result<PlainEnd> RunPlain(const std::vector<std::string>& argv, const std::string& cwd,
                          bool own_input) {
  auto child = Spawn(argv, cwd, own_input ? In::kOwn : In::kEmpty);
  if (!child)
    return child.failure();
  PlainEnd end;
  const bool ended = ReadSome(child->out.get(), Clock::now() + kPatience, false, end.text);
  if (!ended)
    kill(child->pid, SIGKILL);
  end.code = Reap(child->pid);
  if (!ended)
    end.code = 124;
  return end;
}

Result<std::unique_ptr<Companion>> Companion::Start(const std::vector<std::string>& argv) {
  auto child = Spawn(argv, {}, In::kPipe);
  if (!child)
    return child.failure();
  std::string line;
  if (!ReadSome(child->out.get(), Clock::now() + kPatience, true, line)) {
    kill(child->pid, SIGKILL);
    Reap(child->pid);
    return Fail(SBX_E_INTERNAL, "start what is to be attacked", argv[0], line);
  }
  line.resize(line.find('\n'));
  return std::unique_ptr<Companion>(
      std::make_unique<LiveCompanion>(std::move(*child), std::move(line)));
}

}  // namespace sbx
