// SPDX-License-Identifier: MIT
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <thread>

#include <gmock/gmock.h>

#include "tests/unit/listener/fixture.hpp"

namespace sbx::test {
namespace {

class UnixConnect : public ListenerTest {};

TEST_F(UnixConnect, OutsideIsRefused) {
  const UniqueFd server = ServeUnix(Out("sock"));
  const auto body = [&] { return ConnectUnix(Out("sock")); };
  EXPECT_EQ(Confined(body), EACCES);
  EXPECT_FALSE(WasReached(server.get()));
  ASSERT_EQ(refusals_.size(), 1u);
  EXPECT_EQ(refusals_[0].operation, "connect");
  EXPECT_EQ(refusals_[0].path, Out("sock"));
  EXPECT_EQ(refusals_[0].os_error, EACCES);
  EXPECT_GT(refusals_[0].pid, 1);
  EXPECT_EQ(Free(body), 0);
  EXPECT_TRUE(WasReached(server.get()));
}

TEST_F(UnixConnect, OutsideMadeDuringTheRunIsRefusedToo) {
  const auto body = [&] {
    const UniqueFd server = ServeUnix(Out("young"));
    const int error = ConnectUnix(Out("young"));
    unlink(Out("young").c_str());
    return server.valid() ? error : 99;
  };
  EXPECT_EQ(Confined(body), EACCES);
  EXPECT_EQ(Free(body), 0);
}

TEST_F(UnixConnect, OlderSocketInTheWorkspaceIsRefused) {
  const UniqueFd server = ServeUnix(In("old"));
  PauseForFileTimes();
  const auto body = [&] { return ConnectUnix(In("old")); };
  EXPECT_EQ(Confined(body), EACCES);
  EXPECT_FALSE(WasReached(server.get()));
  EXPECT_EQ(Free(body), 0);
}

// What an earlier run left behind: programs make a new one on ECONNREFUSED only.
TEST_F(UnixConnect, StaleSocketInTheWorkspaceIsAnsweredAsByTheKernel) {
  for (const int type : {SOCK_STREAM, SOCK_SEQPACKET}) {
    {
      const UniqueFd gone = ServeUnix(In("stale"), type);
    }
    { const UniqueFd gone = ServeUnix(Out("stale"), type); }
    PauseForFileTimes();
    const auto body = [&] { return ConnectUnix(In("stale"), type); };
    EXPECT_EQ(Free(body), ECONNREFUSED);
    EXPECT_EQ(Confined(body), ECONNREFUSED);
    EXPECT_TRUE(refusals_.empty());
    const auto outside = [&] { return ConnectUnix(Out("stale"), type); };
    EXPECT_EQ(Confined(outside), EACCES);
    unlink(In("stale").c_str());
    unlink(Out("stale").c_str());
  }
}

// Asking whether a socket is stale must not be noticed by who owns it.
TEST_F(UnixConnect, OlderSocketInUseIsNotTouched) {
  const UniqueFd datagrams = ServeUnix(In("datagrams"), SOCK_DGRAM);
  UniqueFd bound(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  const UnixAddress address(In("bound"));
  ASSERT_EQ(bind(bound.get(), reinterpret_cast<const sockaddr*>(&address.storage), address.size),
            0);
  PauseForFileTimes();
  EXPECT_EQ(Confined([&] { return ConnectUnix(In("datagrams")); }), EACCES);
  EXPECT_EQ(Confined([&] { return ConnectUnix(In("bound")); }), EACCES);
  EXPECT_FALSE(WasReached(datagrams.get()));
}

TEST_F(UnixConnect, NewSocketInTheWorkspaceWorks) {
  const auto body = [&] {
    const UniqueFd server = ServeUnix(In("new"));
    char got = 0;
    std::thread accepting([&] {
      const UniqueFd peer(accept4(server.get(), nullptr, nullptr, SOCK_CLOEXEC));
      if (write(peer.get(), "x", 1) != 1)
        _exit(98);
    });
    const UniqueFd client(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    const UnixAddress address(In("new"));
    if (connect(client.get(), reinterpret_cast<const sockaddr*>(&address.storage), address.size) !=
        0) {
      _exit(errno);
    }
    const bool read_it = read(client.get(), &got, 1) == 1 && got == 'x';
    accepting.join();
    // The socket stays what it was: connected, blocking.
    const int again =
        connect(client.get(), reinterpret_cast<const sockaddr*>(&address.storage), address.size);
    timeval timeout{};
    socklen_t size = sizeof timeout;
    getsockopt(client.get(), SOL_SOCKET, SO_SNDTIMEO, &timeout, &size);
    const bool kept = again == -1 && errno == EISCONN && timeout.tv_sec == 0 &&
                      timeout.tv_usec == 0 && (fcntl(client.get(), F_GETFL) & O_NONBLOCK) == 0;
    return read_it && kept ? 0 : 97;
  };
  EXPECT_EQ(Confined(body), 0);
  EXPECT_TRUE(refusals_.empty());
  unlink(In("new").c_str());
  EXPECT_EQ(Free(body), 0);
}

TEST_F(UnixConnect, RelativeAndDescriptorPaths) {
  const UniqueFd outside = ServeUnix(Out("sock"));
  const auto inside = [&] {
    const UniqueFd server = ServeUnix("rel");
    if (const int error = ConnectUnix("./rel"); error != 0)
      return error;
    if (const int error = ConnectUnix("../place/rel"); error != 0)
      return error;
    const UniqueFd here(open(".", O_PATH | O_DIRECTORY | O_CLOEXEC));
    const std::string through = "/proc/self/fd/" + std::to_string(here.get()) + "/rel";
    if (const int error = ConnectUnix(through); error != 0)
      return error;
    const int error = ConnectUnix("/dev/fd/" + std::to_string(here.get()) + "/rel");
    unlink("rel");
    return error;
  };
  EXPECT_EQ(Confined(inside), 0);
  EXPECT_EQ(Free(inside), 0);
  const auto dotdot = [] { return ConnectUnix("../outside/sock"); };
  EXPECT_EQ(Confined(dotdot), EACCES);
  EXPECT_EQ(Free(dotdot), 0);
  const auto magic = [&] { return ConnectUnix("/proc/self/root" + Out("sock")); };
  EXPECT_NE(Confined(magic), 0);
  EXPECT_EQ(Free(magic), 0);
}

TEST_F(UnixConnect, LinksToOutsideAreRefused) {
  const UniqueFd server = ServeUnix(Out("sock"));
  PauseForFileTimes();
  const auto symbolic = [&] {
    if (symlink(Out("sock").c_str(), "link") != 0)
      return 99;
    const int error = ConnectUnix("link");
    unlink("link");
    return error;
  };
  const auto hard = [&] {
    if (link(Out("sock").c_str(), In("hard").c_str()) != 0)
      return 99;
    const int error = ConnectUnix(In("hard"));
    unlink(In("hard").c_str());
    return error;
  };
  const auto renamed = [&] {
    if (rename(Out("sock").c_str(), In("moved").c_str()) != 0)
      return 99;
    const int error = ConnectUnix(In("moved"));
    return rename(In("moved").c_str(), Out("sock").c_str()) == 0 ? error : 98;
  };
  EXPECT_EQ(Confined(symbolic), EACCES);
  EXPECT_EQ(Confined(hard), EACCES);
  EXPECT_EQ(Confined(renamed), EACCES);
  EXPECT_FALSE(WasReached(server.get()));
  EXPECT_EQ(Free(symbolic), 0);
  EXPECT_EQ(Free(hard), 0);
  EXPECT_EQ(Free(renamed), 0);
}

TEST_F(UnixConnect, AllowedSocketIsReachedAlsoWhenItsServerRestarts) {
  policy_.allow_sockets = {Out("link")};
  ASSERT_EQ(symlink(Out("named").c_str(), Out("link").c_str()), 0);
  const UniqueFd server = ServeUnix(Out("named"));
  const UniqueFd other = ServeUnix(Out("other"));
  EXPECT_EQ(Confined([&] { return ConnectUnix(Out("named")); }), 0);
  EXPECT_EQ(Confined([&] { return ConnectUnix(Out("link")); }), 0);
  EXPECT_EQ(Confined([&] { return ConnectUnix(Out("other")); }), EACCES);
  const auto restarted = [&] {
    if (unlink(Out("named").c_str()) != 0)
      return 99;
    const UniqueFd again = ServeUnix(Out("named"));
    return ConnectUnix(Out("named"));
  };
  EXPECT_EQ(Confined(restarted), 0);
}

TEST_F(UnixConnect, AllowedSocketMayAppearLater) {
  policy_.allow_sockets = {Out("link")};
  ASSERT_EQ(symlink("later", Out("link").c_str()), 0);
  const auto appears = [&](const std::string& path) {
    return [path] {
      const UniqueFd again = ServeUnix(path);
      return again.valid() ? ConnectUnix(path) : 99;
    };
  };
  EXPECT_EQ(Confined(appears(Out("later"))), 0);
  EXPECT_EQ(Confined(appears(Out("other"))), EACCES);
}

// A name that the target can change is known by its object alone.
TEST_F(UnixConnect, AllowedNameInTheWorkspaceCannotBeGivenToAnother) {
  policy_.allow_sockets = {In("named")};
  const UniqueFd outside = ServeUnix(Out("sock"));
  const UniqueFd server = ServeUnix(In("named"));
  PauseForFileTimes();
  EXPECT_EQ(Confined([&] { return ConnectUnix(In("named")); }), 0);
  const auto exchanged = [&] {
    if (rename(In("named").c_str(), In("kept").c_str()) != 0)
      return 99;
    if (link(Out("sock").c_str(), In("named").c_str()) != 0)
      return 98;
    const int error = ConnectUnix(In("named"));
    if (ConnectUnix(In("kept")) != 0)
      return 97;
    return rename(In("kept").c_str(), In("named").c_str()) == 0 ? error : 96;
  };
  EXPECT_EQ(Confined(exchanged), EACCES);
  EXPECT_FALSE(WasReached(outside.get()));
}

// The target runs as soon as its filter is there, so it can come first.
TEST_F(UnixConnect, AllowedNameExchangedBeforeTheListenerIsMade) {
  early_ = true;
  policy_.allow_sockets = {In("named")};
  const UniqueFd outside = ServeUnix(Out("sock"));
  const UniqueFd server = ServeUnix(In("named"));
  PauseForFileTimes();
  EXPECT_EQ(Confined([&] { return ConnectUnix(In("named")); }), 0);
  const auto exchanged = [&] {
    if (unlink(In("named").c_str()) != 0)
      return 99;
    if (link(Out("sock").c_str(), In("named").c_str()) != 0)
      return 98;
    return ConnectUnix(In("named"));
  };
  EXPECT_EQ(Confined(exchanged), EACCES);
  EXPECT_FALSE(WasReached(outside.get()));
}

TEST_F(UnixConnect, AllowedNameThroughALinkInTheWorkspaceIsNotUsed) {
  ASSERT_EQ(mkdir(Out("a").c_str(), 0755), 0);
  ASSERT_EQ(symlink(Out("a").c_str(), In("link").c_str()), 0);
  policy_.allow_sockets = {In("link/sock")};
  const UniqueFd server = ServeUnix(Out("a/sock"));
  EXPECT_EQ(Confined([&] { return ConnectUnix(In("link/sock")); }), EACCES);
  EXPECT_EQ(Free([&] { return ConnectUnix(In("link/sock")); }), 0);
}

TEST_F(UnixConnect, DenyRefusesAllButTheNamed) {
  policy_.unix_sockets = UnixSockets::kDeny;
  policy_.allow_sockets = {Out("named")};
  const UniqueFd server = ServeUnix(Out("named"));
  const auto inside = [&] {
    const UniqueFd own = ServeUnix(In("new"));
    const int error = ConnectUnix(In("new"));
    unlink(In("new").c_str());
    return error;
  };
  EXPECT_EQ(Confined(inside), EACCES);
  EXPECT_EQ(Free(inside), 0);
  EXPECT_EQ(Confined([&] { return ConnectUnix(Out("named")); }), 0);
}

TEST_F(UnixConnect, ErrorsAreThoseOfTheKernel) {
  MakeFile(In("file"));
  { const UniqueFd gone = ServeUnix(In("dead")); }
  ASSERT_EQ(symlink("loop", In("loop").c_str()), 0);
  const auto same = [&](const Body& body) {
    const int without = Free(body);
    EXPECT_NE(without, 0);
    EXPECT_EQ(Confined(body), without);
  };
  same([&] { return ConnectUnix(In("absent")); });
  same([&] { return ConnectUnix(In("file/below")); });
  same([&] { return ConnectUnix(In("file")); });
  same([&] { return ConnectUnix(In("loop")); });
  same([&] {
    const UniqueFd gone = ServeUnix("gone");
    const UniqueFd still(dup(gone.get()));
    shutdown(still.get(), SHUT_RDWR);
    const int error = ConnectUnix("gone");
    unlink("gone");
    return error;
  });
  same([&] {
    const UniqueFd server = ServeUnix("type", SOCK_SEQPACKET);
    const int error = ConnectUnix("type", SOCK_STREAM);
    unlink("type");
    return error;
  });
  same([] { return connect(1000, nullptr, 0) == 0 ? 0 : errno; });
  same([&] {
    const UniqueFd file(open(In("file").c_str(), O_RDONLY | O_CLOEXEC));
    const UnixAddress address("x");
    return connect(file.get(), reinterpret_cast<const sockaddr*>(&address.storage), address.size) ==
                   0
               ? 0
               : errno;
  });
  same([] {
    const UniqueFd client(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    return connect(client.get(), reinterpret_cast<const sockaddr*>(8), 20) == 0 ? 0 : errno;
  });
  same([] {
    const UniqueFd client(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    const UnixAddress address("x");
    return connect(client.get(), reinterpret_cast<const sockaddr*>(&address.storage), 4096) == 0
               ? 0
               : errno;
  });
  same([] {
    const UniqueFd client(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    const UnixAddress address("x");
    return connect(client.get(), reinterpret_cast<const sockaddr*>(&address.storage), 2) == 0
               ? 0
               : errno;
  });
}

// The queue of a server that does not accept is full: the caller waits, the
// listener and other callers do not.
TEST_F(UnixConnect, WaitingForAFullQueueHoldsNobodyElse) {
  const auto body = [&] {
    UniqueFd server(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    const UnixAddress address(In("full"));
    const auto* raw = reinterpret_cast<const sockaddr*>(&address.storage);
    if (bind(server.get(), raw, address.size) != 0 || listen(server.get(), 0) != 0)
      return 99;
    const UniqueFd first(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    if (connect(first.get(), raw, address.size) != 0)
      return 98;
    const UniqueFd impatient(socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
    if (connect(impatient.get(), raw, address.size) == 0 || errno != EAGAIN)
      return 97;
    const UniqueFd limited(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    const timeval limit{0, 250'000};
    setsockopt(limited.get(), SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
    if (connect(limited.get(), raw, address.size) == 0 || errno != EAGAIN)
      return 96;
    std::atomic<bool> connected = false;
    int error = 0;
    std::thread waiting([&] {
      const UniqueFd second(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
      error = connect(second.get(), raw, address.size) == 0 ? 0 : errno;
      connected = true;
    });
    usleep(250'000);
    const bool waited = !connected;
    const UniqueFd other = ServeUnix(In("other"));
    if (ConnectUnix(In("other")) != 0)
      return 95;
    const UniqueFd accepted(accept4(server.get(), nullptr, nullptr, SOCK_CLOEXEC));
    waiting.join();
    unlink(In("full").c_str());
    unlink(In("other").c_str());
    return waited ? error : 94;
  };
  EXPECT_EQ(Free(body), 0);
  EXPECT_EQ(Confined(body), 0);
}

std::string Abstract(const std::string& name) {
  return std::string(1, '\0') + name + std::to_string(getppid()) + "." + std::to_string(getpid());
}

TEST_F(UnixConnect, AbstractOutsideIsRefusedAndInsideWorks) {
  const std::string name = Abstract("sbx-outside");
  const UniqueFd server = ServeUnix(name);
  ASSERT_TRUE(server.valid());
  // The child has no copy of the listening socket.
  const auto outside = [&] {
    close(server.get());
    return ConnectUnix(name);
  };
  EXPECT_EQ(Confined(outside), EPERM);
  ASSERT_EQ(refusals_.size(), 1u);
  EXPECT_EQ(refusals_[0].path, std::string(name).replace(0, 1, 1, '@'));
  EXPECT_FALSE(WasReached(server.get()));
  EXPECT_EQ(Free(outside), 0);

  const auto inside = [] {
    const std::string own = Abstract("sbx-inside");
    const UniqueFd listening = ServeUnix(own);
    return ConnectUnix(own);
  };
  EXPECT_EQ(Confined(inside), 0);
  EXPECT_EQ(Free(inside), 0);
  const auto nobody = [] { return ConnectUnix(Abstract("sbx-nobody")); };
  EXPECT_EQ(Free(nobody), ECONNREFUSED);
  EXPECT_EQ(Confined(nobody), ECONNREFUSED);
}

// The list of the kernel shows names raw: one that reads like a line which
// names an inside socket must not help to reach the outside one.
TEST_F(UnixConnect, AbstractNameThatForgesTheListDoesNotHelp) {
  const std::string name = Abstract("sbx-forged");
  const UniqueFd server = ServeUnix(name);
  const auto body = [&] {
    close(server.get());
    struct stat own {};
    const UniqueFd listening = ServeUnix(Abstract("sbx-own"));
    fstat(listening.get(), &own);
    const UniqueFd forged = ServeUnix(std::string(1, '\0') + "\n0: 2 0 10000 1 1 " +
                                      std::to_string(own.st_ino) + " @" + name.substr(1));
    if (!forged.valid())
      return 99;
    return ConnectUnix(name);
  };
  EXPECT_EQ(Confined(body), EPERM);
  EXPECT_FALSE(WasReached(server.get()));
  EXPECT_EQ(Free(body), 0);
}

TEST_F(UnixConnect, OwnDirectoriesOfTheRunAreInside) {
  const auto body = [&] {
    const UniqueFd server = ServeUnix(Out("new"));
    const int error = ConnectUnix(Out("new"));
    unlink(Out("new").c_str());
    return error;
  };
  EXPECT_EQ(Confined(body), EACCES);
  own_directories_.emplace_back(open(outside_.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  EXPECT_EQ(Confined(body), 0);
}

}  // namespace
}  // namespace sbx::test
