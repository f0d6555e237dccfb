// SPDX-License-Identifier: MIT
#include <fcntl.h>
#include <sys/resource.h>
#include <time.h>

#include <map>

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

class ScaleTest : public Lab {};

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
}

}  // namespace
}  // namespace sbx
