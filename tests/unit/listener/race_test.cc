// SPDX-License-Identifier: MIT
//
// A second thread exchanges, as fast as it can, what the first one's connect
// and chmod name. By bare system calls, because the races are the target's and
// meant: a sanitizer has nothing to say about them.
#include <arpa/inet.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <netinet/in.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstring>
#include <thread>

#include "tests/unit/listener/fixture.hpp"

namespace sbx::test {
namespace {

using Clock = std::chrono::steady_clock;

class Race : public ListenerTest {};

TEST_F(Race, ExchangedAddressesAndSocketsReachNothingOutside) {
  const UniqueFd outside = ServeUnix(Out("sock"));
  const std::string abstract = std::string(1, '\0') + "sbx-race" + std::to_string(getpid());
  const UniqueFd outside_abstract = ServeUnix(abstract);
  std::uint16_t port = 0;
  const UniqueFd tcp = ServeTcp(port);
  const auto body = [&] {
    close(outside_abstract.get());
    const UniqueFd inside = ServeUnix(In("sock"));
    std::thread accepting([&] {
      while (true) {
        const UniqueFd peer(accept4(inside.get(), nullptr, nullptr, SOCK_CLOEXEC));
        if (!peer.valid())
          return;
      }
    });
    const UnixAddress in(In("sock")), out(Out("sock")), hidden(abstract);
    UnixAddress inet("");
    sockaddr_in loopback{};
    loopback.sin_family = AF_INET;
    loopback.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    loopback.sin_port = htons(port);
    std::memcpy(&inet.storage, &loopback, sizeof loopback);
    inet.size = sizeof loopback;
    const UnixAddress* choices[] = {&in, &out, &hidden, &inet};
    static sockaddr_storage shared;
    static std::atomic<bool> stop;
    stop = false;
    const int number = 200;
    const auto deadline = Clock::now() + std::chrono::seconds(1);
    std::thread exchanging([&] {
      unsigned random = 1;
      const UniqueFd tcp_socket(socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
      for (unsigned i = 0; !stop; ++i) {
        random = random * 1664525 + 1013904223;
        std::memcpy(&shared, &choices[(random >> 24) % 4]->storage, sizeof shared);
        if (i % 16 == 0) {
          const UniqueFd fresh(socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
          syscall(__NR_dup3, fresh.get(), number, 0);
        } else if (i % 16 == 8) {
          syscall(__NR_dup3, tcp_socket.get(), number, 0);
        }
      }
    });
    int calls = 0, connected = 0;
    while (Clock::now() < deadline) {
      const socklen_t sizes[] = {in.size, out.size, hidden.size, inet.size};
      if (syscall(__NR_connect, number, &shared, sizes[calls % 4]) == 0)
        ++connected;
      ++calls;
    }
    stop = true;
    exchanging.join();
    shutdown(inside.get(), SHUT_RDWR);
    accepting.join();
    return calls > 100 && connected > 0 ? 0 : 99;
  };
  EXPECT_EQ(Confined(body), 0);
  EXPECT_FALSE(WasReached(outside.get()));
  EXPECT_FALSE(WasReached(outside_abstract.get()));
  EXPECT_FALSE(refusals_.empty());
}

TEST_F(Race, ExchangedNamesChangeNothingOutside) {
  MakeFile(Out("file"));
  MakeFile(In("file"));
  ASSERT_EQ(symlink(Out("file").c_str(), In("link").c_str()), 0);
  ASSERT_EQ(chmod(Out("file").c_str(), 0644), 0);
  const auto body = [&] {
    std::atomic<bool> stop = false;
    std::thread exchanging([&] {
      while (!stop) {
        syscall(__NR_renameat2, AT_FDCWD, In("file").c_str(), AT_FDCWD, In("link").c_str(),
                RENAME_EXCHANGE);
      }
    });
    const auto deadline = Clock::now() + std::chrono::seconds(1);
    int done = 0;
    while (Clock::now() < deadline) {
      if (chmod(In("file").c_str(), 0600) == 0)
        ++done;
    }
    stop = true;
    exchanging.join();
    return done > 0 ? 0 : 99;
  };
  EXPECT_EQ(Confined(body), 0);
  struct stat after {};
  ASSERT_EQ(stat(Out("file").c_str(), &after), 0);
  EXPECT_EQ(after.st_mode & 07777, 0644u);
}

}  // namespace
}  // namespace sbx::test
