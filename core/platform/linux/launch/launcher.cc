// SPDX-License-Identifier: MIT
//
// Reapers made by the launcher, the static helper that an engine starts at its
// first spawn: what a spawn costs does not depend on the host's size, and no
// thread of the host is the parent of anything.
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <mutex>
#include <utility>

#include "core/platform/linux/launch/spawner.hpp"

namespace sbx {
namespace launch {
namespace {

constexpr int kLauncherFd = 3;
constexpr int kPatience = 5000;  // milliseconds, for descriptors to be taken

class Remote final : public ReaperHandle {
 public:
  void SetEnded() override {}  // the launcher waits for it
};

// One message with up to kFdsPerMessage descriptors. 0 or errno.
int SendWithFds(int socket_fd, const void* bytes, std::size_t size, const std::int32_t* fds,
                std::size_t count) {
  alignas(cmsghdr) char control[CMSG_SPACE(kFdsPerMessage * sizeof(std::int32_t))];
  iovec vector = {const_cast<void*>(bytes), size};
  msghdr message{};
  message.msg_iov = &vector;
  message.msg_iovlen = 1;
  if (count > 0) {
    message.msg_control = control;
    message.msg_controllen = CMSG_SPACE(count * sizeof(std::int32_t));
    std::memset(control, 0, message.msg_controllen);
    cmsghdr* header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(count * sizeof(std::int32_t));
    std::memcpy(CMSG_DATA(header), fds, count * sizeof(std::int32_t));
  }
  for (int patience = kPatience;;) {
    const ssize_t sent = sendmsg(socket_fd, &message, MSG_NOSIGNAL);
    if (sent >= 0)
      return 0;
    // Too many descriptors of this user are on their way: the launcher takes them.
    if (errno == ETOOMANYREFS && patience-- > 0) {
      poll(nullptr, 0, 1);
      continue;
    }
    if (errno != EINTR)
      return errno;
  }
}

int SendBytes(int socket_fd, const char* bytes, std::size_t size) {
  while (size > 0) {
    const ssize_t sent = send(socket_fd, bytes, size, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR)
      continue;
    if (sent < 0)
      return errno;
    bytes += sent;
    size -= static_cast<std::size_t>(sent);
  }
  return 0;
}

class LauncherSpawner final : public LinuxSpawner {
 public:
  explicit LauncherSpawner(std::string helper_path) : helper_path_(std::move(helper_path)) {}
  LauncherSpawner(const LauncherSpawner&) = delete;
  LauncherSpawner& operator=(const LauncherSpawner&) = delete;

  ~LauncherSpawner() override {
    const std::lock_guard lock(mutex_);
    Stop();
  }

  Result<std::unique_ptr<ReaperHandle>> Spawn(const Prepared& prepared) override {
    const std::lock_guard lock(mutex_);
    int error = EPIPE;
    for (int attempt = 0; attempt < 2 && error == EPIPE; ++attempt) {
      if (!socket_.valid()) {
        Result<void> started = Start();
        if (!started)
          return started.failure();
      }
      error = Send(prepared);
      if (error != 0)
        Stop();  // it died, or half a program is in the socket
    }
    if (error != 0)
      return FailOs(error, "reach the launcher", helper_path_);
    return std::unique_ptr<ReaperHandle>(new Remote);
  }

  ListenerThreads* listeners() override { return &listeners_; }

 private:
  Result<void> Start() {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
      return FailOs(errno, "make a socket for the launcher");
    }
    UniqueFd ours(ends[0]);
    UniqueFd theirs(fcntl(ends[1], F_DUPFD_CLOEXEC, kLauncherFd + 1));
    close(ends[1]);
    if (!theirs.valid())
      return FailOs(errno, "make a socket for the launcher");
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, theirs.get(), kLauncherFd);
    const char* argv[] = {helper_path_.c_str(), "launcher", "3", nullptr};
    char* env[] = {nullptr};
    pid_t pid = 0;
    const int error =
        posix_spawn(&pid, helper_path_.c_str(), &actions, nullptr, const_cast<char**>(argv), env);
    posix_spawn_file_actions_destroy(&actions);
    if (error != 0) {
      return FailOs(error, "start the launcher", helper_path_,
                    "the installation is not complete: sbx-init has to be there");
    }
    pid_ = pid;
    owner_ = getpid();
    socket_ = std::move(ours);
    return {};
  }

  // The launcher ends when its socket does, with every tree that is left. A copy
  // that a fork of the host holds must not keep it; such a fork ends nothing.
  void Stop() {
    if (pid_ > 0 && owner_ != getpid())
      pid_ = -1;
    if (pid_ > 0)
      shutdown(socket_.get(), SHUT_RDWR);
    socket_.reset();
    if (pid_ <= 0)
      return;
    while (waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
    }
    pid_ = -1;
  }

  int Send(const Prepared& prepared) {
    const std::vector<std::int32_t>& fds = prepared.fds;
    const ProgramHeader header = {kProgramMagic,
                                  static_cast<std::uint32_t>(prepared.program.size()),
                                  static_cast<std::uint32_t>(fds.size()), 0};
    std::size_t done = std::min<std::size_t>(fds.size(), kFdsPerMessage);
    int error = SendWithFds(socket_.get(), &header, sizeof header, fds.data(), done);
    while (error == 0 && done < fds.size()) {
      const std::size_t part = std::min<std::size_t>(fds.size() - done, kFdsPerMessage);
      error = SendWithFds(socket_.get(), "", 1, fds.data() + done, part);
      done += part;
    }
    if (error != 0)
      return error;
    return SendBytes(socket_.get(), prepared.program.data(), prepared.program.size());
  }

  const std::string helper_path_;
  std::mutex mutex_;  // of socket_ and pid_; one program at a time
  UniqueFd socket_;
  pid_t pid_ = -1;
  pid_t owner_ = -1;
  ListenerThreads listeners_;
};

}  // namespace
}  // namespace launch

std::unique_ptr<Spawner> MakeLauncherSpawner(std::string helper_path) {
  return std::make_unique<launch::LauncherSpawner>(std::move(helper_path));
}

}  // namespace sbx
