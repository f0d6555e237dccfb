// SPDX-License-Identifier: MIT
#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>

#include "core/platform/conformance.hpp"
#include "sbx/plugin/unique_fd.hpp"

namespace sbx {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::size_t kMostSaid = std::size_t{1} << 20;

// An exception ends the child: the copy of the caller must never go on as the caller.
[[noreturn]] void WorkInChild(int out, pid_t parent,
                              const std::function<void(const Say& say)>& work) noexcept {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent)
    _exit(1);  // it ended before the line above
  dup2(2, 1);
  work([out](std::string_view text) {
    while (!text.empty()) {
      const ssize_t put = write(out, text.data(), text.size());
      if (put < 0 && errno == EINTR)
        continue;
      if (put <= 0)
        _exit(1);
      text.remove_prefix(static_cast<std::size_t>(put));
    }
  });
  _exit(0);
}

// Whether the other end was closed in time.
bool ReadAll(int fd, Clock::time_point deadline, std::string& text) {
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
      return true;
    if (text.size() < kMostSaid)
      text.append(buffer.data(), static_cast<std::size_t>(got));
  }
}

}  // namespace

Result<std::size_t> OpenDescriptors() {
  DIR* folder = opendir("/proc/self/fd");
  if (folder == nullptr)
    return FailOs(errno, "list the open descriptors");
  std::size_t count = 0;
  while (readdir(folder) != nullptr)  // NOLINT(concurrency-mt-unsafe): a stream of our own
    ++count;
  closedir(folder);
  return count;
}

Result<ApartEnd> RunApart(std::chrono::milliseconds patience,
                          const std::function<void(const Say& say)>& work) {
  std::array<int, 2> ends{-1, -1};
  if (pipe2(ends.data(), O_CLOEXEC) != 0)
    return FailOs(errno, "make a pipe");
  const UniqueFd in(ends[0]);
  UniqueFd out(ends[1]);
  const pid_t parent = getpid();
  const pid_t pid = fork();
  if (pid < 0)
    return FailOs(errno, "start a process");
  if (pid == 0)
    WorkInChild(out.get(), parent, work);
  out.reset();

  ApartEnd end;
  const bool in_time = ReadAll(in.get(), Clock::now() + patience, end.said);
  if (!in_time)
    kill(pid, SIGKILL);
  int status = 0;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  if (!in_time) {
    end.late = true;
    end.fault = "did not end within " + std::to_string(patience.count()) + " ms";
  } else if (WIFSIGNALED(status)) {
    end.fault = "was ended by signal " + std::to_string(WTERMSIG(status));
  } else if (WEXITSTATUS(status) != 0) {
    end.fault = "ended the process with status " + std::to_string(WEXITSTATUS(status));
  }
  return end;
}

}  // namespace sbx
