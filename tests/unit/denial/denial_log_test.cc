// SPDX-License-Identifier: MIT
#include "core/denial/denial_log.hpp"

#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/denial/allowing.hpp"
#include "core/report/report.hpp"

namespace sbx {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

Denial Of(const std::string& operation, const std::string& object,
          const std::string& rule = "default") {
  return {Evidence::kProven, operation, object, rule, 1, 42};
}

TEST(DenialLog, EqualOnesAreCountedAndToldOnce) {
  DenialLog log;
  log.Add(Of("chmod", "/a"));
  log.Add(Of("chmod", "/b"));
  EXPECT_EQ(log.TakeNew().size(), 2u);
  log.Add(Of("chmod", "/a"));
  log.Add(Of("chown", "/a"));
  const std::vector<Denial> fresh = log.TakeNew();
  ASSERT_EQ(fresh.size(), 1u);
  EXPECT_EQ(fresh[0].operation, "chown");
  const std::vector<Denial> all = log.All();
  ASSERT_EQ(all.size(), 3u);
  EXPECT_EQ(all[0].count, 2u);
  EXPECT_EQ(all[1].count, 1u);
}

TEST(DenialLog, AMillionDifferentOnesTakeNoMoreRoomThanSoMany) {
  DenialLog log;
  for (int i = 0; i < 5000; ++i)
    log.Add(Of("chmod", "/f" + std::to_string(i)));
  EXPECT_EQ(log.All().size(), DenialLog::kMost);
  EXPECT_EQ(log.dropped(), 5000 - DenialLog::kMost);
  log.Add(Of("chmod", "/f0"));
  EXPECT_EQ(log.All()[0].count, 2u);
}

TEST(DenialLog, AnEndlessNameIsCutAndNamesNothingAnyMore) {
  DenialLog log;
  log.Add(Of("chmod", "/" + std::string(1 << 20, 'x')));
  const Denial kept = log.All()[0];
  EXPECT_LT(kept.object.size(), DenialLog::kMostBytes + 8);
  EXPECT_THAT(OptionThatAllows(kept), IsEmpty());
}

TEST(DenialLog, ManyThreadsLoseNothing) {
  DenialLog log;
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 8; ++i) {
      threads.emplace_back([&] {
        for (int k = 0; k < 1000; ++k)
          log.Add(Of("chmod", "/" + std::to_string(k % 10)));
      });
    }
  }
  std::uint64_t sum = 0;
  for (const Denial& denial : log.All())
    sum += denial.count;
  EXPECT_EQ(sum, 8000u);
}

TEST(OptionThatAllows, IsTheNarrowestOrNone) {
  EXPECT_THAT(OptionThatAllows(Of("connect", "/run/x.sock")),
              ElementsAre("--allow-socket", "/run/x.sock"));
  EXPECT_THAT(OptionThatAllows(Of("chmod", "/srv/f")), ElementsAre("--allow-write", "/srv/f"));
  EXPECT_THAT(OptionThatAllows(Of("connect", "@abstract")), IsEmpty());
  EXPECT_THAT(OptionThatAllows(Of("connect", "127.0.0.1:80")), IsEmpty());
  EXPECT_THAT(OptionThatAllows(Of("chmod", "/")), IsEmpty()) << "never everything";
  EXPECT_THAT(OptionThatAllows(Of("chmod", "descriptor 3")), IsEmpty());
  EXPECT_THAT(OptionThatAllows(Of("chmod", "/dev/null", "devices are not changed")), IsEmpty());
}

TEST(DenialSentence, SaysWhatWhyAndWhatToDo) {
  const std::string sentence = Sentence(Of("chmod", "/srv/a b", "reads are open, writes are not"));
  EXPECT_EQ(sentence,
            "refused: chmod '/srv/a b' (reads are open, writes are not); --allow-write '/srv/a b' "
            "would allow it");
  EXPECT_THAT(Sentence(Of("connect", "@x")), Not(HasSubstr("would allow")));
}

TEST(DenialJson, BytesThatAreNoTextStayWhole) {
  JsonWriter json;
  WriteDenials(json, {Of("chmod", "/\xff")});
  EXPECT_THAT(json.text(), HasSubstr("\"objectEncoding\":\"base64\""));
  EXPECT_THAT(json.text(), HasSubstr("\"evidence\":\"proven\""));
}

}  // namespace
}  // namespace sbx
