// SPDX-License-Identifier: MIT
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/xattr.h>
#include <unistd.h>
#include <utime.h>

#include <cerrno>
#include <cstdlib>
#include <vector>

#include <gmock/gmock.h>

#include "tests/unit/listener/fixture.hpp"

namespace sbx::test {
namespace {

constexpr long kFchmodat2 = 452;
constexpr long kSetxattrat = 463;
constexpr long kRemovexattrat = 466;
constexpr long kFileGetattr = 468;
constexpr long kFileSetattr = 469;

struct XattrArgs {
  std::uint64_t value;
  std::uint32_t size;
  std::uint32_t flags;
};

int Errno(long result) {
  return result == 0 ? 0 : errno;
}

struct Form {
  const char* name;
  // Each changes `path` and returns an errno.
  int (*change)(const std::string& path);
};

UniqueFd Reading(const std::string& path) {
  return UniqueFd(open(path.c_str(), O_RDONLY | O_CLOEXEC));
}

constexpr timespec kTimes[2] = {{1000, 5}, {2000, 7}};
constexpr timeval kMicro[2] = {{1000, 5}, {2000, 7}};

const Form kForms[] = {
    {"chmod", [](const std::string& p) { return Errno(chmod(p.c_str(), 0640)); }},
    {"fchmod", [](const std::string& p) { return Errno(fchmod(Reading(p).get(), 0640)); }},
    {"fchmodat",
     [](const std::string& p) { return Errno(syscall(__NR_fchmodat, AT_FDCWD, p.c_str(), 0640)); }},
    {"fchmodat2",
     [](const std::string& p) {
       return Errno(syscall(kFchmodat2, AT_FDCWD, p.c_str(), 0640, AT_SYMLINK_NOFOLLOW));
     }},
    {"fchmodat2 descriptor",
     [](const std::string& p) {
       const UniqueFd fd(open(p.c_str(), O_PATH | O_CLOEXEC));
       return Errno(syscall(kFchmodat2, fd.get(), "", 0640, AT_EMPTY_PATH));
     }},
    {"chmod of a descriptor's name",
     [](const std::string& p) {
       const UniqueFd fd(open(p.c_str(), O_PATH | O_CLOEXEC));
       return Errno(chmod(("/proc/self/fd/" + std::to_string(fd.get())).c_str(), 0640));
     }},
    {"chown", [](const std::string& p) { return Errno(chown(p.c_str(), getuid(), getgid())); }},
    {"lchown", [](const std::string& p) { return Errno(lchown(p.c_str(), getuid(), ~0u)); }},
    {"fchown", [](const std::string& p) { return Errno(fchown(Reading(p).get(), ~0u, getgid())); }},
    {"fchownat",
     [](const std::string& p) {
       return Errno(fchownat(Reading(p).get(), "", getuid(), getgid(), AT_EMPTY_PATH));
     }},
#ifdef __NR_utime
    {"utime",
     [](const std::string& p) {
       const utimbuf times{1000, 2000};
       return Errno(syscall(__NR_utime, p.c_str(), &times));
     }},
    {"utimes", [](const std::string& p) { return Errno(syscall(__NR_utimes, p.c_str(), kMicro)); }},
    {"futimesat",
     [](const std::string& p) {
       return Errno(syscall(__NR_futimesat, AT_FDCWD, p.c_str(), kMicro));
     }},
    {"futimesat descriptor",
     [](const std::string& p) {
       return Errno(syscall(__NR_futimesat, Reading(p).get(), nullptr, kMicro));
     }},
#endif
    {"utimensat",
     [](const std::string& p) { return Errno(utimensat(AT_FDCWD, p.c_str(), kTimes, 0)); }},
    {"utimensat now",
     [](const std::string& p) { return Errno(utimensat(AT_FDCWD, p.c_str(), nullptr, 0)); }},
    {"futimens", [](const std::string& p) { return Errno(futimens(Reading(p).get(), kTimes)); }},
    {"setxattr",
     [](const std::string& p) { return Errno(setxattr(p.c_str(), "user.sbx", "v", 1, 0)); }},
    {"lsetxattr",
     [](const std::string& p) { return Errno(lsetxattr(p.c_str(), "user.sbx", "v", 1, 0)); }},
    {"fsetxattr",
     [](const std::string& p) {
       return Errno(fsetxattr(Reading(p).get(), "user.sbx", "v", 1, 0));
     }},
    {"setxattrat",
     [](const std::string& p) {
       const XattrArgs args{reinterpret_cast<std::uint64_t>("v"), 1, 0};
       return Errno(syscall(kSetxattrat, AT_FDCWD, p.c_str(), 0, "user.sbx", &args, sizeof args));
     }},
    {"removexattr",
     [](const std::string& p) { return Errno(removexattr(p.c_str(), "user.there")); }},
    {"lremovexattr",
     [](const std::string& p) { return Errno(lremovexattr(p.c_str(), "user.there")); }},
    {"fremovexattr",
     [](const std::string& p) { return Errno(fremovexattr(Reading(p).get(), "user.there")); }},
    {"removexattrat",
     [](const std::string& p) {
       return Errno(syscall(kRemovexattrat, AT_FDCWD, p.c_str(), 0, "user.there"));
     }},
    {"file_setattr",
     [](const std::string& p) {
       alignas(8) char attributes[24] = {};
       const long got = syscall(kFileGetattr, AT_FDCWD, p.c_str(), attributes, 24, 0);
       if (got != 0)
         return Errno(got);
       return Errno(syscall(kFileSetattr, AT_FDCWD, p.c_str(), attributes, 24, 0));
     }},
};

bool KernelHas(const Form& form) {
  const std::string name = form.name;
  if (name.starts_with("fchmodat2"))
    return syscall(kFchmodat2, -1, "", 0, -1) == -1 && errno != ENOSYS;
  if (name.ends_with("xattrat")) {
    return syscall(kRemovexattrat, -1, "", -1, "") == -1 && errno != ENOSYS;
  }
  if (name == "file_setattr") {
    return syscall(kFileGetattr, -1, "", nullptr, 0, -1) == -1 && errno != ENOSYS;
  }
  return true;
}

class Metadata : public ListenerTest {
 protected:
  void Fresh(const std::string& path) {
    unlink(path.c_str());
    MakeFile(path);
    ASSERT_EQ(setxattr(path.c_str(), "user.there", "x", 1, 0), 0) << "no user xattrs in /tmp";
  }
};

class MetadataForms : public Metadata, public testing::WithParamInterface<Form> {};

TEST_P(MetadataForms, OutsideRefusedInsideDone) {
  const Form& form = GetParam();
  if (!KernelHas(form)) {
    const auto body = [&] { return form.change(In("file")); };
    Fresh(In("file"));
    EXPECT_EQ(Free(body), ENOSYS);  // nothing to hold here
    return;
  }
  Fresh(Out("file"));
  struct stat before {
  }, after{};
  ASSERT_EQ(stat(Out("file").c_str(), &before), 0);
  const auto outside = [&] { return form.change(Out("file")); };
  EXPECT_EQ(Confined(outside), EPERM);
  ASSERT_EQ(refusals_.size(), 1u);
  EXPECT_EQ(refusals_[0].path, Out("file"));
  EXPECT_FALSE(refusals_[0].operation.empty());
  ASSERT_EQ(stat(Out("file").c_str(), &after), 0);
  EXPECT_EQ(before.st_mode, after.st_mode);
  EXPECT_EQ(before.st_mtim.tv_nsec, after.st_mtim.tv_nsec);
  EXPECT_EQ(before.st_ctim.tv_nsec, after.st_ctim.tv_nsec);
  EXPECT_EQ(getxattr(Out("file").c_str(), "user.sbx", nullptr, 0), -1);
  EXPECT_EQ(Free(outside), 0);

  // Inside it does what it does without a filter.
  Fresh(In("file"));
  EXPECT_EQ(Confined([&] { return form.change(In("file")); }), 0);
  EXPECT_TRUE(refusals_.empty());
  struct stat inside {};
  ASSERT_EQ(stat(In("file").c_str(), &inside), 0);
  ASSERT_EQ(stat(Out("file").c_str(), &after), 0);
  EXPECT_EQ(inside.st_mode, after.st_mode);
  EXPECT_EQ(inside.st_uid, after.st_uid);
  EXPECT_EQ(inside.st_gid, after.st_gid);
  if (after.st_mtim.tv_sec == 2000) {
    EXPECT_EQ(inside.st_mtim.tv_sec, 2000);
    EXPECT_EQ(inside.st_mtim.tv_nsec, after.st_mtim.tv_nsec);
    EXPECT_EQ(inside.st_atim.tv_nsec, after.st_atim.tv_nsec);
  }
  for (const char* name : {"user.sbx", "user.there"}) {
    EXPECT_EQ(getxattr(In("file").c_str(), name, nullptr, 0),
              getxattr(Out("file").c_str(), name, nullptr, 0));
  }

  // By another name of the outside file.
  Fresh(Out("file"));
  unlink(In("file").c_str());
  ASSERT_EQ(symlink(Out("file").c_str(), In("file").c_str()), 0);
  struct stat untouched {};
  ASSERT_EQ(stat(Out("file").c_str(), &before), 0);
  const int linked = Confined([&] { return form.change(In("file")); });
  ASSERT_EQ(stat(Out("file").c_str(), &untouched), 0);
  EXPECT_EQ(before.st_ctim.tv_nsec, untouched.st_ctim.tv_nsec);
  const std::string name = form.name;
  if (name == "lchown") {
    EXPECT_EQ(linked, 0);  // of the link itself, which lies inside
  } else {
    EXPECT_NE(linked, 0);
  }
}

INSTANTIATE_TEST_SUITE_P(All, MetadataForms, testing::ValuesIn(kForms), [](const auto& tested) {
  std::string name = tested.param.name;
  for (char& c : name) {
    if (isalnum(static_cast<unsigned char>(c)) == 0)
      c = '_';
  }
  return name;
});

TEST_F(Metadata, DirectoriesAndTheWorkspaceItself) {
  ASSERT_EQ(mkdir(In("dir").c_str(), 0755), 0);
  EXPECT_EQ(Confined([&] { return Errno(chmod(In("dir").c_str(), 0700)); }), 0);
  EXPECT_EQ(Confined([] { return Errno(chmod(".", 0700)); }), 0);
  EXPECT_EQ(Confined([] { return Errno(chmod("..", 0700)); }), EPERM);
  EXPECT_EQ(Confined([&] { return Errno(chmod(Out("").c_str(), 0700)); }), EPERM);
  EXPECT_EQ(Free([&] { return Errno(chmod(Out("").c_str(), 0755)); }), 0);
}

TEST_F(Metadata, ReadOnlyInsideTheWorkspace) {
  MakeFile(In("kept"));
  MakeFile(In("open"));
  ASSERT_EQ(mkdir(In("dir").c_str(), 0755), 0);
  MakeFile(In("dir/file"));
  policy_.rules = {{Access::kWrite, Effect::kDeny, In("kept"), "test"},
                   {Access::kWrite, Effect::kDeny, In("dir"), "test"}};
  EXPECT_EQ(Confined([&] { return Errno(chmod(In("kept").c_str(), 0600)); }), EPERM);
  ASSERT_EQ(refusals_.size(), 1u);
  EXPECT_THAT(refusals_[0].rule, testing::HasSubstr("kept"));
  EXPECT_EQ(Confined([&] { return Errno(chmod(In("dir/file").c_str(), 0600)); }), EPERM);
  EXPECT_EQ(Confined([&] { return Errno(chmod(In("dir").c_str(), 0700)); }), EPERM);
  EXPECT_EQ(Confined([&] { return Errno(chmod(In("open").c_str(), 0600)); }), 0);
}

TEST_F(Metadata, SetUserIdIsRefusedEverywhere) {
  MakeFile(In("file"));
  const auto setuid = [&] { return Errno(chmod(In("file").c_str(), 04755)); };
  EXPECT_EQ(Confined(setuid), EPERM);
  ASSERT_EQ(refusals_.size(), 1u);
  EXPECT_EQ(Free(setuid), 0);
  ASSERT_EQ(chmod(In("file").c_str(), 0644), 0);
  const auto setgid = [&] { return Errno(chmod(In("file").c_str(), 02755)); };
  EXPECT_EQ(Confined(setgid), geteuid() == 0 ? EPERM : 0);
}

TEST_F(Metadata, DevicesAndTerminals) {
  EXPECT_EQ(Confined([] { return Errno(chmod("/dev/null", 0666)); }), EPERM);
  // As somebody else than root the kernel refuses on its own account.
  EXPECT_EQ(refusals_.size(), geteuid() == 0 ? 1u : 0u);
  if (geteuid() == 0) {
    EXPECT_EQ(Free([] { return Errno(chmod("/dev/null", 0666)); }), 0);
  }
  const UniqueFd terminal(posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC));
  ASSERT_TRUE(terminal.valid());
  ASSERT_EQ(grantpt(terminal.get()), 0);
  char name[64] = "";
  ASSERT_EQ(ptsname_r(terminal.get(), name, sizeof name), 0);
  EXPECT_EQ(Confined([&] { return Errno(chmod(name, 0600)); }), 0);
}

TEST_F(Metadata, ObjectsWithoutAName) {
  const auto body = [&] {
    const UniqueFd deleted(open(In("gone").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
    unlink(In("gone").c_str());
    const UniqueFd memory(memfd_create("m", MFD_CLOEXEC));
    const UniqueFd temporary(open(workspace_.c_str(), O_RDWR | O_TMPFILE | O_CLOEXEC, 0600));
    int pipes[2] = {-1, -1}, sockets[2] = {-1, -1};
    if (pipe2(pipes, O_CLOEXEC) != 0)
      return 99;
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) != 0)
      return 98;
    for (const int fd : {deleted.get(), memory.get(), temporary.get(), pipes[0], sockets[0]}) {
      if (const int error = Errno(fchmod(fd, 0640)); error != 0)
        return error;
    }
    struct stat after {};
    fstat(deleted.get(), &after);
    return (after.st_mode & 07777) == 0640 ? 0 : 97;
  };
  EXPECT_EQ(Free(body), 0);
  EXPECT_EQ(Confined(body), 0);
}

TEST_F(Metadata, DescriptorsOfOutsideFiles) {
  MakeFile(Out("file"));
  const UniqueFd inherited(open(Out("file").c_str(), O_RDWR | O_CLOEXEC));
  const auto body = [&] { return Errno(fchmod(inherited.get(), 0600)); };
  EXPECT_EQ(Confined(body), EPERM);
  const auto moved = [&] {
    // The name that the kernel gives is taken by another file meanwhile.
    if (rename(Out("file").c_str(), Out("file2").c_str()) != 0)
      return 99;
    const UniqueFd decoy(open(Out("file").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
    const int error = Errno(fchmod(inherited.get(), 0600));
    rename(Out("file2").c_str(), Out("file").c_str());
    return error;
  };
  EXPECT_EQ(Confined(moved), EPERM);
  EXPECT_EQ(Free(body), 0);
}

TEST_F(Metadata, ErrorsAreThoseOfTheKernel) {
  MakeFile(In("file"));
  ASSERT_EQ(symlink("loop", In("loop").c_str()), 0);
  const auto same = [&](const char* what, const Body& body) {
    const int without = Free(body);
    EXPECT_NE(without, 0) << what;
    EXPECT_EQ(Confined(body), without) << what;
  };
  same("absent", [&] { return Errno(chmod(In("absent").c_str(), 0600)); });
  same("not a directory", [&] { return Errno(chmod(In("file/x").c_str(), 0600)); });
  same("loop", [&] { return Errno(chmod(In("loop").c_str(), 0600)); });
  same("empty", [] { return Errno(chmod("", 0600)); });
  same("fault", [] { return Errno(syscall(__NR_fchmodat, AT_FDCWD, 8, 0600)); });
  same("long", [] { return Errno(chmod(std::string(5000, 'x').c_str(), 0600)); });
  same("descriptor", [] { return Errno(fchmod(1000, 0600)); });
  same("O_PATH", [&] {
    const UniqueFd fd(open(In("file").c_str(), O_PATH | O_CLOEXEC));
    return Errno(fchmod(fd.get(), 0600));
  });
  same("flags",
       [&] { return Errno(fchownat(AT_FDCWD, In("file").c_str(), getuid(), getgid(), 0x40000)); });
  same("base", [] { return Errno(fchownat(1000, "file", getuid(), getgid(), 0)); });
  same("file as base", [&] {
    const UniqueFd fd = Reading(In("file"));
    return Errno(fchownat(fd.get(), "file", getuid(), getgid(), 0));
  });
  same("microseconds", [&] {
    const timeval wrong[2] = {{1, 1'000'000}, {1, 0}};
    return Errno(utimes(In("file").c_str(), wrong));
  });
  same("name", [&] { return Errno(setxattr(In("file").c_str(), "", "v", 1, 0)); });
  same("long name", [&] {
    return Errno(setxattr(In("file").c_str(), std::string(300, 'n').c_str(), "v", 1, 0));
  });
  same("space", [&] { return Errno(setxattr(In("file").c_str(), "nowhere.x", "v", 1, 0)); });
  same("size", [&] {
    const std::vector<char> big(70'000);
    return Errno(setxattr(In("file").c_str(), "user.x", big.data(), big.size(), 0));
  });
  same("there", [&] {
    setxattr(In("file").c_str(), "user.x", "v", 1, 0);
    return Errno(setxattr(In("file").c_str(), "user.x", "v", 1, XATTR_CREATE));
  });
}

TEST_F(Metadata, FeatureNotAskedForIsNotTouched) {
  MakeFile(Out("file"));
  EXPECT_EQ(Confined([&] { return Errno(chmod(Out("file").c_str(), 0600)); }, SBX_LISTEN_UNIX), 0);
  const UniqueFd server = ServeUnix(Out("sock"));
  EXPECT_EQ(Confined([&] { return ConnectUnix(Out("sock")); }, SBX_LISTEN_METADATA), 0);
}

// A thread that is not the first of its process, with the first one gone.
TEST_F(Metadata, ThreadWhoseLeaderIsGone) {
  MakeFile(In("file"));
  MakeFile(Out("file"));
  const auto body = [&] {
    static std::string inside, outside;
    inside = In("file");
    outside = Out("file");
    pthread_t thread;
    pthread_create(
        &thread, nullptr,
        [](void*) -> void* {
          usleep(50'000);
          const int fd = open(inside.c_str(), O_RDONLY | O_CLOEXEC);
          const int first = Errno(fchmod(fd, 0640));
          const int second = Errno(chmod(outside.c_str(), 0640));
          _exit(first != 0 ? first : second == EPERM ? 0 : 99);
        },
        nullptr);
    syscall(__NR_exit, 0);
    return 98;
  };
  EXPECT_EQ(Confined(body), 0);
}

}  // namespace
}  // namespace sbx::test
