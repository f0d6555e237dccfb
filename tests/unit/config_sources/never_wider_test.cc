// SPDX-License-Identifier: MIT
//
// Every file, cut off at every byte: an error, and never a wider policy.
#include "tests/unit/config_sources/with_sources.hpp"

namespace sbx::config {
namespace {

struct Sample {
  const char* name;
  const char* source;
  const char* user;     // the file at home
  const char* project;  // the one in the workspace; null: there is none
  const char* text;
};

constexpr Sample kSamples[] = {
    {"pi", "pi", "user/.pi/agent/pi-sandbox.json", "repo/ws/.pi/pi-sandbox.json", R"({
  "mode": "read-only", "includeGitRoot": false, "approvalMode": "human",
  "autoReview": {"model": "a/b", "thinkingLevel": "off"}, "autoReviewTimeoutMs": 5
})"},
    {"pi_srt", "pi-srt", "user/.pi/agent/extensions/pi-sandbox/config.json",
     "repo/ws/.pi/extensions/pi-sandbox/config.json", R"({
  "network": {"allowedDomains": ["a.com"], "deniedDomains": ["*"], "strictAllowlist": true},
  "filesystem": {"additionalAllowRead": ["/opt"]}, "hostIPC": {"mode": "off"}
})"},
    {"droid", "droid", "user/.factory/settings.json", "repo/ws/.factory/settings.json", R"({
  // mine
  "sandbox": {
    "filesystem": {"allowWrite": ["~/cache"], "denyWrite": ["/x"], "denyRead": ["~/.ssh",],},
    "network": {"allowedDomains": ["a.com"]}, /* all */
  },
})"},
    {"srt", "srt", "user/.srt-settings.json", nullptr, R"({
  "network": {"allowedDomains": [], "deniedDomains": ["*"]},
  "filesystem": {"denyRead": ["~/.ssh"], "allowWrite": ["."], "denyWrite": [".env"]}
})"},
};

class CutOff : public WithSources, public ::testing::WithParamInterface<Sample> {
 protected:
  [[nodiscard]] static std::string Whole(const Loaded& loaded) {
    const Merged merged = Merge(loaded.layers);
    std::string all = loaded.preset;
    for (const Key& key : Keys())
      all += std::string(key.name) + "=" + ValueOf(merged, key) + "\n";
    return all;
  }
};

TEST_P(CutOff, AtHomeItStopsEverything) {
  const Sample& sample = GetParam();
  const std::string text = sample.text;
  Put(sample.user, text);
  ASSERT_TRUE(LoadAll({Switch({sample.source})}));
  for (std::size_t size = 0; size < text.size(); ++size) {
    Put(sample.user, text.substr(0, size));
    const auto loaded = LoadAll({Switch({sample.source})});
    ASSERT_FALSE(loaded) << text.substr(0, size);
    EXPECT_THAT(loaded.error().Sentence(), ::testing::HasSubstr(At(sample.user) + ":"));
  }
}

TEST_P(CutOff, InAProjectItIsAsIfItWereNotThere) {
  const Sample& sample = GetParam();
  if (sample.project == nullptr)
    return;
  const std::string text = sample.text;
  const std::string without = Whole(*LoadAll({Switch({sample.source})}));
  for (std::size_t size = 0; size < text.size(); ++size) {
    Put(sample.project, text.substr(0, size));
    const auto loaded = LoadAll({Switch({sample.source})});
    ASSERT_TRUE(loaded) << loaded.error().Sentence();
    EXPECT_EQ(Whole(*loaded), without) << text.substr(0, size);
    ASSERT_FALSE(loaded->notices.empty());
    EXPECT_THAT(loaded->notices[0], ::testing::HasSubstr("the file is ignored"));
  }
  Put(sample.project, text);
  EXPECT_NE(Whole(*LoadAll({Switch({sample.source})})), without) << "whole it narrows";
}

INSTANTIATE_TEST_SUITE_P(Files, CutOff, ::testing::ValuesIn(kSamples),
                         [](const auto& one) { return std::string(one.param.name); });

}  // namespace
}  // namespace sbx::config
