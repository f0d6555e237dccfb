// SPDX-License-Identifier: MIT
#include <arpa/inet.h>
#include <fcntl.h>
#include <linux/netlink.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <thread>

#include "tests/unit/listener/fixture.hpp"

namespace sbx::test {
namespace {

class InetConnect : public ListenerTest {};

sockaddr_in Loopback(std::uint16_t port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(port);
  return address;
}

int Connect(int fd, const sockaddr_in& address) {
  return connect(fd, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0 ? 0 : errno;
}

TEST_F(InetConnect, BlockingAndRefused) {
  std::uint16_t port = 0;
  UniqueFd server = ServeTcp(port);
  EXPECT_EQ(Confined([&] { return ConnectTcp(port); }), 0);
  EXPECT_TRUE(WasReached(server.get()));
  server.reset();
  EXPECT_EQ(Free([&] { return ConnectTcp(port); }), ECONNREFUSED);
  EXPECT_EQ(Confined([&] { return ConnectTcp(port); }), ECONNREFUSED);
}

TEST_F(InetConnect, NonBlockingGoesOnInTheBackground) {
  std::uint16_t port = 0;
  const UniqueFd server = ServeTcp(port);
  const auto body = [&] {
    const UniqueFd client(socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
    const int first = Connect(client.get(), Loopback(port));
    if (first != 0 && first != EINPROGRESS)
      return first;
    pollfd entry{client.get(), POLLOUT, 0};
    if (poll(&entry, 1, 5000) != 1)
      return 99;
    int error = -1;
    socklen_t size = sizeof error;
    getsockopt(client.get(), SOL_SOCKET, SO_ERROR, &error, &size);
    if (error != 0)
      return error;
    // The second says once that it is done, the third that it was.
    (void)Connect(client.get(), Loopback(port));
    return Connect(client.get(), Loopback(port)) == EISCONN ? 0 : 98;
  };
  EXPECT_EQ(Free(body), 0);
  EXPECT_EQ(Confined(body), 0);
}

TEST_F(InetConnect, DatagramSocketsAndLettingGo) {
  const auto body = [] {
    const UniqueFd client(socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0));
    if (const int error = Connect(client.get(), Loopback(9)); error != 0)
      return error;
    sockaddr_in peer{};
    socklen_t size = sizeof peer;
    if (getpeername(client.get(), reinterpret_cast<sockaddr*>(&peer), &size) != 0)
      return errno;
    if (peer.sin_port != htons(9))
      return 99;
    sockaddr_in none{};
    none.sin_family = AF_UNSPEC;
    if (const int error = Connect(client.get(), none); error != 0)
      return error;
    size = sizeof peer;
    return getpeername(client.get(), reinterpret_cast<sockaddr*>(&peer), &size) == -1 &&
                   errno == ENOTCONN
               ? 0
               : 98;
  };
  EXPECT_EQ(Free(body), 0);
  EXPECT_EQ(Confined(body), 0);
}

TEST_F(InetConnect, RefusedWithoutNetwork) {
  policy_.network = Network::kNone;
  std::uint16_t port = 0;
  const UniqueFd server = ServeTcp(port);
  EXPECT_EQ(Confined([&] { return ConnectTcp(port); }), EACCES);
  ASSERT_EQ(refusals_.size(), 1u);
  EXPECT_EQ(refusals_[0].path, "127.0.0.1:" + std::to_string(port));
  EXPECT_EQ(Confined([&] { return ConnectTcp(9, SOCK_DGRAM); }), EACCES);
  EXPECT_FALSE(WasReached(server.get()));
  EXPECT_EQ(Free([&] { return ConnectTcp(port); }), 0);
  EXPECT_EQ(Free([&] { return ConnectTcp(9, SOCK_DGRAM); }), 0);
  const auto routes = [] {
    const UniqueFd client(socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_ROUTE));
    sockaddr_nl kernel{};
    kernel.nl_family = AF_NETLINK;
    return connect(client.get(), reinterpret_cast<sockaddr*>(&kernel), sizeof kernel) == 0 ? 0
                                                                                           : errno;
  };
  EXPECT_EQ(Confined(routes), 0);
}

TEST_F(InetConnect, AddressOfAnotherFamilyIsTheKernelsToRefuse) {
  const auto body = [&] {
    const UniqueFd client(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    const UnixAddress address(Out("sock"));
    return connect(client.get(), reinterpret_cast<const sockaddr*>(&address.storage),
                   address.size) == 0
               ? 0
               : errno;
  };
  const int without = Free(body);
  EXPECT_NE(without, 0);
  EXPECT_EQ(Confined(body), without);
}

std::atomic<int> caught = 0;

// A queue that is full makes a blocking connect wait in SYN_SENT.
TEST_F(InetConnect, WaitingEndsWithATimeoutASignalOrTheProcess) {
  const auto fill = [](std::vector<UniqueFd>& held, std::uint16_t& port) {
    UniqueFd server(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_in address = Loopback(0);
    socklen_t size = sizeof address;
    bind(server.get(), reinterpret_cast<sockaddr*>(&address), size);
    listen(server.get(), 0);
    getsockname(server.get(), reinterpret_cast<sockaddr*>(&address), &size);
    port = ntohs(address.sin_port);
    held.push_back(std::move(server));
    for (int i = 0; i < 8; ++i) {
      UniqueFd client(socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
      (void)connect(client.get(), reinterpret_cast<sockaddr*>(&address), size);
      held.push_back(std::move(client));
    }
    usleep(20'000);
  };
  const auto timeout = [&] {
    std::vector<UniqueFd> held;
    std::uint16_t port = 0;
    fill(held, port);
    const UniqueFd client(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    const timeval limit{0, 350'000};
    setsockopt(client.get(), SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
    return Connect(client.get(), Loopback(port));
  };
  EXPECT_EQ(Free(timeout), EINPROGRESS);
  EXPECT_EQ(Confined(timeout), EINPROGRESS);

  const auto interrupted = [&] {
    std::vector<UniqueFd> held;
    std::uint16_t port = 0;
    fill(held, port);
    struct sigaction action {};
    action.sa_handler = [](int) { ++caught; };
    sigaction(SIGALRM, &action, nullptr);
    const itimerval in{{}, {0, 200'000}};
    setitimer(ITIMER_REAL, &in, nullptr);
    const UniqueFd client(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    const int error = Connect(client.get(), Loopback(port));
    return caught == 1 ? error : 99;
  };
  EXPECT_EQ(Free(interrupted), EINTR);
  EXPECT_EQ(Confined(interrupted), EINTR);

  const auto killed = [&] {
    std::vector<UniqueFd> held;
    std::uint16_t port = 0;
    fill(held, port);
    const itimerval in{{}, {0, 200'000}};
    setitimer(ITIMER_REAL, &in, nullptr);
    const UniqueFd client(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    return Connect(client.get(), Loopback(port));
  };
  EXPECT_EQ(Confined(killed), 1000 + SIGALRM);
}

TEST_F(InetConnect, ManyThreadsAtOnce) {
  std::uint16_t port = 0;
  const UniqueFd server = ServeTcp(port);
  const auto body = [&] {
    std::atomic<int> failed = 0;
    std::vector<std::thread> threads;
    for (int i = 0; i < 48; ++i) {
      threads.emplace_back([&] {
        if (ConnectTcp(port) != 0)
          ++failed;
      });
    }
    for (std::thread& thread : threads)
      thread.join();
    return failed.load();
  };
  EXPECT_EQ(Confined(body), 0);
}

}  // namespace
}  // namespace sbx::test
