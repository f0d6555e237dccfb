// SPDX-License-Identifier: MIT
//
// The fence: files opened for the host by a confined process, under each runner, as
// root and as an ordinary user. Y-41 and F-8.
#include <fcntl.h>
#include <grp.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <thread>

#include "tests/host/workspace.hpp"

namespace sbx::host {
namespace {

namespace fs = std::filesystem;

constexpr uid_t kOrdinary = 12345;

std::string ReadAll(const UniqueFd& fd) {
  char text[256];
  const ssize_t got = read(fd.get(), text, sizeof text);
  return got < 0 ? "" : std::string(text, static_cast<std::size_t>(got));
}

void Put(const std::string& path, const std::string& text) {
  std::ofstream(path) << text;
}

std::string PlaceOf(int fd) {
  return fs::read_symlink("/proc/self/fd/" + std::to_string(fd)).string();
}

// The workspace, and beside it what no policy here lets be written.
class FenceTest : public Workspace, public ::testing::WithParamInterface<const char*> {
 protected:
  void SetUp() override {
    Workspace::SetUp();
    if (IsSkipped() || HasFatalFailure())
      return;
    outside_ = folder_ + "/outside";
    fs::create_directory(outside_);
    Put(outside_ + "/file", "outside");
    Put(workspace_ + "/file", "inside");
    const char* expected = std::getenv("SBX_EXPECT");  // NOLINT(concurrency-mt-unsafe)
    const std::string promised = expected == nullptr ? "" : expected;
    if (engine_->StatusOf(*policy_, GetParam()))
      return;
    ASSERT_EQ(promised.find(std::string(GetParam()) + "="), std::string::npos);
    GTEST_SKIP() << GetParam() << " does not work here";
  }

  void Make(const Policy& wanted) {
    auto policy = engine_->Resolve(wanted);
    ASSERT_TRUE(policy) << policy.error().Sentence();
    policy_ = std::move(*policy);
    FenceOptions options;
    options.runner = GetParam();
    auto fence = engine_->MakeFence(*policy_, options);
    ASSERT_TRUE(fence) << fence.error().Sentence();
    fence_ = std::move(*fence);
  }
  void TearDown() override {
    fence_.reset();
    Workspace::TearDown();
  }

  // The errno, or 0; -1 where the policy denied.
  template <typename T>
  static int EndOf(const Result<T>& result) {
    if (result)
      return 0;
    return result.error().status == SBX_E_REFUSED ? -1 : result.error().os_error;
  }

  int OpenError(const std::string& path, const Opening& how = {}, std::string* rule = nullptr) {
    return EndOf(fence_->Open(path, how, rule));
  }

  std::string outside_;
  std::unique_ptr<Fence> fence_;
};

constexpr Opening kWriting{.write = true};
constexpr Opening kMaking{.write = true, .create = true, .exclusive = true, .mode = 0640};

TEST_P(FenceTest, Y41_F8_OpensMakesRenamesAndRemovesInside) {
  Make(Wanted());
  EXPECT_EQ(fence_->runner(), GetParam());
  auto file = fence_->Open("file");
  ASSERT_TRUE(file) << file.error().Sentence();
  EXPECT_EQ(ReadAll(*file), "inside");
  EXPECT_NE(fcntl(file->get(), F_GETFD) & FD_CLOEXEC, 0);
  EXPECT_EQ(fcntl(file->get(), F_GETFL) & O_NONBLOCK, 0);
  ASSERT_TRUE(fence_->MakeDirectory("a"));
  auto made = fence_->Open(workspace_ + "/a/new", kMaking);
  ASSERT_TRUE(made) << made.error().Sentence();
  EXPECT_EQ(write(made->get(), "x", 1), 1);
  struct stat info {};
  ASSERT_EQ(stat((workspace_ + "/a/new").c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 07777, 0640U);
  EXPECT_EQ(info.st_size, 1);
  ASSERT_TRUE(fence_->Rename("a/new", "moved"));
  EXPECT_TRUE(fs::exists(workspace_ + "/moved"));
  EXPECT_EQ(EndOf(fence_->Rename("moved", "file", Replacing::kNo)), EEXIST);
  ASSERT_TRUE(fence_->Rename("moved", "file", Replacing::kExchange));
  ASSERT_TRUE(fence_->Remove("moved"));
  ASSERT_TRUE(fence_->Remove("a", true));
  EXPECT_FALSE(fs::exists(workspace_ + "/a"));
  EXPECT_FALSE(fs::exists(workspace_ + "/moved"));
}

TEST_P(FenceTest, Y41_F8_WhatIsDeniedNamesItsRule) {
  Policy wanted = Wanted();
  fs::create_directory(folder_ + "/secret");
  Put(folder_ + "/secret/key", "key");
  wanted.rules.push_back(
      {Access::kRead, Effect::kDeny, folder_ + "/secret", "policy.json:7: filesystem.denyRead"});
  Make(wanted);
  EXPECT_EQ(OpenError(outside_ + "/file"), 0);  // reading is open
  std::string rule;
  EXPECT_EQ(OpenError(outside_ + "/file", kWriting, &rule), -1);
  EXPECT_NE(rule, "");
  EXPECT_EQ(OpenError(outside_ + "/new", kMaking, &rule), -1);
  EXPECT_FALSE(fs::exists(outside_ + "/new"));
  auto denied = fence_->Open(folder_ + "/secret/key", {}, &rule);
  EXPECT_EQ(EndOf(denied), -1);
  EXPECT_NE(rule.find("policy.json:7: filesystem.denyRead"), std::string::npos) << rule;
  EXPECT_NE(denied.error().Sentence().find(rule), std::string::npos);
  EXPECT_EQ(OpenError(folder_ + "/secret/not-there", {}, &rule), -1);  // nor is that told
  EXPECT_EQ(EndOf(fence_->MakeDirectory(outside_ + "/d", 0755, &rule)), -1);
  EXPECT_NE(rule, "");
  EXPECT_EQ(EndOf(fence_->Rename("file", outside_ + "/moved", Replacing::kYes, &rule)), -1);
  EXPECT_EQ(EndOf(fence_->Rename(outside_ + "/file", "taken", Replacing::kYes, &rule)), -1);
  EXPECT_EQ(EndOf(fence_->Remove(outside_ + "/file", false, &rule)), -1);
  EXPECT_NE(rule, "");
  EXPECT_TRUE(fs::exists(outside_ + "/file"));
  // A link is removed in its own folder, wherever it leads.
  fs::create_symlink(outside_ + "/file", workspace_ + "/link");
  EXPECT_EQ(OpenError("link", kWriting, &rule), -1);
  EXPECT_EQ(EndOf(fence_->Remove("link", false, &rule)), 0);
  EXPECT_EQ(rule, "");
}

TEST_P(FenceTest, WhatFailsOtherwiseHasItsErrno) {
  Make(Wanted());
  std::string rule = "left";
  EXPECT_EQ(OpenError("not-there", {}, &rule), ENOENT);
  EXPECT_EQ(rule, "");
  EXPECT_EQ(OpenError("file/below"), ENOTDIR);
  EXPECT_EQ(OpenError("file", kMaking), EEXIST);
  EXPECT_EQ(OpenError(".", kWriting), EISDIR);
  EXPECT_EQ(OpenError("file", {.directory = true}), ENOTDIR);
  EXPECT_EQ(OpenError(""), ENOENT);
  EXPECT_EQ(OpenError(std::string("a\0b", 3)), EINVAL);
  EXPECT_EQ(OpenError(std::string(5000, 'a')), ENAMETOOLONG);
  fs::create_symlink("file", workspace_ + "/link");
  EXPECT_EQ(OpenError("link", {.no_follow = true}), ELOOP);
  EXPECT_EQ(EndOf(fence_->Remove(".", true)), EINVAL);
  ASSERT_EQ(mkfifo((workspace_ + "/fifo").c_str(), 0600), 0);
  EXPECT_EQ(OpenError("fifo", {.read = false, .write = true}), ENXIO);  // and nobody waits
  if (geteuid() != 0)
    return;
  ASSERT_EQ(chmod((workspace_ + "/file").c_str(), 0), 0);
  EXPECT_EQ(OpenError("file"), EACCES);  // root without capabilities
}

// The confined process: a descendant of this one with its name.
pid_t ProcessOfFence() {
  const auto parent_and_name = [](pid_t pid, std::string* name) {
    std::ifstream file("/proc/" + std::to_string(pid) + "/stat");
    std::string text(std::istreambuf_iterator<char>(file), {});
    const std::size_t end = text.rfind(')');
    if (end == std::string::npos)
      return 0;
    *name = text.substr(text.find('(') + 1, end - text.find('(') - 1);
    return std::atoi(text.c_str() + end + 4);
  };
  for (const auto& entry : fs::directory_iterator("/proc")) {
    const pid_t pid = std::atoi(entry.path().filename().c_str());
    std::string name;
    pid_t up = pid > 0 ? parent_and_name(pid, &name) : 0;
    if (name != "sbx-fence")
      continue;
    while (up > 1 && up != getpid())
      up = parent_and_name(up, &name);
    if (up == getpid())
      return pid;
  }
  return -1;
}

TEST_P(FenceTest, WhatEndsItsProcessFailsOneCallAndAnotherComes) {
  Make(Wanted());
  fence_->Cancel();
  EXPECT_EQ(OpenError("file"), 0);  // nothing was going on
  const int before = CountOf("fd");
  // Killed between two calls: the next was never asked of it.
  pid_t process = ProcessOfFence();
  ASSERT_GT(process, 1);
  ASSERT_EQ(kill(process, SIGKILL), 0);
  while (ProcessOfFence() == process)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  EXPECT_EQ(OpenError("file"), 0);
  // Killed, or cancelled, while it is asked.
  for (const bool cancel : {false, true}) {
    process = ProcessOfFence();
    ASSERT_GT(process, 1);
    ASSERT_EQ(kill(process, SIGSTOP), 0);
    int end = 0;
    std::thread caller([&] { end = OpenError("file", {.write = true, .create = true}); });
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    if (cancel) {
      fence_->Cancel();
    } else {
      kill(process, SIGKILL);
    }
    caller.join();
    EXPECT_EQ(end, ECANCELED) << cancel;
    EXPECT_EQ(OpenError("file"), 0);
  }
  EXPECT_EQ(fence_->runner(), GetParam());
  EXPECT_EQ(CountOf("fd"), before);
}

TEST_P(FenceTest, HasPatience) {
  Make(Wanted());
  FenceOptions options;
  options.runner = GetParam();
  options.patience = std::chrono::milliseconds(300);
  fence_.reset();
  auto fence = engine_->MakeFence(*policy_, options);
  ASSERT_TRUE(fence) << fence.error().Sentence();
  fence_ = std::move(*fence);
  const pid_t process = ProcessOfFence();
  ASSERT_GT(process, 1);
  ASSERT_EQ(kill(process, SIGSTOP), 0);
  EXPECT_EQ(OpenError("file"), ETIMEDOUT);
  EXPECT_EQ(OpenError("file"), 0);
}

// Landlock cannot hold them inside a writable root: there they are judged, and named.
TEST_P(FenceTest, ProtectGroupsAreHeldOrJudged) {
  fs::create_directories(workspace_ + "/.git/hooks");
  Put(workspace_ + "/.git/hooks/pre-commit", "hook");
  Put(workspace_ + "/.git/HEAD", "ref: refs/heads/main\n");
  fs::create_directories(workspace_ + "/.git/objects");
  fs::create_directories(workspace_ + "/.git/refs");
  Make(Wanted());
  Level protect = Level::kNone;
  for (const Enforcement& entry : fence_->enforcement()) {
    if (entry.name == "fs.protect")
      protect = entry.level;
  }
  EXPECT_EQ(protect == Level::kFull, std::string(GetParam()) == "bwrap");
  std::string rule;
  EXPECT_EQ(OpenError(".git/hooks/pre-commit", kWriting, &rule), -1);
  EXPECT_NE(rule, "");
  EXPECT_EQ(OpenError(".git/hooks/new", kMaking), -1);
  EXPECT_FALSE(fs::exists(workspace_ + "/.git/hooks/new"));
  EXPECT_EQ(OpenError(".git/hooks/pre-commit"), 0);
  EXPECT_EQ(OpenError(".git/index", kMaking), 0);
  fs::create_symlink(workspace_ + "/.git/hooks/pre-commit", workspace_ + "/link");
  EXPECT_EQ(OpenError("link", kWriting, &rule), -1);
  auto any = engine_->MakeFence(*policy_);
  ASSERT_TRUE(any) << any.error().Sentence();
  if (engine_->StatusOf(*policy_, "bwrap")) {
    EXPECT_EQ((*any)->runner(), "bwrap");
  }
}

TEST_P(FenceTest, ThreadsTakeTurns) {
  Make(Wanted());
  std::atomic<int> wrong{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      const std::string name = "of" + std::to_string(t);
      Put(workspace_ + "/" + name, name);
      for (int i = 0; i < 200; ++i) {
        auto file = fence_->Open(name);
        if (!file || ReadAll(*file) != name)
          ++wrong;
      }
    });
  }
  for (std::thread& thread : threads)
    thread.join();
  EXPECT_EQ(wrong, 0);
}

TEST_P(FenceTest, OutlivesItsEngineAndPolicy) {
  Make(Wanted());
  policy_.reset();
  engine_.reset();
  fence_->Cancel();
  EXPECT_EQ(OpenError("file"), 0);
}

// Swaps a folder for a link that leads outside while the fence opens below it: what is
// handed back never lies outside, and nothing is made there.
void Race(Fence& fence, const std::string& workspace, const std::string& outside) {
  fs::create_directory(workspace + "/real");
  Put(workspace + "/real/file", "inside");
  fs::create_directory_symlink(outside, workspace + "/evil");
  std::atomic<bool> stop{false};
  std::thread swapper([&] {
    const std::string place = workspace + "/place";
    while (!stop) {
      rename((workspace + "/real").c_str(), place.c_str());
      rename(place.c_str(), (workspace + "/real").c_str());
      rename((workspace + "/evil").c_str(), place.c_str());
      rename(place.c_str(), (workspace + "/evil").c_str());
    }
  });
  int inside = 0;
  int denied = 0;
  for (int i = 0; i < 2500; ++i) {
    const Opening how = i % 3 == 0 ? Opening{.write = true, .create = true} : kWriting;
    const std::string name = i % 3 == 0 ? "/new" : "/file";
    auto file = fence.Open(workspace + "/place" + name, how);
    if (!file) {
      denied += file.error().status == SBX_E_REFUSED || file.error().os_error == EACCES ||
                file.error().os_error == EROFS;
      continue;
    }
    ++inside;
    const std::string place = PlaceOf(file->get());
    EXPECT_TRUE(place.starts_with(workspace + "/")) << place;
    if (::testing::Test::HasFailure())
      break;
  }
  stop = true;
  swapper.join();
  EXPECT_GT(inside, 0) << "the race was never on its good side";
  EXPECT_GT(denied, 0) << "the race was never on its bad side";
  EXPECT_FALSE(fs::exists(outside + "/new"));
  std::ifstream file(outside + "/file");
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(file), {}), "outside");
}

TEST_P(FenceTest, Y41_F8_NoRaceLeadsOutside) {
  Make(Wanted());
  Race(*fence_, workspace_, outside_);
}

// The same as an ordinary user to whom nothing outside would be closed.
TEST_P(FenceTest, Y41_F8_NoRaceLeadsAnOrdinaryUserOutside) {
  if (geteuid() != 0)
    GTEST_SKIP() << "the test above was that one";
  for (const std::string& path :
       {folder_, workspace_, outside_, workspace_ + "/file", outside_ + "/file"}) {
    ASSERT_EQ(chown(path.c_str(), kOrdinary, kOrdinary), 0);
  }
  const pid_t child = fork();
  if (child == 0) {
    if (setgroups(0, nullptr) != 0 || setgid(kOrdinary) != 0 || setuid(kOrdinary) != 0)
      _exit(2);
    engine_ = std::move(*Engine::Make(Options()));
    Make(Wanted());
    if (!HasFatalFailure())
      Race(*fence_, workspace_, outside_);
    fence_.reset();
    _exit(HasFailure() ? 1 : 0);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
}

INSTANTIATE_TEST_SUITE_P(Runners, FenceTest, ::testing::Values("landlock", "bwrap"),
                         [](const auto& chosen) { return std::string(chosen.param); });

}  // namespace
}  // namespace sbx::host
