// SPDX-License-Identifier: MIT
#include "tests/unit/seccomp/confined_child.hpp"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/capability.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

namespace sbx::testing {
namespace {

bool BecomeUser() {
  return setgroups(0, nullptr) == 0 &&
         setresgid(kOrdinaryUser, kOrdinaryUser, kOrdinaryUser) == 0 &&
         setresuid(kOrdinaryUser, kOrdinaryUser, kOrdinaryUser) == 0;
}

bool DropCapabilities() {
  for (int cap = 0; prctl(PR_CAPBSET_READ, cap) >= 0; ++cap) {
    if (prctl(PR_CAPBSET_DROP, cap) != 0 && errno != EPERM)
      return false;
  }
  __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
  __user_cap_data_struct none[2] = {};
  return syscall(SYS_capset, &header, none) == 0;
}

bool Confine(const Confinement& confinement) {
  if (confinement.who == Who::kUser && geteuid() == 0 && !BecomeUser())
    return false;
  // A change of identity without exec forbids tracing; exec would allow it again.
  if (!DropCapabilities() || prctl(PR_SET_DUMPABLE, 1) != 0)
    return false;
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
    return false;
  if (confinement.ruleset_fd >= 0 && syscall(446, confinement.ruleset_fd, 0) != 0)
    return false;
  if (confinement.filter.empty())
    return true;
  sock_fprog program = {static_cast<unsigned short>(confinement.filter.size()),
                        const_cast<sock_filter*>(confinement.filter.data())};
  return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program) == 0;
}

}  // namespace

std::vector<Who> Everybody() {
  if (geteuid() == 0)
    return {Who::kRoot, Who::kUser};
  return {Who::kUser};
}

std::string NameOf(Who who) {
  return who == Who::kRoot ? "Root" : "User";
}

int ErrnoOf(long result) {
  return result < 0 ? errno : 0;
}

int InChild(const Confinement& confinement, const std::function<int()>& action) {
  const pid_t child = fork();
  if (child < 0)
    return 255;
  if (child == 0) {
    if (!Confine(confinement))
      _exit(kNotConfined);
    _exit(action());
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : kDied;
}

Bystander::Bystander(Who who) {
  int ready[2];
  EXPECT_EQ(pipe2(ready, O_CLOEXEC), 0);
  pid_ = fork();
  if (pid_ == 0) {
    const bool good =
        Confine({.who = who, .ruleset_fd = -1, .filter = {}}) && write(ready[1], "x", 1) == 1;
    if (!good)
      _exit(1);
    for (;;)
      pause();
  }
  close(ready[1]);
  char byte = 0;
  EXPECT_EQ(read(ready[0], &byte, 1), 1);
  close(ready[0]);
}

Bystander::~Bystander() {
  if (pid_ <= 0)
    return;
  kill(pid_, SIGKILL);
  waitpid(pid_, nullptr, 0);
}

ScratchFolder::ScratchFolder(Who who) : who_(who) {
  // Not below /tmp, so that shared temp and the folder stay different zones.
  char name[] = "/var/tmp/sbx-test-XXXXXX";
  const char* made = mkdtemp(name);
  EXPECT_NE(made, nullptr);
  path_ = std::filesystem::canonical(made).string();
  Own(path_);
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

void ScratchFolder::Own(const std::string& path) const {
  if (who_ == Who::kUser && geteuid() == 0) {
    EXPECT_EQ(chown(path.c_str(), kOrdinaryUser, kOrdinaryUser), 0);
  }
}

void ScratchFolder::Folder(const std::string& name) const {
  EXPECT_EQ(mkdir((*this / name).c_str(), 0755), 0);
  Own(*this / name);
}

void ScratchFolder::File(const std::string& name, const std::string& content) const {
  std::ofstream(*this / name) << content;
  Own(*this / name);
}

}  // namespace sbx::testing
