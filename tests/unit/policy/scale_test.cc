// SPDX-License-Identifier: MIT
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <map>

#include "core/policy/scan.hpp"
#include "core/policy/zone_table.hpp"
#include "tests/unit/policy/lab.hpp"

namespace sbx {
namespace {

double CpuMilliseconds() {
  timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) * 1e3 + static_cast<double>(t.tv_nsec) / 1e6;
}

Claim Made(std::string path, std::uint64_t ino, Access access, Effect effect) {
  Claim claim;
  claim.at.path = std::move(path);
  claim.at.status.id = {1, ino};
  claim.at.status.kind = files::Kind::kDirectory;
  claim.access = access;
  claim.effect = effect;
  claim.flags = SBX_ZONE_EXPLICIT;
  claim.rule = "rule";
  return claim;
}

// Placing alone, without opening; the best of several runs, because machines
// that run tests are busy.
double PlaceMilliseconds(int rules) {
  double best = 1e9;
  for (int run = 0; run < 5; ++run) {
    std::vector<Claim> claims;
    claims.push_back(Made("/", 1, Access::kRead, Effect::kAllow));
    for (int i = 0; i < rules; ++i) {
      const std::string path = "/srv/projects/tree/" + std::to_string(i % 37) + "/folder-" +
                               std::to_string(i * 7919 % rules) + "/object";
      claims.push_back(Made(path, static_cast<std::uint64_t>(i) + 2, Access::kWrite,
                            i % 3 == 0 ? Effect::kDeny : Effect::kAllow));
    }
    const double start = CpuMilliseconds();
    EXPECT_TRUE(PlaceZones(std::move(claims), {}));
    best = std::min(best, CpuMilliseconds() - start);
  }
  return best;
}

TEST(Scale, AThousandRulesArePlacedInUnderTwoMilliseconds) {
#if defined(__OPTIMIZE__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
  constexpr double kMost = 2.0;
#else
  constexpr double kMost = 40.0;
#endif
  const double ms = PlaceMilliseconds(1000);
  RecordProperty("milliseconds", std::to_string(ms));
  EXPECT_LT(ms, kMost);
}

TEST(Scale, CostDoesNotGrowWithTheSquare) {
  // 16 times as many: 256 times the cost if it did.
  EXPECT_LT(PlaceMilliseconds(16000), 100 * PlaceMilliseconds(1000));
}

// One directory that is mounted in two places: what is claimed of one is claimed of both,
// whatever stands between them.
TEST(Scale, ClaimsAboutOneObjectAreSharedByAllItsPaths) {
  std::vector<Claim> claims;
  claims.push_back(Made("/", 1, Access::kRead, Effect::kAllow));
  claims.push_back(Made("/a", 7, Access::kWrite, Effect::kAllow));
  claims.push_back(Made("/b", 8, Access::kWrite, Effect::kAllow));
  claims.push_back(Made("/c", 7, Access::kRead, Effect::kDeny));
  claims.push_back(Made("/d", 8, Access::kWrite, Effect::kDeny));
  claims.push_back(Made("/e", 9, Access::kWrite, Effect::kAllow));
  const Result<std::vector<Zone>> zones = PlaceZones(std::move(claims), {});
  ASSERT_TRUE(zones);
  const auto access = [&](std::string_view path) {
    return (*zones)[static_cast<std::size_t>(ZoneAtPath(*zones, path))].access;
  };
  EXPECT_EQ(access("/a"), Access::kNone);
  EXPECT_EQ(access("/b"), Access::kRead);
  EXPECT_EQ(access("/c"), Access::kNone);
  EXPECT_EQ(access("/d"), Access::kRead);
  EXPECT_EQ(access("/e"), Access::kWrite);
}

class ScaleTest : public Lab {};

// Every zone is an object that is held open, so that the system's calls are what there is to
// pay: the machine's price of them is measured with the same objects.
TEST_F(ScaleTest, ResolvingCostsLittleMoreThanOpeningWhatIsNamed) {
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
  constexpr double kMost = 4.0;  // twice what an unoptimised build takes
#else
  constexpr double kMost = 40.0;
#endif
  rlimit limit;
  ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &limit), 0);
  const rlimit before = limit;
  limit.rlim_cur = std::min<rlim_t>(limit.rlim_max, 4096);
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &limit), 0);
  std::vector<std::string> paths;
  for (int i = 0; i < 1000; ++i) {
    paths.push_back(MakeDir(ws_ + "/" + std::to_string(i % 100) + "/d" + std::to_string(i)));
    Deny(Access::kWrite, paths.back());
  }
  double floor = 1e9;
  double ours = 1e9;
  for (int run = 0; run < 7; ++run) {
    std::vector<int> fds;
    fds.reserve(paths.size());
    double start = CpuMilliseconds();
    for (const std::string& path : paths) {
      struct statx info {};
      fds.push_back(open(path.c_str(), O_PATH | O_CLOEXEC));
      ASSERT_EQ(statx(fds.back(), "", AT_EMPTY_PATH, STATX_BASIC_STATS, &info), 0);
    }
    floor = std::min(floor, CpuMilliseconds() - start);
    for (const int fd : fds)
      close(fd);
    start = CpuMilliseconds();
    const Resolved policy = Make();
    ours = std::min(ours, CpuMilliseconds() - start);
    ASSERT_EQ(policy->zones().size(), 1004U);
  }
  RecordProperty("floor_milliseconds", std::to_string(floor));
  RecordProperty("resolve_milliseconds", std::to_string(ours));
  EXPECT_LT(ours, kMost * floor);
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &before), 0);
}

TEST_F(ScaleTest, AThousandRulesAreThousandZones) {
  rlimit limit;
  ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &limit), 0);
  const rlimit before = limit;
  limit.rlim_cur = std::min<rlim_t>(limit.rlim_max, 4096);
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &limit), 0);
  for (int i = 0; i < 1000; ++i) {
    Deny(i % 2 == 0 ? Access::kRead : Access::kWrite, MakeDir(ws_ + "/d" + std::to_string(i)));
  }
  const double start = CpuMilliseconds();
  const Resolved policy = Make();
  RecordProperty("resolve_milliseconds", std::to_string(CpuMilliseconds() - start));
  EXPECT_EQ(policy->zones().size(), 1004u);
  const double judging = CpuMilliseconds();
  EXPECT_EQ(Of(policy, ws_ + "/d501/x"), "read");
  EXPECT_EQ(Of(policy, ws_ + "/d502/x"), "none");
  RecordProperty("judge_milliseconds", std::to_string((CpuMilliseconds() - judging) / 4));
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &before), 0);
}

TEST_F(ScaleTest, TooFewDescriptorsAreNamed) {
  rlimit limit;
  ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &limit), 0);
  const rlimit before = limit;
  for (int i = 0; i < 100; ++i) {
    Deny(Access::kRead, MakeDir(ws_ + "/d" + std::to_string(i)));
  }
  limit.rlim_cur = 64;
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &limit), 0);
  const Result<Resolved> result = Resolve(policy_, around_);
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &before), 0);
  ASSERT_FALSE(result);
  EXPECT_THAT(result.error().Sentence(), ::testing::HasSubstr("ulimit -n"));
}

TEST_F(ScaleTest, NothingStaysOpen) {
  const auto open_files = [] {
    return std::distance(std::filesystem::directory_iterator("/proc/self/fd"),
                         std::filesystem::directory_iterator());
  };
  Deny(Access::kRead, "a/b");
  const auto before = open_files();
  for (int i = 0; i < 50; ++i) {
    (void)Of(Make(), ws_ + "/x");
  }
  EXPECT_EQ(open_files(), before);
  for (int i = 0; i < 40; ++i)
    Deny(Access::kRead, MakeDir(ws_ + "/many/" + std::to_string(i)));
  (void)Of(Make(), ws_ + "/x");
  EXPECT_EQ(open_files(), before);
}

// Descriptors are closed by stretches of their numbers; what lies between them is another's.
TEST_F(ScaleTest, WhatOthersHoldOpenStaysOpen) {
  for (int i = 0; i < 60; ++i)
    Deny(Access::kRead, MakeDir(ws_ + "/d" + std::to_string(i)));
  const UniqueFd null(open("/dev/null", O_RDONLY | O_CLOEXEC));
  std::vector<UniqueFd> others;
  for (const int number : {20, 33, 34, 50})
    others.emplace_back(fcntl(null.get(), F_DUPFD_CLOEXEC, number));
  int most = 0;
  int least = 1 << 20;
  {
    const Resolved policy = Make();
    for (const Zone& zone : policy->zones()) {
      most = std::max(most, zone.fd.get());
      least = std::min(least, zone.fd.get());
    }
  }
  for (const UniqueFd& other : others) {
    EXPECT_TRUE(least < other.get() && other.get() < most);
    EXPECT_NE(fcntl(other.get(), F_GETFD), -1) << other.get();
  }
}

// Which folders were listed, by the time that the system notes when one is.
class Listed : public Lab {
 protected:
  void Age(const std::string& root) {
    folders_.clear();
    folders_.push_back(root);
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root)) {
      if (entry.is_directory() && !entry.is_symlink())
        folders_.push_back(entry.path().string());
    }
    const timespec old[2] = {{1000, 0}, {2000, 0}};
    for (const std::string& folder : folders_)
      ASSERT_EQ(utimensat(AT_FDCWD, folder.c_str(), old, 0), 0);
  }
  [[nodiscard]] std::vector<std::string> Seen() const {
    std::vector<std::string> seen;
    for (const std::string& folder : folders_) {
      struct stat info {};
      if (stat(folder.c_str(), &info) == 0 && info.st_atim.tv_sec != 1000)
        seen.push_back(folder);
    }
    return seen;
  }
  // Whether the file system notes it at all.
  bool Notes() {
    Age(ws_);
    for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(ws_)) {
    }
    return !Seen().empty();
  }
  std::vector<std::string> folders_;
};

TEST_F(Listed, ThePiPresetLooksThroughNoFolderHoweverLargeTheTree) {
  for (int i = 0; i < 20; ++i)
    MakeFile(ws_ + "/d" + std::to_string(i) + "/a/b/c/f");
  for (const char* folder : {"/.git/hooks", "/.git/objects", "/.git/refs", "/src/.git"})
    MakeDir(ws_ + folder);
  MakeFile(ws_ + "/.git/HEAD");
  if (!Notes())
    GTEST_SKIP() << "this file system is mounted without times of access";
  Age(ws_);
  Make();
  EXPECT_THAT(Seen(), ::testing::IsEmpty());
  // With secrets it looks, which shows that looking is seen.
  policy_.protect.push_back({ProtectGroup::kSecrets, Requirement::kBestEffort, "test"});
  Make();
  EXPECT_THAT(Seen(), ::testing::Not(::testing::IsEmpty()));
}

TEST_F(Listed, TheScanForSecretsIsBoundedByDepthAndByNames) {
  MakeFile(ws_ + "/1/2/3/4/5/6/.env");
  MakeDir(ws_ + "/node_modules/x");
  for (int i = 0; i < 30; ++i)
    MakeDir(ws_ + "/1/2/wide/" + std::to_string(i) + "/deeper");
  if (!Notes())
    GTEST_SKIP() << "this file system is mounted without times of access";
  Age(ws_);
  EXPECT_FALSE(Scan(ws_, {4, 1000, 100}).cut);
  std::vector<std::string> seen = Seen();
  EXPECT_THAT(seen, ::testing::Contains(ws_ + "/1/2/3/4"));
  EXPECT_THAT(seen, ::testing::Not(::testing::Contains(ws_ + "/1/2/3/4/5")));
  EXPECT_THAT(seen, ::testing::Not(::testing::Contains(ws_ + "/node_modules")));
  Age(ws_);
  EXPECT_TRUE(Scan(ws_, {4, 20, 100}).cut);
  EXPECT_LE(Seen().size(), 20U);
  // What a policy uses.
  EXPECT_EQ(ScanLimits{}.depth, 4);
  EXPECT_EQ(ScanLimits{}.entries, 20000U);
  EXPECT_EQ(ScanLimits{}.matches, 100U);
}

}  // namespace
}  // namespace sbx
