// SPDX-License-Identifier: MIT
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <thread>

#include "tests/unit/listener/fixture.hpp"

namespace sbx::test {
namespace {

constexpr int kOneIoThread = 1, kIoGroup = 2, kIoUser = 3;
constexpr int kIdleIo = 3 << 13;
constexpr int kNice = 18, kNicest = 19;  // nobody may go back from it
constexpr int kNobodyHere = 2147483000;  // a user without processes

// struct sched_attr as it was first.
struct Attributes {
  std::uint32_t size = 48, policy = SCHED_BATCH;
  std::uint64_t flags = 0;
  std::int32_t nice = 0;
  std::uint32_t priority = 0;
  std::uint64_t runtime = 0, deadline = 0, period = 0;
};

int Errno(long result) {
  return result < 0 ? errno : 0;
}

int SetNice(int which, int who, int value) {
  return Errno(setpriority(static_cast<__priority_which_t>(which), static_cast<id_t>(who), value));
}

int SetIo(int which, int who) {
  return Errno(syscall(SYS_ioprio_set, which, who, kIdleIo));
}

int SetAttributes(int who, Attributes attributes = {}) {
  return Errno(syscall(SYS_sched_setattr, who, &attributes, 0));
}

int SetAffinity(int who) {
  cpu_set_t set;
  return sched_getaffinity(who, sizeof set, &set) == 0
             ? Errno(sched_setaffinity(who, sizeof set, &set))
             : errno;
}

int SetPolicy(int who) {
  const sched_param param{};
  return Errno(sched_setscheduler(who, SCHED_BATCH, &param));
}

int SetParam(int who) {
  const sched_param param{};
  return Errno(sched_setparam(who, &param));
}

// A process outside the run. The root of the run's tree is this process, so it
// must have another parent.
class Outsider {
 public:
  Outsider() {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
      return;
    const pid_t middle = fork();
    if (middle == 0) {
      const pid_t last = fork();
      if (last == 0) {
        DropCapabilities();
        const pid_t self = getpid();
        if (write(ends[1], &self, sizeof self) != sizeof self)
          _exit(1);
        for (;;)
          pause();
      }
      _exit(0);
    }
    waitpid(middle, nullptr, 0);
    if (read(ends[0], &pid_, sizeof pid_) != sizeof pid_)
      pid_ = -1;
    close(ends[0]);
    close(ends[1]);
  }
  Outsider(const Outsider&) = delete;
  Outsider& operator=(const Outsider&) = delete;
  ~Outsider() {
    if (pid_ > 0)
      kill(pid_, SIGKILL);
  }
  [[nodiscard]] pid_t pid() const { return pid_; }

 private:
  pid_t pid_ = -1;
};

class Schedule : public ListenerTest {
 protected:
  int Judged(const Body& body) { return Confined(body, kBoth | SBX_LISTEN_SCHEDULE); }
};

TEST_F(Schedule, OwnThreadsByNumber) {
  const auto body = [] {
    int error = -1;
    std::thread([&] {
      const auto tid = static_cast<int>(syscall(SYS_gettid));
      cpu_set_t all, one;
      sched_getaffinity(0, sizeof all, &all);
      CPU_ZERO(&one);
      for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
        if (CPU_ISSET(cpu, &all))
          CPU_SET(cpu, &one);
        if (CPU_COUNT(&one) == 1)
          break;
      }
      error = pthread_setaffinity_np(pthread_self(), sizeof one, &one);
      sched_getaffinity(0, sizeof all, &all);
      if (error == 0 && !CPU_EQUAL(&all, &one))
        error = 99;
      const sched_param param{};
      if (error == 0)
        error = pthread_setschedparam(pthread_self(), SCHED_BATCH, &param);
      if (error == 0 && sched_getscheduler(0) != SCHED_BATCH)
        error = 98;
      if (error == 0)
        error = SetParam(tid);
      if (error == 0)
        error = SetNice(PRIO_PROCESS, tid, kNice);
      if (error == 0 && getpriority(PRIO_PROCESS, 0) != kNice)
        error = 97;
      if (error == 0)
        error = SetIo(kOneIoThread, tid);
      if (error == 0 && syscall(SYS_ioprio_get, kOneIoThread, 0) != kIdleIo)
        error = 96;
      Attributes attributes;
      attributes.nice = kNicest;
      if (error == 0)
        error = SetAttributes(tid, attributes);
      if (error == 0 && getpriority(PRIO_PROCESS, 0) != kNicest)
        error = 95;
    }).join();
    return error;
  };
  EXPECT_EQ(Free(body), 0);
  EXPECT_EQ(Judged(body), 0);
  EXPECT_TRUE(refusals_.empty());
}

TEST_F(Schedule, AnotherProcessOfTheRun) {
  const auto body = [] {
    const pid_t child = fork();
    if (child == 0) {
      for (;;)
        pause();
    }
    int error = SetNice(PRIO_PROCESS, child, kNicest);
    if (error == 0 && getpriority(PRIO_PROCESS, static_cast<id_t>(child)) != kNicest)
      error = 99;
    if (error == 0)
      error = SetAffinity(child);
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
    return error;
  };
  EXPECT_EQ(Free(body), 0);
  EXPECT_EQ(Judged(body), 0);
}

TEST_F(Schedule, TheKernelsOwnAnswers) {
  const auto missing = [] { return SetAffinity(0) == 0 ? SetParam((1 << 22) + 5) : 99; };
  EXPECT_EQ(Judged(missing), ESRCH);
  const auto bad_policy = [] {
    const sched_param param{};
    return Errno(sched_setscheduler(getpid(), 77, &param));
  };
  EXPECT_EQ(Free(bad_policy), EINVAL);
  EXPECT_EQ(Judged(bad_policy), EINVAL);
  const auto bad_address = [] {
    return Errno(syscall(SYS_sched_setparam, getpid(), reinterpret_cast<void*>(8)));
  };
  EXPECT_EQ(Free(bad_address), EFAULT);
  EXPECT_EQ(Judged(bad_address), EFAULT);
  const auto bad_size = [] {
    Attributes attributes;
    attributes.size = 47;
    return SetAttributes(getpid(), attributes);
  };
  EXPECT_EQ(Free(bad_size), E2BIG);
  EXPECT_EQ(Judged(bad_size), E2BIG);
}

TEST_F(Schedule, ProcessesOutsideAreRefused) {
  const Outsider outsider;
  ASSERT_GT(outsider.pid(), 0);
  const pid_t pid = outsider.pid();
  const std::array<std::pair<const char*, Body>, 6> ways = {{
      {"setpriority", [&] { return SetNice(PRIO_PROCESS, pid, kNicest); }},
      {"ioprio_set", [&] { return SetIo(kOneIoThread, pid); }},
      {"sched_setaffinity", [&] { return SetAffinity(pid); }},
      {"sched_setscheduler", [&] { return SetPolicy(pid); }},
      {"sched_setparam", [&] { return SetParam(pid); }},
      {"sched_setattr", [&] { return SetAttributes(pid, {.nice = kNicest}); }},
  }};
  for (const auto& [name, way] : ways) {
    EXPECT_EQ(Judged(way), EPERM) << name;
    ASSERT_EQ(refusals_.size(), 1u) << name;
    EXPECT_EQ(refusals_[0].operation, name);
    EXPECT_EQ(refusals_[0].path, "thread " + std::to_string(pid));
    EXPECT_EQ(Free(way), 0) << name << ": the control";
  }
}

TEST_F(Schedule, GroupsAndUsersAreRefused) {
  const auto own_group = [](const Body& way) {
    return [way] { return setsid() < 0 ? 99 : way(); };
  };
  const auto nice_group = own_group([] { return SetNice(PRIO_PGRP, 0, kNicest); });
  const auto io_group = own_group([] { return SetIo(kIoGroup, 0); });
  EXPECT_EQ(Free(nice_group), 0);
  EXPECT_EQ(Judged(nice_group), EPERM);
  EXPECT_EQ(Free(io_group), 0);
  EXPECT_EQ(Judged(io_group), EPERM);
  const auto nice_user = [] { return SetNice(PRIO_USER, kNobodyHere, kNicest); };
  const auto io_user = [] { return SetIo(kIoUser, kNobodyHere); };
  EXPECT_EQ(Free(nice_user), ESRCH);
  EXPECT_EQ(Judged(nice_user), EPERM);
  EXPECT_EQ(Judged(io_user), EPERM);
}

}  // namespace
}  // namespace sbx::test
