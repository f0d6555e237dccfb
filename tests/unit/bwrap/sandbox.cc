// SPDX-License-Identifier: MIT
#include "tests/unit/bwrap/sandbox.hpp"

#include <fcntl.h>
#include <grp.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <utility>

#include <gtest/gtest.h>

namespace sbx::bwrap {
namespace {

constexpr uid_t kOrdinary = 12345;

std::string Drain(int fd) {
  std::string text;
  char buffer[4096];
  off_t at = 0;
  for (ssize_t size; (size = pread(fd, buffer, sizeof buffer, at)) > 0; at += size)
    text.append(buffer, static_cast<std::size_t>(size));
  return text;
}

void Become(uid_t uid) {
  if (uid == geteuid())
    return;
  if (setgroups(0, nullptr) != 0 || setresgid(uid, uid, uid) != 0 || setresuid(uid, uid, uid) != 0)
    _exit(99);
}

Ended RunWith(uid_t uid, const std::vector<std::string>& argv, const std::int32_t* fds,
              std::size_t fd_count, const std::function<void()>& before) {
  UniqueFd out(memfd_create("out", MFD_CLOEXEC));
  UniqueFd err(memfd_create("err", MFD_CLOEXEC));
  fflush(nullptr);
  const pid_t pid = fork();
  if (pid == 0) {
    if (before)
      before();
    Become(uid);
    std::vector<int> moved;
    for (std::size_t i = 0; i < fd_count; ++i)
      moved.push_back(fcntl(fds[i], F_DUPFD, 500));
    dup2(out.get(), 1);
    dup2(err.get(), 2);
    const int null_fd = open("/dev/null", O_RDONLY);
    dup2(null_fd, 0);
    for (std::size_t i = 0; i < fd_count; ++i)
      dup2(moved[i], SBX_WRAP_FD_BASE + static_cast<int>(i));
    for (int fd = 3; fd < SBX_WRAP_FD_BASE; ++fd)
      close(fd);
    syscall(SYS_close_range, SBX_WRAP_FD_BASE + fd_count, ~0U, 0);
    std::vector<char*> words;
    for (const std::string& word : argv)
      words.push_back(const_cast<char*>(word.c_str()));
    words.push_back(nullptr);
    umask(022);
    execv(words[0], words.data());
    _exit(98);
  }
  int status = 0;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  Ended ended;
  ended.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  ended.out = Drain(out.get());
  ended.err = Drain(err.get());
  return ended;
}

}  // namespace

std::vector<Who> Users() {
  if (geteuid() == 0)
    return {{"root", 0}, {"user", kOrdinary}};
  return {{"user", geteuid()}};
}

Result<std::unique_ptr<plugin::Plan>> Sandbox::Prepare(PolicyBuilder& policy,
                                                       const std::vector<std::string>& argv) {
  policy.Uid(uid_);
  Result<std::unique_ptr<plugin::Profile>> profile = runner_.Compile(policy.view());
  if (!profile)
    return profile.failure();
  profile_ = *std::move(profile);
  std::vector<sbx_str> words;
  for (const std::string& word : argv)
    words.push_back(Borrow(word));
  sbx_launch launch{};
  launch.size = sizeof launch;
  launch.argv = words.data();
  launch.argc = words.size();
  return runner_.Bind(*profile_, launch);
}

Ended Sandbox::Start(const plugin::Plan& plan, const std::vector<std::string>& argv) const {
  const sbx_plan& view = plan.view();
  std::vector<const sbx_hold*> made;
  for (std::size_t i = 0; i < view.hold_count; ++i) {
    const sbx_hold& hold = view.holds[i];
    const std::string name(View(hold.name));
    if (mkdirat(view.fds[hold.fd], name.c_str(), 0555) == 0) {
      made.push_back(&hold);
      if (fchownat(view.fds[hold.fd], name.c_str(), uid_, uid_, AT_SYMLINK_NOFOLLOW) != 0)
        ADD_FAILURE() << "cannot give away the held name";
    }
  }
  std::vector<std::string> words;
  for (std::size_t i = 0; i < view.wrap_count; ++i)
    words.emplace_back(View(view.wrap[i]));
  words.emplace_back("--");
  words.insert(words.end(), argv.begin(), argv.end());
  Ended ended = RunWith(uid_, words, view.fds, view.fd_count, before);
  for (const sbx_hold* hold : made) {
    const std::string name(View(hold->name));
    EXPECT_EQ(unlinkat(view.fds[hold->fd], name.c_str(), AT_REMOVEDIR), 0) << name;
  }
  return ended;
}

Ended Sandbox::Shell(PolicyBuilder& policy, const std::string& script) {
  const std::vector<std::string> argv = {"/bin/sh", "-c", script};
  const Result<std::unique_ptr<plugin::Plan>> plan = Prepare(policy, argv);
  if (!plan) {
    ADD_FAILURE() << plan.error().Sentence();
    return {};
  }
  return Start(**plan, argv);
}

Ended RunAs(uid_t uid, const std::vector<std::string>& argv, const std::function<void()>& before) {
  return RunWith(uid, argv, nullptr, 0, before);
}

}  // namespace sbx::bwrap
