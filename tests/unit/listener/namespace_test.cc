// SPDX-License-Identifier: MIT
//
// Targets in a user and mount namespace of their own, as a wrapping runner makes
// them: paths and numbers mean what they mean there.
#include <fcntl.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "tests/unit/listener/fixture.hpp"

namespace sbx::test {
namespace {

int Errno(long result) {
  return result == 0 ? 0 : errno;
}

bool WriteText(const char* path, const std::string& text) {
  const UniqueFd fd(open(path, O_WRONLY | O_CLOEXEC));
  return write(fd.get(), text.data(), text.size()) == static_cast<ssize_t>(text.size());
}

std::string MapLine(unsigned inside, unsigned outside) {
  std::string line = std::to_string(inside);
  line += ' ';
  line += std::to_string(outside);
  line += " 1";
  return line;
}

class Namespaces : public ListenerTest {
 protected:
  void SetUp() override {
#if defined(__SANITIZE_THREAD__)
    GTEST_SKIP() << "the sanitizer's own thread keeps the child from making a user namespace";
#endif
    ListenerTest::SetUp();
    for (const std::string& name : {own_, view_}) {
      ASSERT_EQ(mkdir((base_ + name).c_str(), 0755), 0);
    }
    MakeFile(In("file"));
    MakeFile(Out("file"));
    ASSERT_EQ(symlink(Out("file").c_str(), In("link").c_str()), 0);
    ASSERT_EQ(symlink(In("file").c_str(), Out("back").c_str()), 0);
    prepare_ = [this] {
      const unsigned uid = geteuid(), gid = getegid();
      if (unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0)
        return false;
      return WriteText("/proc/self/setgroups", "deny") &&
             WriteText("/proc/self/uid_map", MapLine(7, uid)) &&
             WriteText("/proc/self/gid_map", MapLine(8, gid)) &&
             mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0 &&
             mount("none", (base_ + own_).c_str(), "tmpfs", 0, nullptr) == 0 &&
             mount(workspace_.c_str(), (base_ + view_).c_str(), nullptr, MS_BIND, nullptr) == 0;
    };
  }

  const std::string own_ = "/own", view_ = "/view";
};

TEST_F(Namespaces, MetadataByPath) {
  EXPECT_EQ(Confined([&] { return Errno(chmod(In("file").c_str(), 0600)); }), 0);
  EXPECT_EQ(Confined([] { return Errno(chmod("file", 0600)); }), 0);
  EXPECT_EQ(Confined([] { return Errno(chmod("../place/./file", 0600)); }), 0);
  EXPECT_EQ(Confined([] { return Errno(chmod("../outside/back", 0640)); }), 0);
  struct stat after {};
  ASSERT_EQ(stat(In("file").c_str(), &after), 0);
  EXPECT_EQ(after.st_mode & 07777, 0640u);
  EXPECT_EQ(Confined([] { return Errno(chmod("link", 0600)); }), EPERM);
  EXPECT_EQ(Confined([&] { return Errno(chmod(Out("file").c_str(), 0600)); }), EPERM);
  EXPECT_EQ(Confined([] { return Errno(chmod("../outside/file", 0600)); }), EPERM);
  EXPECT_EQ(Confined([] { return Errno(chmod("absent", 0600)); }), ENOENT);
  EXPECT_EQ(Confined([] { return Errno(chmod("/dev/null", 0600)); }), EPERM);
  ASSERT_EQ(stat(Out("file").c_str(), &after), 0);
  EXPECT_EQ(after.st_mode & 07777, 0644u);
}

TEST_F(Namespaces, MetadataByDescriptor) {
  const auto change = [](const std::string& path) {
    const UniqueFd fd(open(path.c_str(), O_RDONLY | O_CLOEXEC));
    return Errno(fchmod(fd.get(), 0600));
  };
  const auto below = [](const std::string& directory) {
    const UniqueFd fd(open(directory.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    return Errno(fchmodat(fd.get(), "file", 0600, 0));
  };
  EXPECT_EQ(Confined([&] { return change(In("file")); }), 0);
  EXPECT_EQ(Confined([&] { return change(Out("file")); }), EPERM);
  EXPECT_EQ(Confined([&] { return below(workspace_); }), 0);
  EXPECT_EQ(Confined([&] { return below(outside_); }), EPERM);
}

TEST_F(Namespaces, MountsOfItsOwn) {
  const auto own = [&] {
    const std::string path = base_ + own_ + "/file";
    const UniqueFd fd(open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
    return Errno(chmod(path.c_str(), 0640));
  };
  EXPECT_EQ(Confined(own), 0);
  EXPECT_EQ(Confined([&] { return Errno(chmod((base_ + view_ + "/file").c_str(), 0600)); }), 0);
}

TEST_F(Namespaces, OwnersAreTranslated) {
  EXPECT_EQ(Confined([&] { return Errno(chown(In("file").c_str(), 7, 8)); }), 0);
  EXPECT_EQ(Confined([&] { return Errno(chown(In("file").c_str(), ~0u, 8)); }), 0);
  EXPECT_EQ(Confined([&] { return Errno(chown(In("file").c_str(), 1, 8)); }), EINVAL);
  struct stat after {};
  ASSERT_EQ(stat(In("file").c_str(), &after), 0);
  EXPECT_EQ(after.st_uid, geteuid());
}

TEST_F(Namespaces, UnixSockets) {
  const UniqueFd outside = ServeUnix(Out("sock"));
  const auto inside = [&] {
    const UniqueFd server = ServeUnix("new");
    if (const int error = ConnectUnix(In("new")); error != 0)
      return error;
    if (const int error = ConnectUnix("new"); error != 0)
      return error;
    const int error = ConnectUnix("../place/new");
    unlink("new");
    return error;
  };
  EXPECT_EQ(Confined(inside), 0);
  EXPECT_EQ(Confined([&] { return ConnectUnix(Out("sock")); }), EACCES);
  EXPECT_EQ(Confined([] { return ConnectUnix("../outside/sock"); }), EACCES);
  EXPECT_FALSE(WasReached(outside.get()));
  EXPECT_EQ(Free([] { return ConnectUnix("../outside/sock"); }), 0);
}

}  // namespace
}  // namespace sbx::test
