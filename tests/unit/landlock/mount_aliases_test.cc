// SPDX-License-Identifier: MIT
#include "plugins/linux/mount_aliases.hpp"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plugins/linux/ruleset.hpp"
#include "tests/unit/landlock/zone_policy.hpp"
#include "tests/unit/seccomp/confined_child.hpp"

namespace sbx::runner {
namespace {

using sbx::testing::ScratchFolder;
using sbx::testing::Who;
using sbx::testing::ZonePolicy;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr const char* kTable =
    "22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw\n"
    "23 22 0:5 / /proc rw - proc proc rw\n"
    "30 22 8:1 / /mnt/root rw - ext4 /dev/sda1 rw\n"
    "31 22 8:1 /home/me /srv/a\\040b rw - ext4 /dev/sda1 rw\n"
    "32 22 8:1 /home/me/.ssh/shared /opt/shared rw - ext4 /dev/sda1 rw\n"
    "33 22 8:2 / /data rw - ext4 /dev/sdb1 rw\n"
    "34 33 8:2 /x/y /mnt/y rw - ext4 /dev/sdb1 rw\n";

TEST(MountAliases, EveryDoorToAFolder) {
  const MountTable table{std::string_view(kTable)};
  EXPECT_THAT(table.AliasesOf("/home/me/.ssh"),
              ElementsAre("/mnt/root/home/me/.ssh", "/srv/a b/.ssh", "/opt/shared"));
  EXPECT_THAT(table.AliasesOf("/data/x/y/z"), ElementsAre("/mnt/y/z"));
  EXPECT_THAT(table.AliasesOf("/mnt/y"), ElementsAre("/data/x/y"));
  EXPECT_THAT(table.AliasesOf("/srv/a b/.ssh"),
              ElementsAre("/home/me/.ssh", "/mnt/root/home/me/.ssh", "/opt/shared"));
  EXPECT_THAT(table.AliasesOf("/proc/1"), IsEmpty());
  EXPECT_THAT(table.AliasesOf("/etc/passwd"), ElementsAre("/mnt/root/etc/passwd"));
}

TEST(MountAliases, NoTableNoAliases) {
  EXPECT_THAT(MountTable(std::string_view()).AliasesOf("/etc"), IsEmpty());
  EXPECT_THAT(MountTable(std::string_view("broken\n\n1 2 3\n")).AliasesOf("/etc"), IsEmpty());
}

// In namespaces of its own the child mounts the folder of a secret a second time.
// Its answer: which of the doors the confined process could read through.
TEST(MountAliases, ASecondDoorIsClosed) {
  ScratchFolder folder(Who::kRoot);
  for (const char* name : {"home", "home/.ssh", "door", "door/deep"})
    folder.Folder(name);
  folder.File("home/.ssh/key");
  folder.File("home/notes");
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    if (unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0)
      _exit(100);
    if (mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0)
      _exit(101);
    if (mount((folder / "home").c_str(), (folder / "door/deep").c_str(), nullptr, MS_BIND,
              nullptr) != 0) {
      _exit(102);
    }
    ZonePolicy policy;
    policy.Zone(folder / "home/.ssh", SBX_ACCESS_NONE);
    const auto ruleset = BuildRuleset(policy.get(), {}, Downgrade({}, LandlockAbi()));
    if (!ruleset || !CanHold(policy.get()))
      _exit(103);
    const auto reads = [&folder](const char* name) {
      return UniqueFd(open((folder / name).c_str(), O_RDONLY | O_CLOEXEC)).valid();
    };
    if (!reads("door/deep/.ssh/key"))
      _exit(104);  // the control
    ZonePolicy writable;
    writable.Zone(folder / "door", SBX_ACCESS_WRITE).Zone(folder / "home/.ssh", SBX_ACCESS_NONE);
    if (CanHold(writable.get()))
      _exit(105);
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
      _exit(106);
    if (syscall(446, ruleset->get(), 0) != 0)
      _exit(107);
    int open_doors = 0;
    if (reads("home/.ssh/key"))
      open_doors |= 1;
    if (reads("door/deep/.ssh/key"))
      open_doors |= 2;
    if (!reads("home/notes") || !reads("door/deep/notes"))
      open_doors |= 4;
    _exit(open_doors);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(WEXITSTATUS(status), 0);
}

}  // namespace
}  // namespace sbx::runner
