// SPDX-License-Identifier: MIT
//
// Many connects that hang: nobody else waits for them, and there is an end to
// what they cost the supervisor.
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <thread>

#include "core/platform/linux/listener/connector.hpp"
#include "tests/unit/listener/fixture.hpp"

namespace sbx::test {
namespace {

constexpr int kStalled = 90;
constexpr unsigned kPatience = 10;  // seconds

// Connects to a server whose queue is full, one thread each, until it is gone.
class Crowd {
 public:
  explicit Crowd(const std::string& path) : address_(path) {
    server_ = UniqueFd(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    first_ = UniqueFd(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    ready_ = bind(server_.get(), raw(), address_.size) == 0 && listen(server_.get(), 0) == 0 &&
             connect(first_.get(), raw(), address_.size) == 0;
  }
  Crowd(const Crowd&) = delete;
  Crowd& operator=(const Crowd&) = delete;
  ~Crowd() { Leave(); }

  [[nodiscard]] bool ready() const { return ready_; }
  [[nodiscard]] int turned_away() const { return turned_away_; }

  // Until `refused` of them have been turned away, or for as long as all patience lasts.
  void Grow(std::size_t count, int refused) {
    for (std::size_t i = 0; i < count; ++i) {
      threads_.emplace_back([this] {
        const UniqueFd client(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
        ++asking_;
        if (connect(client.get(), raw(), address_.size) != 0 && errno == EAGAIN)
          ++turned_away_;
      });
    }
    while (asking_ < threads_.size())
      usleep(1000);
    for (int i = 0; i < 500 && turned_away_ < refused; ++i)
      usleep(10'000);
    usleep(300'000);  // all of them are in the call
  }

  void Leave() {
    server_.reset();
    for (std::thread& thread : threads_)
      thread.join();
    threads_.clear();
  }

 private:
  [[nodiscard]] const sockaddr* raw() const {
    return reinterpret_cast<const sockaddr*>(&address_.storage);
  }

  UnixAddress address_;
  UniqueFd server_, first_;
  bool ready_ = false;
  std::atomic<std::size_t> asking_ = 0;
  std::atomic<int> turned_away_ = 0;
  std::vector<std::thread> threads_;
};

int NonBlocking(std::uint16_t port) {
  const int error = ConnectTcp(port, SOCK_STREAM | SOCK_NONBLOCK);
  return error == EINPROGRESS ? 0 : error;
}

class CrowdTest : public ListenerTest {};

TEST_F(CrowdTest, NobodyWaitsForThoseWhoHang) {
  std::uint16_t port = 0;
  const UniqueFd server = ServeTcp(port);
  MakeFile(In("file"));
  const auto body = [&] {
    alarm(kPatience);  // ends a body that is stalled
    Crowd crowd(In("full"));
    if (!crowd.ready())
      return kStalled;
    crowd.Grow(60, 0);
    int error = ConnectTcp(port);
    if (error == 0)
      error = NonBlocking(port);
    if (error == 0 && chmod(In("file").c_str(), 0600) != 0)
      error = errno;
    if (error == 0 && crowd.turned_away() != 0)
      error = 91;
    return error;
  };
  EXPECT_EQ(Confined(body), 0);
}

TEST_F(CrowdTest, WhoIsTooManyIsToldSoAtOnce) {
  std::uint16_t port = 0;
  const UniqueFd server = ServeTcp(port);
  MakeFile(In("file"));
  const std::size_t most = listener::Connector::MostPending();
  ASSERT_LE(most, 256u);
  const auto body = [&] {
    alarm(kPatience * 2);
    Crowd crowd(In("full"));
    if (!crowd.ready())
      return kStalled;
    crowd.Grow(most + 40, 40);
    if (crowd.turned_away() != 40)
      return 91;
    if (ConnectTcp(port) != EAGAIN || NonBlocking(port) != EAGAIN)
      return 92;
    if (chmod(In("file").c_str(), 0600) != 0)
      return errno;
    crowd.Leave();
    int error = EAGAIN;  // those who left are noticed within a moment
    for (int i = 0; i < 100 && error == EAGAIN; ++i) {
      error = ConnectTcp(port);
      if (error == EAGAIN)
        usleep(20'000);
    }
    return error;
  };
  EXPECT_EQ(Confined(body), 0);
}

TEST_F(CrowdTest, TheirNumberFollowsTheLimitOfDescriptors) {
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &before), 0);
  const auto most_of = [&](rlim_t soft) {
    const rlimit limit{soft, before.rlim_max};
    EXPECT_EQ(setrlimit(RLIMIT_NOFILE, &limit), 0);
    const std::size_t most = listener::Connector::MostPending();
    setrlimit(RLIMIT_NOFILE, &before);
    return most;
  };
  EXPECT_EQ(most_of(64), 16u);
  EXPECT_EQ(most_of(1024), 128u);
  if (before.rlim_max >= 4096) {
    EXPECT_EQ(most_of(4096), 256u);
  }
}

}  // namespace
}  // namespace sbx::test
