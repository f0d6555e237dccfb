// SPDX-License-Identifier: MIT
//
// A host is left as it was: nothing printed, no signal touched, nothing leaked.
#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "tests/host/workspace.hpp"

namespace sbx::host {
namespace {

void OnSignal(int) {
}

// What of this process others could notice, as text.
std::string Facts() {
  std::string facts;
  for (int number = 1; number < NSIG; ++number) {
    struct sigaction action {};
    if (sigaction(number, nullptr, &action) != 0)
      continue;
    facts += std::to_string(number) + ":" +
             std::to_string(reinterpret_cast<std::uintptr_t>(action.sa_handler)) + "," +
             std::to_string(action.sa_flags) + " ";
  }
  sigset_t mask;
  pthread_sigmask(SIG_SETMASK, nullptr, &mask);
  for (int number = 1; number < NSIG; ++number)
    facts += sigismember(&mask, number) == 1 ? '1' : '0';
  const mode_t umask_now = umask(0);
  umask(umask_now);
  rlimit files{};
  getrlimit(RLIMIT_NOFILE, &files);
  facts += " umask " + std::to_string(umask_now) + " files " + std::to_string(files.rlim_cur) +
           " cwd " + std::filesystem::current_path().string() + " fds " +
           std::to_string(CountOf("fd")) + " threads " + std::to_string(CountOf("task"));
  for (char** entry = environ; *entry != nullptr; ++entry)
    facts += std::string(" ") + *entry;
  return facts;
}

// The standard streams of this process, led into memory.
class Overheard {
 public:
  Overheard() : memory_(memfd_create("overheard", MFD_CLOEXEC)) {
    for (int stream = 1; stream <= 2; ++stream) {
      saved_[stream] = fcntl(stream, F_DUPFD_CLOEXEC, 3);
      dup2(memory_, stream);
    }
  }
  ~Overheard() {
    for (int stream = 1; stream <= 2; ++stream) {
      dup2(saved_[stream], stream);
      close(saved_[stream]);
    }
    close(memory_);
  }
  [[nodiscard]] off_t bytes() const {
    struct stat info {};
    return fstat(memory_, &info) == 0 ? info.st_size : -1;
  }

 private:
  int memory_;
  int saved_[3] = {-1, -1, -1};
};

// Every kind of use, the wrong ones too. Says what did not go as it should.
std::string UseEverything(const std::string& workspace, const EngineOptions& options,
                          const Policy& wanted) {
  auto engine = Engine::Make(options);
  if (!engine)
    return engine.error().Sentence();
  auto policy = (*engine)->Resolve(wanted);
  if (!policy)
    return policy.error().Sentence();
  if (!(*engine)->StatusOf(*policy))
    return "no status";
  if (!Check(*policy, Access::kWrite, "/etc/passwd"))
    return "no answer";
  Policy wrong = wanted;
  wrong.workspace = workspace + "/nothing";
  if ((*engine)->Resolve(wrong))
    return "a workspace that is not there";
  for (const char* script : {"echo said; echo complained >&2", "exit 3", "kill -9 $$",
                             "setsid sleep 600 & exit 0", "echo x > ../outside"}) {
    for (const char* runner : {"auto", "nonsense"}) {
      Launch launch;
      launch.argv = {"sh", "-c", script};
      launch.runner = runner;
      auto run = (*engine)->Start(*policy, launch);
      if (std::string_view(runner) == "auto" && !run)
        return run.error().Sentence();
      if (run)
        (*run)->Wait();
    }
  }
  Launch absent;
  absent.argv = {"no-such-program"};
  auto run = (*engine)->Start(*policy, absent);
  if (!run)
    return run.error().Sentence();
  if ((*run)->Wait().code != 127)
    return "a program that is not there";
  absent.argv = {"sleep", "600"};
  run = (*engine)->Start(*policy, absent);  // and is left running
  return run ? "" : run.error().Sentence();
}

TEST_F(Workspace, IsLeftAsItWas) {
  policy_.reset();
  engine_.reset();
  // A host with a handler, a mask and an ignored signal of its own.
  struct sigaction own {};
  own.sa_handler = OnSignal;
  sigaction(SIGCHLD, &own, nullptr);
  sigaction(SIGUSR1, &own, nullptr);
  signal(SIGPIPE, SIG_IGN);
  sigset_t some;
  sigemptyset(&some);
  sigaddset(&some, SIGUSR2);
  pthread_sigmask(SIG_BLOCK, &some, nullptr);

  const std::string before = Facts();
  std::string fault;
  off_t printed = 0;
  {
    const Overheard overheard;
    for (int i = 0; i < 3 && fault.empty(); ++i)
      fault = UseEverything(workspace_, Options(), Wanted());
    printed = overheard.bytes();
  }
  EXPECT_EQ(fault, "");
  EXPECT_EQ(printed, 0);
  EXPECT_EQ(Facts(), before);
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1) << "a child is left";
  EXPECT_EQ(errno, ECHILD);
  EXPECT_FALSE(std::filesystem::exists(folder_ + "/outside"));
}

// The check itself hears what is printed.
TEST(Overheard, Hears) {
  off_t printed = 0;
  {
    const Overheard overheard;
    if (write(2, "x", 1) != 1)
      return;
    printed = overheard.bytes();
  }
  EXPECT_EQ(printed, 1);
}

// With its children ignored a host cannot wait for any; the library can.
TEST_F(Workspace, WorksWhereChildrenAreIgnored) {
  signal(SIGCHLD, SIG_IGN);
  EXPECT_EQ(RunShell("exit 5").code, 5);
  policy_.reset();
  engine_.reset();
  signal(SIGCHLD, SIG_DFL);
}

TEST_F(Workspace, LeavesNoDescriptorWithEachRun) {
  RunShell("true");
  const int before = CountOf("fd");
  for (int i = 0; i < 50; ++i)
    EXPECT_EQ(RunShell("exit 1").code, 1);
  EXPECT_EQ(CountOf("fd"), before);
}

TEST_F(Workspace, HoldsAtMostSixteenDescriptorsForARun) {
  RunShell("true");
  const int before = CountOf("fd");
  std::vector<std::unique_ptr<host::Run>> runs;
  for (int i = 0; i < 10; ++i)
    runs.push_back(Start(Shell("sleep 600")));
  EXPECT_LE(CountOf("fd") - before, 16 * 10);
  for (const auto& run : runs) {
    ASSERT_NE(run, nullptr);
    run->WaitFor(std::chrono::milliseconds(50));
  }
  EXPECT_LE(CountOf("fd") - before, 16 * 10);
  runs.clear();
  EXPECT_EQ(CountOf("fd"), before);
}

}  // namespace
}  // namespace sbx::host
