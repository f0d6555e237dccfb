// SPDX-License-Identifier: MIT
//
// Rulesets under the running kernel. Every refusal is EACCES and has a control:
// the same child without the ruleset succeeds, so file modes explain nothing.
#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>

#include <gtest/gtest.h>

#include "plugins/linux/ruleset.hpp"
#include "plugins/linux/seccomp.hpp"
#include "tests/unit/landlock/zone_policy.hpp"
#include "tests/unit/seccomp/confined_child.hpp"

namespace sbx::runner {
namespace {

using sbx::testing::ErrnoOf;
using sbx::testing::InChild;
using sbx::testing::ScratchFolder;
using sbx::testing::Who;
using sbx::testing::ZonePolicy;

int Open(const std::string& path, int flags, int mode = 0644) {
  return ErrnoOf(open(path.c_str(), flags | O_CLOEXEC, mode));
}

class Ruleset : public ::testing::TestWithParam<Who> {
 protected:
  Ruleset() : folder_(GetParam()) {
    folder_.Folder("ws");
    folder_.Folder("ws/a");
    folder_.Folder("ws/b");
    folder_.File("ws/a/file");
    folder_.Folder("home");
    folder_.Folder("home/.ssh");
    folder_.File("home/.ssh/key");
    folder_.File("home/notes");
    folder_.Folder("home/.ssh/shared");
    folder_.File("home/.ssh/shared/known");
    folder_.File("outside");
    policy_.get().uid = GetParam() == Who::kRoot ? 0 : sbx::testing::kOrdinaryUser;
    policy_.Zone(folder_ / "ws", SBX_ACCESS_WRITE, SBX_ZONE_WORKSPACE);
  }

  int Confined(const std::function<int()>& action, RulesetRequest request = {},
               FilterRequest filter = {}, int abi = LandlockAbi()) {
    Result<UniqueFd> ruleset = BuildRuleset(policy_.get(), request, Downgrade(request, abi));
    EXPECT_TRUE(ruleset) << ruleset.error().Sentence();
    filter.root = GetParam() == Who::kRoot;
    return InChild({GetParam(), ruleset->get(), BuildFilter(filter)}, action);
  }
  // The control: no ruleset.
  int Free(const std::function<int()>& action) { return InChild({GetParam(), -1, {}}, action); }

  void ExpectHeld(const std::function<int()>& action, int refusal = EACCES) {
    EXPECT_EQ(Confined(action), refusal);
    EXPECT_EQ(Free(action), 0) << "the control must succeed";
  }

  ScratchFolder folder_;
  ZonePolicy policy_;
};

INSTANTIATE_TEST_SUITE_P(As, Ruleset, ::testing::ValuesIn(sbx::testing::Everybody()),
                         [](const auto& who) { return sbx::testing::NameOf(who.param); });

TEST_P(Ruleset, WritesOutsideAreRefused) {
  ExpectHeld([this] { return Open(folder_ / "outside", O_WRONLY); });
  ExpectHeld([this] { return ErrnoOf(truncate((folder_ / "outside").c_str(), 0)); });
  ExpectHeld([this] { return ErrnoOf(mkdir((folder_ / "made").c_str(), 0755)); });
  ExpectHeld([this] { return ErrnoOf(symlink("x", (folder_ / "link").c_str())); });
  ExpectHeld([this] { return ErrnoOf(unlink((folder_ / "outside").c_str())); });
}

TEST_P(Ruleset, WritesInsideWork) {
  EXPECT_EQ(Confined([this] {
              if (const int error = Open(folder_ / "ws/new", O_CREAT | O_WRONLY))
                return error;
              if (const int error = Open(folder_ / "ws/a/file", O_RDWR | O_TRUNC))
                return error;
              if (mkdir((folder_ / "ws/dir").c_str(), 0755) != 0)
                return errno;
              if (symlink("new", (folder_ / "ws/link").c_str()) != 0)
                return errno;
              if (mkfifo((folder_ / "ws/fifo").c_str(), 0644) != 0)
                return errno;
              if (link((folder_ / "ws/new").c_str(), (folder_ / "ws/b/hard").c_str()) != 0) {
                return errno;
              }
              return ErrnoOf(unlink((folder_ / "ws/new").c_str()));
            }),
            0);
}

// FS-10.
TEST_P(Ruleset, RenameAcrossFoldersInsideWorks) {
  EXPECT_EQ(
      Confined([this] {
        return ErrnoOf(rename((folder_ / "ws/a/file").c_str(), (folder_ / "ws/b/moved").c_str()));
      }),
      0);
}

TEST_P(Ruleset, RenameAcrossTheBorderIsRefused) {
  const auto out = [this] {
    return ErrnoOf(rename((folder_ / "ws/a/file").c_str(), (folder_ / "stolen").c_str()));
  };
  const auto link_in = [this] {
    return ErrnoOf(link((folder_ / "outside").c_str(), (folder_ / "ws/outside").c_str()));
  };
  EXPECT_EQ(Confined(out), EACCES);
  EXPECT_NE(Confined(link_in), 0);
  EXPECT_EQ(Free(link_in), 0);
}

// A ruleset that handles network and scopes alone leaves renames to the others.
TEST_P(Ruleset, WithoutFilesNothingOfTheFilesChanges) {
  EXPECT_EQ(
      Confined(
          [this] {
            return ErrnoOf(rename((folder_ / "ws/a/file").c_str(), (folder_ / "moved").c_str()));
          },
          {.files = false, .no_tcp = true}),
      0);
}

TEST_P(Ruleset, OneRulesetForFilesAndNetwork) {
  const auto connect_tcp = [] {
    const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0)
      return 200;
    sockaddr_in to{};
    to.sin_family = AF_INET;
    to.sin_port = htons(9);
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return ErrnoOf(connect(fd, reinterpret_cast<sockaddr*>(&to), sizeof to));
  };
  EXPECT_EQ(Confined(connect_tcp, {.no_tcp = true}), EACCES);
  EXPECT_EQ(Confined(connect_tcp), ECONNREFUSED);
  EXPECT_EQ(
      Confined(
          [this] {
            return ErrnoOf(rename((folder_ / "ws/a/file").c_str(), (folder_ / "ws/b/x").c_str()));
          },
          {.no_tcp = true}),
      0);
}

TEST_P(Ruleset, ReadDenyLeavesSiblingsReadable) {
  policy_.Zone(folder_ / "home/.ssh", SBX_ACCESS_NONE, SBX_ZONE_EXPLICIT);
  const auto key = [this] { return Open(folder_ / "home/.ssh/key", O_RDONLY); };
  const auto list = [this] { return Open(folder_ / "home/.ssh", O_RDONLY | O_DIRECTORY); };
  ExpectHeld(key);
  ExpectHeld(list);
  EXPECT_EQ(Confined([this] { return Open(folder_ / "home/notes", O_RDONLY); }), 0);
  EXPECT_EQ(Confined([this] { return Open(folder_ / "outside", O_RDONLY); }), 0);
  EXPECT_EQ(Confined([] { return Open("/etc/passwd", O_RDONLY); }), 0);
  EXPECT_EQ(Confined([this] { return Open(folder_ / "ws/new", O_CREAT | O_WRONLY); }), 0);
  EXPECT_EQ(Confined([] {
              execl("/bin/true", "true", nullptr);
              return errno;
            }),
            0);
}

TEST_P(Ruleset, AllowInsideReadDeny) {
  policy_.Zone(folder_ / "home/.ssh", SBX_ACCESS_NONE)
      .Zone(folder_ / "home/.ssh/shared", SBX_ACCESS_READ);
  EXPECT_EQ(Confined([this] { return Open(folder_ / "home/.ssh/shared/known", O_RDONLY); }), 0);
  EXPECT_EQ(Confined([this] { return Open(folder_ / "home/.ssh/shared/known", O_WRONLY); }),
            EACCES);
  EXPECT_EQ(Confined([this] { return Open(folder_ / "home/.ssh/key", O_RDONLY); }), EACCES);
}

TEST_P(Ruleset, DeniedFileByAnotherNameInTheSameFolder) {
  policy_.Zone(folder_ / "home/notes", SBX_ACCESS_NONE);
  ASSERT_EQ(link((folder_ / "home/notes").c_str(), (folder_ / "home/copy").c_str()), 0);
  EXPECT_EQ(Confined([this] { return Open(folder_ / "home/notes", O_RDONLY); }), EACCES);
  EXPECT_EQ(Confined([this] { return Open(folder_ / "home/copy", O_RDONLY); }), EACCES);
}

TEST_P(Ruleset, TwoHolesInDifferentFolders) {
  policy_.Zone(folder_ / "home/.ssh/key", SBX_ACCESS_NONE)
      .Zone(folder_ / "outside", SBX_ACCESS_NONE);
  EXPECT_EQ(Confined([this] { return Open(folder_ / "home/.ssh/key", O_RDONLY); }), EACCES);
  EXPECT_EQ(Confined([this] { return Open(folder_ / "outside", O_RDONLY); }), EACCES);
  EXPECT_EQ(Confined([this] { return Open(folder_ / "home/.ssh/shared/known", O_RDONLY); }), 0);
  EXPECT_EQ(Confined([this] { return Open(folder_ / "home/notes", O_RDONLY); }), 0);
}

TEST_P(Ruleset, PrivateTempClosesThatOfTheHost) {
  policy_.TempRoot(folder_.path());
  const auto list = [] { return Open("/tmp", O_RDONLY | O_DIRECTORY); };
  const auto shared_memory = [] { return Open("/dev/shm/sbx-test-none", O_CREAT | O_WRONLY); };
  ExpectHeld(list);
  EXPECT_EQ(Confined(shared_memory), EACCES);
  // The workspace of this test lies in /var/tmp and stays.
  EXPECT_EQ(Confined([this] { return Open(folder_ / "ws/new", O_CREAT | O_WRONLY); }), 0);
  // /var/tmp holds files that stay: it is read as elsewhere, and not written.
  EXPECT_EQ(Confined([this] { return Open(folder_ / "outside", O_RDONLY); }), 0);
  EXPECT_EQ(Confined([this] { return Open(folder_ / "outside", O_WRONLY); }), EACCES);
  EXPECT_EQ(Confined([] { return Open("/dev/null", O_RDWR); }), 0);
}

TEST_P(Ruleset, Devices) {
  policy_.get().tmp = SBX_TMP_SHARED;
  for (const char* device : {"/dev/null", "/dev/zero", "/dev/full", "/dev/ptmx"}) {
    EXPECT_EQ(Confined([device] { return Open(device, O_RDWR | O_NOCTTY); }), 0) << device;
  }
  EXPECT_EQ(Confined([] {
              const int master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
              if (master < 0 || grantpt(master) != 0 || unlockpt(master) != 0)
                return 200;
              return Open(ptsname(master), O_RDWR | O_NOCTTY);
            }),
            0);
  EXPECT_EQ(Confined([] {
              const int fd = shm_open("/sbx-test-shm", O_CREAT | O_RDWR, 0600);
              return fd < 0 ? errno : ErrnoOf(shm_unlink("/sbx-test-shm"));
            }),
            0);
  EXPECT_EQ(Confined([] { return Open("/dev/shm-not", O_CREAT | O_WRONLY); }), EACCES);
}

// Y-11.
TEST_P(Ruleset, ReadOnlyModeLeavesTheNullDevice) {
  ZonePolicy empty;
  empty.get().mode = SBX_MODE_READ_ONLY;
  const Result<UniqueFd> ruleset = BuildRuleset(empty.get(), {}, Downgrade({}, LandlockAbi()));
  ASSERT_TRUE(ruleset);
  const auto confined = [&](const char* path) {
    return InChild({GetParam(), ruleset->get(), {}}, [path] { return Open(path, O_WRONLY); });
  };
  EXPECT_EQ(confined("/dev/null"), 0);
  EXPECT_EQ(confined("/dev/zero"), EACCES);
  EXPECT_EQ(confined((folder_ / "outside").c_str()), EACCES);
}

TEST_P(Ruleset, SignalsToProcessesOutside) {
  const sbx::testing::Bystander other(GetParam());
  const auto signal_it = [&other] { return ErrnoOf(kill(other.pid(), 0)); };
  ExpectHeld(signal_it, EPERM);
  EXPECT_EQ(Confined(signal_it, {.scope_signal = false}), 0);
  EXPECT_EQ(Confined(signal_it, {}, {}, 5), 0) << "an older kernel has no scopes";
}

TEST_P(Ruleset, AbstractSocketsMadeOutside) {
  sockaddr_un name{};
  name.sun_family = AF_UNIX;
  std::memcpy(name.sun_path, "\0sbx-test-abstract", 18);
  const socklen_t size = offsetof(sockaddr_un, sun_path) + 18;
  const UniqueFd server(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  ASSERT_EQ(bind(server.get(), reinterpret_cast<sockaddr*>(&name), size), 0);
  ASSERT_EQ(listen(server.get(), 8), 0);
  const auto reach = [&name] {
    const int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    return ErrnoOf(connect(fd, reinterpret_cast<const sockaddr*>(&name), size));
  };
  EXPECT_EQ(Confined(reach), EPERM);
  EXPECT_EQ(Confined(reach, {.scope_abstract = false}), 0);
}

TEST_P(Ruleset, ProcessesOutsideAreNotTraced) {
  const sbx::testing::Bystander other(GetParam());
  const std::string folder = "/proc/" + std::to_string(other.pid());
  ExpectHeld([&folder] {
    const UniqueFd fd(open((folder + "/environ").c_str(), O_RDONLY | O_CLOEXEC));
    char byte = 0;
    return fd.valid() ? ErrnoOf(read(fd.get(), &byte, 1)) : errno;
  });
  ExpectHeld([&folder] { return Open(folder + "/root", O_PATH | O_DIRECTORY); });
  ExpectHeld([&other] { return ErrnoOf(ptrace(PTRACE_SEIZE, other.pid(), nullptr, nullptr)); },
             EPERM);
  EXPECT_EQ(Confined([] {
              const pid_t child = fork();
              if (child == 0) {
                for (;;)
                  pause();
              }
              const int error = ErrnoOf(ptrace(PTRACE_SEIZE, child, nullptr, nullptr));
              kill(child, SIGKILL);
              return error;
            }),
            0)
      << "a debugger works on its own children";
}

TEST_P(Ruleset, MoreThanTheBoundIsRefused) {
  folder_.Folder("many");
  folder_.File("many/secret");
  const UniqueFd many(open((folder_ / "many").c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  for (int i = 0; i < 20001; ++i) {
    ASSERT_EQ(
        linkat(AT_FDCWD, (folder_ / "outside").c_str(), many.get(), std::to_string(i).c_str(), 0),
        0);
  }
  policy_.Zone(folder_ / "many/secret", SBX_ACCESS_NONE);
  const Result<UniqueFd> ruleset = BuildRuleset(policy_.get(), {}, Downgrade({}, LandlockAbi()));
  ASSERT_FALSE(ruleset);
  EXPECT_EQ(ruleset.error().status, SBX_E_REFUSED);
}

}  // namespace
}  // namespace sbx::runner
