// SPDX-License-Identifier: MIT
#include "tests/unit/listener/fixture.hpp"

#include <arpa/inet.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <thread>

namespace sbx::test {
namespace {

constexpr int kBroken = 254;  // the child could not be prepared

void SendFd(int channel_fd, int fd) {
  char byte = 'f';
  iovec data{&byte, 1};
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))] = {};
  msghdr message{};
  message.msg_iov = &data;
  message.msg_iovlen = 1;
  message.msg_control = control;
  message.msg_controllen = sizeof control;
  cmsghdr* header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(sizeof(int));
  std::memcpy(CMSG_DATA(header), &fd, sizeof fd);
  if (sendmsg(channel_fd, &message, 0) != 1)
    _exit(kBroken);
}

UniqueFd ReceiveFd(int channel_fd) {
  char byte = 0;
  iovec data{&byte, 1};
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))] = {};
  msghdr message{};
  message.msg_iov = &data;
  message.msg_iovlen = 1;
  message.msg_control = control;
  message.msg_controllen = sizeof control;
  if (recvmsg(channel_fd, &message, MSG_CMSG_CLOEXEC) != 1)
    return {};
  const cmsghdr* header = CMSG_FIRSTHDR(&message);
  if (header == nullptr || header->cmsg_type != SCM_RIGHTS)
    return {};
  int fd = -1;
  std::memcpy(&fd, CMSG_DATA(header), sizeof fd);
  return UniqueFd(fd);
}

int InstallFilter(std::uint32_t features) {
  std::vector<sock_filter> program = ListenerProgram(features);
  const sock_fprog filter{static_cast<unsigned short>(program.size()), program.data()};
  constexpr unsigned kWaitKillable = 1u << 5;
  return static_cast<int>(syscall(__NR_seccomp, SECCOMP_SET_MODE_FILTER,
                                  SECCOMP_FILTER_FLAG_NEW_LISTENER | kWaitKillable, &filter));
}

std::int64_t Now() {
  timespec now{};
  clock_gettime(CLOCK_REALTIME, &now);
  return now.tv_sec * 1'000'000'000 + now.tv_nsec;
}

}  // namespace

void DropCapabilities() {
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  std::array<__user_cap_data_struct, 2> none{};
  ASSERT_EQ(syscall(__NR_capset, &header, none.data()), 0);
}

void PauseForFileTimes() {
  const timespec pause{0, 30'000'000};
  nanosleep(&pause, nullptr);
}

void ListenerTest::SetUp() {
  char name[] = "/tmp/sbx-listener-XXXXXX";
  ASSERT_NE(mkdtemp(name), nullptr);
  base_ = name;
  workspace_ = base_ + "/place";
  outside_ = base_ + "/outside";
  ASSERT_EQ(mkdir(workspace_.c_str(), 0755), 0);
  ASSERT_EQ(mkdir(outside_.c_str(), 0755), 0);
  policy_.workspace = workspace_;
  policy_.tmp = Tmp::kNone;
}

void ListenerTest::TearDown() {
  std::filesystem::remove_all(base_);
}

std::shared_ptr<const ResolvedPolicy> ListenerTest::Resolved() {
  if (resolved_)
    return resolved_;
  Surroundings around;
  around.cwd = workspace_;
  around.home = base_ + "/home";
  mkdir(around.home.c_str(), 0700);
  around.config_home = around.home + "/.config/sbx";
  around.state_home = around.home + "/.local/state/sbx";
  around.uid = geteuid();
  auto resolved = Resolve(policy_, around);
  EXPECT_TRUE(resolved) << resolved.error().Sentence();
  if (resolved)
    resolved_ = *resolved;
  return resolved_;
}

int ListenerTest::Free(const Body& body) {
  return RunChild(body, 0);
}

int ListenerTest::Confined(const Body& body, std::uint32_t features) {
  return RunChild(body, features);
}

int ListenerTest::RunChild(const Body& body, std::uint32_t features) {
  refusals_.clear();
  const auto resolved = Resolved();
  if (!resolved)
    return kBroken;
  int pair[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0)
    return kBroken;
  UniqueFd ours(pair[0]), theirs(pair[1]);
  const std::int64_t started = Now();
  const pid_t child = fork();
  if (child == 0) {
    ours.reset();
    if (prepare_ && !prepare_())
      _exit(kBroken);
    DropCapabilities();
    if (chdir(workspace_.c_str()) != 0)
      _exit(kBroken);
    if (features != 0) {
      if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
        _exit(kBroken);
      const int notify = InstallFilter(features);
      if (notify < 0)
        _exit(kBroken);
      SendFd(theirs.get(), notify);
      close(notify);
      char go = 0;
      if (!early_ && read(theirs.get(), &go, 1) != 1)
        _exit(kBroken);
      theirs.reset();
    }
    _exit(body());
  }
  theirs.reset();
  std::thread dispatcher;
  if (features != 0) {
    dispatcher = std::thread([&] {
      DropCapabilities();
      if (early_)
        PauseForFileTimes();
      auto listener = Listener::Make(
          ReceiveFd(ours.get()), resolved, features, getpid(), started,
          [&](const Refusal& refusal) { refusals_.push_back(refusal); },
          std::move(own_directories_));
      ASSERT_TRUE(listener) << listener.error().Sentence();
      if (!early_) {
        ASSERT_EQ(write(ours.get(), "g", 1), 1);
      }
      while (!(*listener)->done()) {
        pollfd entry{(*listener)->poll_fd(), POLLIN, 0};
        ASSERT_GE(poll(&entry, 1, 20'000), 0);
        (*listener)->Dispatch();
      }
    });
  }
  int status = 0;
  if (waitpid(child, &status, 0) != child)
    status = kBroken << 8;
  if (dispatcher.joinable())
    dispatcher.join();
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

UnixAddress::UnixAddress(const std::string& name) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::memcpy(address.sun_path, name.data(), std::min(name.size(), sizeof address.sun_path - 1));
  std::memcpy(&storage, &address, sizeof address);
  const bool is_abstract = !name.empty() && name[0] == '\0';
  size =
      static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + name.size() + (is_abstract ? 0 : 1));
}

UniqueFd ServeUnix(const std::string& name, int type) {
  UniqueFd server(socket(AF_UNIX, type | SOCK_CLOEXEC, 0));
  const UnixAddress address(name);
  if (bind(server.get(), reinterpret_cast<const sockaddr*>(&address.storage), address.size) != 0) {
    return {};
  }
  if (type != SOCK_DGRAM && listen(server.get(), 64) != 0)
    return {};
  return server;
}

UniqueFd ServeTcp(std::uint16_t& port) {
  UniqueFd server(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  if (bind(server.get(), reinterpret_cast<sockaddr*>(&address), size) != 0 ||
      listen(server.get(), 64) != 0 ||
      getsockname(server.get(), reinterpret_cast<sockaddr*>(&address), &size) != 0) {
    return {};
  }
  port = ntohs(address.sin_port);
  return server;
}

int ConnectUnix(const std::string& name, int type) {
  const UniqueFd client(socket(AF_UNIX, type | SOCK_CLOEXEC, 0));
  const UnixAddress address(name);
  const auto* raw = reinterpret_cast<const sockaddr*>(&address.storage);
  return connect(client.get(), raw, address.size) == 0 ? 0 : errno;
}

int ConnectTcp(std::uint16_t port, int type) {
  const UniqueFd client(socket(AF_INET, type | SOCK_CLOEXEC, 0));
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(port);
  return connect(client.get(), reinterpret_cast<sockaddr*>(&address), sizeof address) == 0 ? 0
                                                                                           : errno;
}

bool WasReached(int server_fd) {
  pollfd entry{server_fd, POLLIN, 0};
  return poll(&entry, 1, 0) == 1 && (entry.revents & POLLIN) != 0;
}

void MakeFile(const std::string& path, const std::string& text) {
  const UniqueFd fd(open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644));
  ASSERT_TRUE(fd.valid()) << path;
  ASSERT_EQ(write(fd.get(), text.data(), text.size()), static_cast<ssize_t>(text.size()));
}

}  // namespace sbx::test
